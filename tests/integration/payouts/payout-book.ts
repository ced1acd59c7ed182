import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { runDuePayouts } from '#app/flows/payouts/run-payouts.server.ts'
import { sendPayouts } from '#app/flows/payouts/send-payouts.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { type PaymentDeps, paymentDeps } from '#tests/support/flow-deps.ts'
import type { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPayoutAccount } from '#tests/support/payout-desk.ts'
import type { SmallShop, SmallShopPlan } from '#tests/support/small-shop.ts'

type Desk = ReturnType<typeof withPaymentDesk>

/** Tuesday, when the visits of these tests are over. */
export const seven: Instant = ten + 9 * HOUR_MS

/** What tests of payouts do at a desk of payments. */
export function payoutBook(desk: Desk) {
	const onlineOf = ({ onlinePayments }: PaymentDeps) => {
		if (!onlinePayments) throw new Error('paying online is off')
		return onlinePayments
	}
	const book = {
		/** A shop with an account for its payouts. */
		async newPaidShop(plan: SmallShopPlan = {}): Promise<SmallShop> {
			const shop = await desk.newShop(plan)
			await addPayoutAccount(desk.database(), shop.id, { now: desk.clock.now })
			return shop
		},

		/** A visit that was paid online and booked; the clock stands where it was. */
		async booked(shop: SmallShop, choice: Parameters<Desk['atPaid']>[1] = {}) {
			const { paymentReference } = await desk.atPaid(shop, choice)
			await desk.settle(paymentReference)
			const [visit] = await desk.database().rows(
				`SELECT reference_number, id FROM appointments WHERE id =
						(SELECT appointment_id FROM transactions WHERE payment_reference = ?)`,
				paymentReference,
			)
			return {
				paymentReference,
				referenceNumber: String(visit?.reference_number),
				appointmentId: String(visit?.id),
			}
		},

		/** As `booked`, and it took place. */
		async completed(shop: SmallShop, choice: Parameters<Desk['atPaid']>[1] = {}) {
			const visit = await book.booked(shop, choice)
			const at = (choice.startsAt ?? ten) + HOUR_MS
			const done = await completeAppointment(desk.deps, {
				referenceNumber: visit.referenceNumber,
				isPaid: true,
				now: at,
			})
			if (!done.ok) throw new Error(done.refusal)
			return visit
		},

		/** The first phase, as the cron does it. */
		run: (now = desk.clock.now, deps = desk.deps) => {
			const { payouts, mode, provider } = onlineOf(deps)
			const { hour, minimumKobo } = payouts
			return runDuePayouts({ ...deps, provider }, { hour, minimumKobo, mode }, now)
		},

		/** The second. */
		send: (now = desk.clock.now, deps = desk.deps) => {
			const { providers, mode } = onlineOf(deps)
			return sendPayouts({ ...deps, providers, mode, isByTransfer: true }, now)
		},

		payoutsOf: ({ id }: SmallShop) =>
			desk.database().rows('SELECT * FROM payouts WHERE shop_id = ? ORDER BY created_at, reference', id),

		statuses: async (shop: SmallShop) => (await book.payoutsOf(shop)).map(({ status }) => status),

		/** What Paystack has sent to shops and not got back, by our references. */
		sentKobo: (references: readonly unknown[]) =>
			desk.paystack.transfers
				.filter(({ reference, status }) => references.includes(reference) && status === 'success')
				.reduce((sum, { amountKobo }) => sum + amountKobo, 0),

		/** All that has reached the shop, at Paystack. */
		async reached(shop: SmallShop): Promise<number> {
			return book.sentKobo((await book.payoutsOf(shop)).map(({ reference }) => reference))
		},

		/** For another worker. */
		newDeps: () => paymentDeps(desk.addresses.databaseUrl, desk.online),
	}
	return book
}
