import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { appointmentPageFormSchema } from '#app/domain/booking/appointment/appointment-forms.server.ts'
import {
	moveFormSchema,
	serviceFormSchema,
	staffFormSchema,
	timeFormSchema,
} from '#app/domain/booking/draft/step-forms.server.ts'
import { offerFormSchema } from '#app/domain/payments/offer-form.server.ts'

function read(schema: ZodType, sent: string) {
	const form = new FormData()
	for (const [name, value] of new URLSearchParams(sent)) form.append(name, value)
	const submission = parseWithZod(form, { schema })
	return submission.status === 'success' ? submission.value : Object.keys(submission.error ?? {})
}

describe('a step of a booking says what its button asks for', () => {
	test.each<[string, ZodType, string, unknown]>([
		['a first service', serviceFormSchema, 'serviceId=cut', { intent: 'choose', serviceId: 'cut' }],
		['one more service', serviceFormSchema, 'add=1&serviceId=cut', { intent: 'add', serviceId: 'cut' }],
		[
			'anybody',
			staffFormSchema,
			'staff=any&position=0',
			{ intent: 'choose', staff: 'any', position: 0, isFirst: false },
		],
		[
			'the first choice',
			staffFormSchema,
			'staff=any&position=0&first=1',
			{ intent: 'choose', staff: 'any', position: 0, isFirst: true },
		],
		[
			'somebody for the first service',
			staffFormSchema,
			'staff=ada',
			{ intent: 'choose', staff: 'ada', position: 0, isFirst: false },
		],
		['a service less', staffFormSchema, 'leaveOut=cut', { intent: 'leave-out', serviceId: 'cut' }],
		['a time', timeFormSchema, 'startsAt=1795775400000', { startsAt: 1795775400000 }],
		[
			'a time with somebody else',
			timeFormSchema,
			'startsAt=1795775400000&staff=ada',
			{ startsAt: 1795775400000, staff: 'ada' },
		],
		['another time', moveFormSchema, 'startsAt=1795775400000&staff=ada', { startsAt: 1795775400000 }],
		['cancelling', appointmentPageFormSchema, 'intent=cancel', { intent: 'cancel' }],
		['being late', appointmentPageFormSchema, 'intent=late&minutes=20', { intent: 'late', minutes: 20 }],
		[
			'taking an offered time',
			offerFormSchema,
			'intent=accept&startsAt=1795775400000',
			{ intent: 'accept', startsAt: 1795775400000 },
		],
		['the money back', offerFormSchema, 'intent=decline', { intent: 'decline' }],
	])('%s', (_, schema, sent, value) => {
		expect(read(schema, sent)).toEqual(value)
	})

	test.each<[string, ZodType, string, string]>([
		['no service', serviceFormSchema, 'add=1', 'serviceId'],
		['a service twice', serviceFormSchema, 'serviceId=a&serviceId=b', 'serviceId'],
		['no time', timeFormSchema, '', 'startsAt'],
		['a time in words', timeFormSchema, 'startsAt=NaN', 'startsAt'],
		['an offered time that is none', offerFormSchema, 'intent=accept&startsAt=-1', 'startsAt'],
		['another intent', offerFormSchema, 'intent=x&startsAt=1795775400000', 'intent'],
		['no intent', appointmentPageFormSchema, '', 'intent'],
		['no minutes', appointmentPageFormSchema, 'intent=late', 'minutes'],
	])('and %s is marked at its field', (_, schema, sent, field) => {
		expect(read(schema, sent)).toEqual([field])
	})

	test.each(['', 'staff=', 'staff=../x', 'staff=ada&position=NaN', 'leaveOut=a b'])(
		'staff: %o is refused',
		(sent) => {
			expect(Array.isArray(read(staffFormSchema, sent))).toBe(true)
		},
	)
})
