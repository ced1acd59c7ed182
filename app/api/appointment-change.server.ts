import * as z from 'zod'
import type { ShopAppointment } from '#app/domain/booking/close-appointment.ts'
import { type CodeFor, shopWords } from '#app/domain/booking/reader-words.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import type { Called } from './shop-call.server.ts'

/** What programs read where the code is not ours: they have known it since before the two were one. */
const publishedCodes = {
	slot_past: 'start_past',
	slot_outside_hours: 'start_outside_hours',
	slot_taken: 'start_taken',
} as const

type PublishedCode<Code extends CodeFor<'shop'>> = Code extends keyof typeof publishedCodes
	? (typeof publishedCodes)[Code]
	: Code

/** A refusal of an appointment's act, as it is published. */
export type AppointmentCode = PublishedCode<CodeFor<'shop'>>

/** The published codes in their order, each with its status. */
export const appointmentRefusals: Record<AppointmentCode, 404 | 409> = {
	visit_not_found: 404,
	visit_not_begun: 409,
	visit_cancelled: 409,
	visit_missed: 409,
	visit_completed: 409,
	visit_still_open: 409,
	visit_reviewed: 409,
	visit_confirmed: 409,
	visit_arrived: 409,
	visit_not_arrived: 409,
	too_early_to_miss: 409,
	undo_too_late: 409,
	time_given_away: 409,
	own_visit: 409,
	transfer_not_due: 409,
	problem_not_open: 409,
	reason_missing: 409,
	start_past: 409,
	start_outside_hours: 409,
	start_taken: 409,
	staff_not_available: 409,
	staff_does_it_already: 409,
	service_not_offered: 409,
	add_on_not_offered: 409,
	customer_not_found: 404,
	price_changed: 409,
	price_not_lower: 409,
	visit_changed: 409,
	nothing_to_change: 409,
	staff_not_free: 409,
	does_not_fit: 409,
	transfer_came: 409,
	payment_disputed: 409,
	invalid_selection: 409,
	time_not_free: 409,
	block_not_found: 404,
	block_not_possible: 409,
	deposit_not_asked: 409,
	deposit_too_soon: 409,
	too_many_deposit_links: 409,
	deposit_not_found: 404,
	deposit_paid: 409,
	deposit_settled: 409,
	deposit_let_go: 409,
	deposit_lapsed: 409,
	deposit_sent_already: 409,
	too_many_deposit_mails: 409,
	deposit_no_email: 409,
}

/** Why any change of a visit may be refused. */
export const ofClosed = [
	'visit_not_found',
	'visit_cancelled',
	'visit_missed',
	'visit_completed',
] satisfies AppointmentCode[]

/** What every change of a visit answers with. */
export const changedAnswer = z.object({ reference: z.string() })

/** Of those what a start that the shop chooses may meet. */
export const ofStarts = [
	'start_past',
	'start_outside_hours',
	'start_taken',
	'staff_not_available',
	'service_not_offered',
	'price_changed',
] satisfies AppointmentCode[]

function publishedCode(code: CodeFor<'shop'>): AppointmentCode {
	return isRenamed(code) ? publishedCodes[code] : code
}

function isRenamed(code: string): code is keyof typeof publishedCodes {
	return code in publishedCodes
}

/** A refusal of a visit's flow, as a program reads it. */
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

type AppointmentCalled = Called<Record<'reference', string>, unknown, unknown>

/** A change of the visit of the address: what its flow gives, as `toBody` says it. */
export async function actOnAppointmentOfCall<Value, Body>(
	{ caller, context, params, shopId, now, actOf }: AppointmentCalled,
	kind: ShopActKind,
	change: (
		deps: AppointmentCalled['context'],
		appointment: ShopAppointment,
	) => Promise<Outcome<Value, CodeFor<'shop'> | WriteFailure>>,
	toBody: (value: Value, referenceNumber: string) => Body,
): Promise<Outcome<Body, RefusedCall>> {
	const { reference: referenceNumber } = params
	// Asked for beside the flow's own reads: what the act says costs no trip.
	const act = context.booking.appointmentViews
		.appointmentOfShop(caller, referenceNumber, now)
		.then((appointment) => ({
			kind,
			subjectId: appointment?.appointmentId ?? referenceNumber,
			summary: [referenceNumber, ...(appointment?.services.map(({ name }) => name) ?? [])].join(', '),
		}))
	const outcome = await change(context, { shopId, referenceNumber, alongside: actOf(act), now })
	return outcome.ok ? accepted(toBody(outcome.value, referenceNumber)) : shopRefused(outcome.refusal)
}
