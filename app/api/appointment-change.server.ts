import {
	type ShopAppointment,
	type ShopAppointmentRefusal,
	shopAppointmentRefusalWords,
} from '#app/domain/booking/close-appointment.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import type { Called } from './shop-call.server.ts'

const notFound: readonly ShopAppointmentRefusal[] = ['visit_not_found', 'block_not_found']
const codes = Object.keys(shopAppointmentRefusalWords) as ShopAppointmentRefusal[]

/** The status of each refusal of a change of a visit. */
export const shopAppointmentRefusals: Record<string, 404 | 409> = Object.fromEntries(
	codes.map((code) => [code, notFound.includes(code) ? 404 : 409]),
)

/** Of those what a start that the shop chooses may meet. */
export const ofStarts: readonly ShopAppointmentRefusal[] = [
	'start_past',
	'start_outside_hours',
	'start_taken',
	'staff_not_available',
	'service_not_offered',
	'price_changed',
]

/** A refusal of a visit's flow, as a program reads it. */
export function shopRefused(
	code: ShopAppointmentRefusal | WriteFailure,
	more?: RefusedCall['more'],
): { ok: false; refusal: RefusedCall } {
	return refused({
		code,
		text: isRetryable(code) ? '' : shopAppointmentRefusalWords[code],
		...(more && { more }),
	})
}

type AppointmentCalled = Called<{ reference: string }, unknown, unknown>

/** A change of the visit of the address: what its flow gives, as `toBody` says it. */
export async function actOnAppointmentOfCall<Value, Body>(
	{ caller, context, params, shopId, now, actOf }: AppointmentCalled,
	kind: ShopActKind,
	change: (
		deps: AppointmentCalled['context'],
		appointment: ShopAppointment,
	) => Promise<Outcome<Value, ShopAppointmentRefusal | WriteFailure>>,
	toBody: (value: Value, reference: string) => Body,
): Promise<Outcome<Body, RefusedCall>> {
	const { reference } = params
	// Asked for beside the flow's own reads: what the act says costs no trip.
	const act = context.shopAppointments.appointment(caller, reference, now).then((appointment) => ({
		kind,
		subjectId: appointment?.appointmentId ?? reference,
		summary: [reference, ...(appointment?.services.map(({ name }) => name) ?? [])].join(', '),
	}))
	const outcome = await change(context, { shopId, reference, alongside: actOf(act), now })
	return outcome.ok ? accepted(toBody(outcome.value, reference)) : shopRefused(outcome.refusal)
}
