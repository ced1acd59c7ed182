import * as z from 'zod'
import type { ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import { appointmentStatus, type CodeFor, shopCodes, shopWords } from '#app/domain/booking/reader-words.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'

const publishedCodes = {
	slot_past: 'start_past',
	slot_outside_hours: 'start_outside_hours',
	slot_taken: 'start_taken',
} as const

type PublishedCode<Code extends CodeFor<'shop'>> = Code extends keyof typeof publishedCodes
	? (typeof publishedCodes)[Code]
	: Code

export type AppointmentCode = PublishedCode<CodeFor<'shop'>>

/** Published codes and their status. Leaves out 'own_visit': a program has no account. */
export const appointmentRefusals: ShopCall['refusals'] = Object.fromEntries(
	shopCodes.flatMap((code) => {
		const status = appointmentStatus(code)
		return status === 403 ? [] : [[publishedCode(code), status]]
	}),
)

export const ofClosed = [
	'visit_not_found',
	'visit_cancelled',
	'visit_missed',
	'visit_completed',
] satisfies AppointmentCode[]

export const changedAnswer = z.object({ reference: writtenText })

export const ofTimes = [
	'start_past',
	'start_outside_hours',
	'start_taken',
	'staff_not_available',
] satisfies AppointmentCode[]

function publishedCode(code: CodeFor<'shop'>): AppointmentCode {
	return isRenamed(code) ? publishedCodes[code] : code
}

function isRenamed(code: string): code is keyof typeof publishedCodes {
	return code in publishedCodes
}

export function shopRefused(
	code: CodeFor<'shop'> | WriteFailure,
	more?: RefusedCall['more'],
): { ok: false; refusal: RefusedCall } {
	const isOurs = !isRetryable(code)
	return refused({
		code: isOurs ? publishedCode(code) : code,
		text: isOurs ? shopWords(code) : '',
		...(more && { more }),
	})
}

type OursOf<Code extends AppointmentCode> = {
	[Ours in CodeFor<'shop'>]: PublishedCode<Ours> extends Code ? Ours : never
}[CodeFor<'shop'>]

type Context = Called<unknown, unknown, unknown>['context']

/**
 * A call that changes the appointment of its address. `given`: the refusals of its flow. `toBody`: what the answer has
 * besides the reference.
 */
export function appointmentAct<
	Body extends z.ZodType,
	Value,
	const Given extends AppointmentCode,
	Answer extends typeof changedAnswer = typeof changedAnswer,
>({
	act,
	kind,
	answer,
	change,
	toBody,
	...call
}: {
	method?: 'PUT'
	act: string
	summary: string
	kind: ShopActKind
	given: readonly Given[]
	body?: Body
	answer?: Answer
	change: (
		deps: Context,
		appointment: ShopAppointment,
		body: z.output<Body>,
	) => Promise<Outcome<Value, OursOf<Given> | 'own_visit' | WriteFailure>>
	toBody?: (value: Value) => Omit<z.input<Answer>, 'reference'>
}): ShopCall {
	return shopCall({
		method: 'POST',
		...call,
		path: `/appointments/{reference}/${act}`,
		scope: 'appointments:write',
		answer: (answer ?? changedAnswer) as Answer,
		refusals: appointmentRefusals,
		async handle({ caller, context, params, shopId, now, actOf, body }) {
			const { reference: referenceNumber } = params as Record<'reference', string>
			// Runs beside the flow's reads, so the act's words cost no trip.
			const done = context.booking.appointmentViews
				.appointmentOfShop(caller, referenceNumber, now)
				.then((appointment) => ({
					kind,
					subjectId: appointment?.appointmentId ?? referenceNumber,
					summary: [referenceNumber, ...(appointment?.services.map(({ name }) => name) ?? [])].join(', '),
				}))
			const input = { shopId, referenceNumber, alongside: actOf(done), now }
			const outcome = await change(context, input, body)
			if (!outcome.ok) return shopRefused(outcome.refusal)
			return accepted({ reference: referenceNumber, ...toBody?.(outcome.value) } as z.input<Answer>)
		},
	})
}
