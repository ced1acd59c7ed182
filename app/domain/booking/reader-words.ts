import type { AppointmentParty } from '#app/domain/booking/appointment/appointment-policy.ts'
import { appointmentStateRefusals } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { changeRefusals } from '#app/domain/booking/appointment/change-refusal.ts'
import { depositRefusals } from '#app/domain/booking/checkout/deposit-refusal.ts'
import { moneyRefusals } from '#app/domain/booking/checkout/money-refusal.ts'
import { customerRefusals } from '#app/domain/booking/customer/customer-refusal.ts'
import { draftRefusals, serviceRefusals } from '#app/domain/booking/draft/draft-refusal.ts'
import { blockRefusals, slotRefusals } from '#app/domain/booking/hold/slot-refusal.ts'
import { slotWaitRefusals } from '#app/domain/booking/wait/slot-wait.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { BookingWording, ReaderWords, WordedCode } from './booking-wording.ts'

/** The database's own answers. The kiosk and the shop's programs word them for all that they do. */
export const writeRefusals = {
	busy: {
		customer: {
			title: 'Very busy right now',
			text: 'Nothing was changed. Please try again in a moment.',
			status: 503,
		},
	},
	not_saved: {
		customer: {
			title: 'Could not save',
			text: 'We couldn’t reach the booking system. Please try again.',
			status: 503,
		},
	},
} satisfies Record<WriteFailure, ReaderWords>

/** Every refusal of a booking, from the tables of its subjects. A code stands in one of them. */
export const bookingRefusals = {
	...slotRefusals,
	...serviceRefusals,
	...moneyRefusals,
	...customerRefusals,
	...draftRefusals,
	...depositRefusals,
	...appointmentStateRefusals,
	...changeRefusals,
	...slotWaitRefusals,
	...blockRefusals,
	...writeRefusals,
}

/** The codes that a reader can meet. */
export type CodeFor<Party extends AppointmentParty> = WordedCode<Party, typeof bookingRefusals>

const forCustomers: Record<CodeFor<'customer'>, { customer: BookingWording }> = bookingRefusals
const forShops: Record<CodeFor<'shop'>, { shop: string }> = bookingRefusals

/** What a customer reads, and the status of the answer (C52, A1). */
export function customerWords(code: CodeFor<'customer'>): BookingWording {
	return forCustomers[code].customer
}

/** What the kiosk, the shop's programs and the operator read. */
export function shopWords(code: CodeFor<'shop'>): string {
	return forShops[code].shop
}

/** Whether a reader can meet a refusal: it is worded for them. */
export function isWordedFor<Party extends AppointmentParty>(
	party: Party,
	code: string,
): code is CodeFor<Party> {
	return Object.entries(bookingRefusals).some(([known, words]) => known === code && party in words)
}

/** All that a shop can meet, in the order of the tables. */
export const shopCodes = Object.keys(bookingRefusals).filter((code) => isWordedFor('shop', code))

const statuses: Partial<Record<CodeFor<'shop'>, 403 | 404 | 429>> = {
	visit_not_found: 404,
	own_visit: 403,
	block_not_found: 404,
	customer_not_found: 404,
	deposit_not_found: 404,
	too_many_deposit_links: 429,
	too_many_deposit_mails: 429,
}

/** The status of the answer, at the kiosk as in the API. */
export function appointmentStatus(refusal: CodeFor<'shop'>): 403 | 404 | 409 | 429 {
	return statuses[refusal] ?? 409
}

/** A refusal as the page of a kiosk shows it. */
export function appointmentWording(refusal: CodeFor<'shop'>): Wording {
	return { text: shopWords(refusal), status: appointmentStatus(refusal) }
}
