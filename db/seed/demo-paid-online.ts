import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import { storedPaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import { demoClient } from './demo-accounts.ts'
import type { DemoSeed } from './demo-shop.ts'
import type { BookingRows } from './seed-tables.ts'

/** Visits of a shop paid online, one a day. */
const VISITS_OF_SHOP = 6

/** The shop completed the newest visit yesterday evening: an earlier payout cannot include it. */
const CLOSED_BEFORE_TODAY_MS = 4 * HOUR_MS

type Rows = Pick<BookingRows, 'appointments' | 'checkouts' | 'clients' | 'appointmentServices'>

/** A visit whose payment is still to be written. */
export type PaidOnline = {
	checkoutId: string
	appointmentId: string
	shopId: string
	paidAt: Instant
	/** As on a bank statement. */
	description: string
	dueKobo: Kobo
	totalKobo: Kobo
	tipKobo: Kobo
}

/**
 * Makes some shops' newest completed visits paid online, without the demo client's and discounted ones. The app's own
 * operations write the payments.
 */
export function payOnline(rows: Rows, { shops, todayStartsAt }: DemoSeed): void {
	const own = new Set(rows.clients.flatMap(({ id, userId }) => (userId === demoClient.userId ? [id] : [])))
	for (const { shopId, paidOnlinePercent } of shops) {
		if (paidOnlinePercent === undefined) continue
		const days = new Set<string>()
		const newestFirst = rows.appointments
			.filter((one) => one.shopId === shopId && one.status === 'COMPLETED' && !one.discountKobo)
			.filter(({ clientId }) => !own.has(clientId))
			.toSorted((a, b) => b.startsAt - a.startsAt)
		for (const appointment of newestFirst) {
			if (days.size === VISITS_OF_SHOP || days.has(appointment.scheduledDate)) continue
			if (days.size === 0) appointment.completedAt = todayStartsAt - CLOSED_BEFORE_TODAY_MS
			days.add(appointment.scheduledDate)
			const checkout = rows.checkouts.find(({ id }) => id === appointment.checkoutId)
			if (!checkout) throw new Error(`a visit without a checkout: ${appointment.id}`)
			const { totalKobo } = appointment
			const dueKobo = percentOf(totalKobo, paidOnlinePercent)
			const paymentMethod = storedPaymentMethod('online')
			const { startsAt, refundableUntilAt } = appointment
			Object.assign(checkout, {
				paymentChoice: 'online',
				paymentMethod,
				dueKobo,
				startsAt,
				refundableUntilAt,
			})
			Object.assign(appointment, { paymentMethod, paidKobo: dueKobo, paidAtShopKobo: totalKobo - dueKobo })
		}
		if (days.size < VISITS_OF_SHOP) throw new Error(`${shopId} has too few completed visits`)
	}
}

export function planOnlinePayment(
	{ checkouts, appointments, appointmentServices }: Rows,
	{ shops }: DemoSeed,
): PaidOnline[] {
	const shopNames = new Map(shops.map(({ shopId, values }) => [shopId, values.name]))
	const dues = new Map(checkouts.flatMap(({ id, dueKobo }) => (dueKobo ? [[id, dueKobo]] : [])))
	return appointments.flatMap(({ id, checkoutId, shopId, totalKobo, tipKobo = 0, createdAt }) => {
		const dueKobo = dues.get(checkoutId)
		if (dueKobo === undefined) return []
		const names = appointmentServices.filter((one) => one.appointmentId === id).map(({ name }) => name)
		const description = `${names.join(', ')} at ${shopNames.get(shopId)}`
		const amounts = { dueKobo, totalKobo, tipKobo }
		return [{ checkoutId, appointmentId: id, shopId, paidAt: createdAt, description, ...amounts }]
	})
}
