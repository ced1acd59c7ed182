import type { AppointmentParty } from '#app/domain/booking/appointment/appointment-policy.ts'
import { appointmentStateRefusals } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { changeRefusals } from '#app/domain/booking/appointment/change-refusal.ts'
import { depositRefusals } from '#app/domain/booking/checkout/deposit-refusal.ts'
import { moneyRefusals } from '#app/domain/booking/checkout/money-refusal.ts'
import { customerRefusals } from '#app/domain/booking/customer/customer-refusal.ts'
import { blockRefusals } from '#app/domain/booking/desk/block-refusal.ts'
import { draftRefusals } from '#app/domain/booking/draft/draft-refusal.ts'
import { serviceRefusals } from '#app/domain/booking/draft/service-refusal.ts'
import { slotRefusals } from '#app/domain/booking/hold/slot-refusal.ts'
import { slotWaitRefusals } from '#app/domain/booking/wait/slot-wait-refusal.ts'
import type { BookingWording, WordedCode } from './booking-wording.ts'
import { writeRefusals } from './write-refusal.ts'

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
