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

/** Failed writes. The kiosk and the shop's programs word them once for all calls. */
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

/** Every refusal of a booking, each code in one table. */
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

export type CodeFor<Party extends AppointmentParty> = WordedCode<Party, typeof bookingRefusals>

const forCustomers: Record<CodeFor<'customer'>, { customer: BookingWording }> = bookingRefusals
const forShops: Record<CodeFor<'shop'>, { shop: string }> = bookingRefusals

/** What a customer reads, and the answer's status (C52, A1). */
export function customerWords(code: CodeFor<'customer'>): BookingWording {
	return forCustomers[code].customer
}

export function shopWords(code: CodeFor<'shop'>): string {
	return forShops[code].shop
}

export function isWordedFor<Party extends AppointmentParty>(
	party: Party,
	code: string,
): code is CodeFor<Party> {
	return Object.entries(bookingRefusals).some(([known, words]) => known === code && party in words)
}

/** In the order of the tables. */
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

/** At the kiosk and in the API. */
export function appointmentStatus(refusal: CodeFor<'shop'>): 403 | 404 | 409 | 429 {
	return statuses[refusal] ?? 409
}

/** For the kiosk's page. */
export function appointmentWording(refusal: CodeFor<'shop'>): Wording {
	return { text: shopWords(refusal), status: appointmentStatus(refusal) }
}
