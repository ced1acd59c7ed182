import * as z from 'zod'
import { idField, instantField, outsideLine, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { appointmentProblemKinds } from '#app/kernel/vocabulary/booking.ts'
import { lateChoices } from './appointment-policy.ts'

/** The buttons of an appointment's page; `minutes` goes with 'late'. */
export const appointmentPageFormSchema = z
	.object({
		intent: z.enum(['cancel', 'late', 'claim', 'again'], UNREADABLE),
		minutes: z.enum(lateChoices, UNREADABLE).transform(Number).optional(),
	})
	.refine(({ intent, minutes }) => intent !== 'late' || minutes, { path: ['minutes'], message: UNREADABLE })

/** Reports a problem with a past visit. */
export const problemFormSchema = z.object({
	problem: z.enum(appointmentProblemKinds, 'Please choose what was wrong'),
	words: outsideLine('Please say what happened')
		.min(3, 'Please say what happened, in a few words')
		.max(500, 'Please write at most 500 characters'),
})

/** Of at most four services. */
const position = z
	.string(UNREADABLE)
	.regex(/^[0-3]$/, UNREADABLE)
	.transform(Number)

/** A change as its page showed it (D53). */
export const changeFormSchema = z.object({
	position,
	/** Left out: unchanged. */
	service: idField().optional(),
	staff: idField(),
	startsAt: instantField(),
	/** The version of the appointment, and the sums that were shown. */
	sequence: z
		.string(UNREADABLE)
		.regex(/^\d{1,9}$/, UNREADABLE)
		.transform(Number),
	shown: z.string(UNREADABLE).regex(/^[\d-]{7,80}$/, UNREADABLE),
})

const changeQuery = z.object({ position, service: idField().optional(), staff: idField().optional() })
const atQuery = instantField()

/**
 * The query of the change page: the start around which times are read, and the change. Unreadable parts count as
 * absent.
 */
export function readChangeQuery(params: URLSearchParams) {
	const at = atQuery.safeParse(params.get('at'))
	const change = changeQuery.safeParse(Object.fromEntries(params))
	const { position = 0, service, staff } = change.data ?? {}
	return {
		at: at.success ? at.data : null,
		wanted:
			service || staff
				? {
						position,
						serviceId: service ?? null,
						staffMemberId: staff === undefined || staff === 'any' ? null : staff,
					}
				: null,
	}
}
