import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/cancel-appointment.server.ts'
import { giveBackStatements } from '#app/flows/give-back-payment.server.ts'
import { moveAppointment } from '#app/flows/move-appointment.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { refused, ten } from '#tests/integration/booking/booking-desk.ts'
import { lagos, tuesday } from '#tests/integration/booking/small-shop.ts'
import { withPaymentDesk } from './payment-desk.ts'

const desk = withPaymentDesk('cancelpaid')

const payment = (reference: string) => desk.deps.payments.payment(reference)
const cancel = (appointmentId: string, deps = desk.deps) =>
	cancelAppointment(deps, { appointmentId, now: desk.clock.now })
const balances = (owner: string) =>
	desk.rows('SELECT kind, balance_kobo FROM ledger_accounts WHERE owner = ? ORDER BY kind', owner)

/** A visit on Tuesday at ten that was paid online, all of it or the shop's deposit. */
async function paidVisit({ depositKobo = 0, tipKobo = 0 } = {}) {
	const shop = await desk.newShop()
	if (depositKobo > 0)
		await desk.change(
			`UPDATE shops SET deposit_kind = 'amount', deposit_value = ? WHERE id = ?`,
			depositKobo,
			shop.id,
		)
	const payer = await desk.atCheckout(shop)
	const reference = await payer.start(tipKobo > 0 ? { tip: 'custom', customTip: String(tipKobo / 100) } : {})
	desk.paystack.pay(reference)
	await desk.settle(reference)
	const appointmentId = (await payment(reference))?.received?.appointmentId
	if (!appointmentId) throw new Error('not booked')
	return { shop, reference, appointmentId }
}

describe('cancelling a visit that was paid online', () => {
	test('gives the money back: the shop is due nothing, the customer all of it, tip included', async () => {
		const { shop, reference, appointmentId } = await paidVisit({ tipKobo: 70_000 })
		expect(await balances(shop.id)).toEqual([
			{ kind: 'shop_due', balance_kobo: 500_000 },
			{ kind: 'staff_tips', balance_kobo: 70_000 },
		])
		expect(await cancel(appointmentId)).toEqual({ ok: true, value: { money: 'comes_back' } })
		expect(await payment(reference)).toMatchObject({
			received: { outcome: 'refund', appointmentId, staffTipKobo: 0 },
			refund: { reason: 'cancelled', status: 'requested', amountKobo: 570_000 },
		})
		expect(await balances(shop.id)).toEqual([
			{ kind: 'shop_due', balance_kobo: 0 },
			{ kind: 'staff_tips', balance_kobo: 0 },
		])
		expect(await balances(reference)).toEqual([{ kind: 'customer_money', balance_kobo: 570_000 }])
	})

	test('gives a deposit back, and nothing that was never paid', async () => {
		const { reference, appointmentId } = await paidVisit({ depositKobo: 150_000 })
		expect(await cancel(appointmentId)).toEqual({ ok: true, value: { money: 'comes_back' } })
		expect((await payment(reference))?.refund?.amountKobo).toBe(150_000)
	})

	test('from ten tabs at once, and again later, gives it back once', async () => {
		const { shop, reference, appointmentId } = await paidVisit()
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, tab) =>
				cancelAppointment(desk.deps, { appointmentId, now: desk.clock.now + (tab % 3) }),
			),
		)
		desk.clock.now += HOUR_MS
		answers.push(await cancel(appointmentId))
		expect(answers).toEqual(Array(11).fill({ ok: true, value: { money: 'comes_back' } }))
		expect(await desk.rows('SELECT * FROM refunds WHERE payment_reference = ?', reference)).toHaveLength(1)
		expect(await balances(shop.id)).toEqual([{ kind: 'shop_due', balance_kobo: 0 }])
	})

	test('up to exactly 24 hours before gives it back, a millisecond later the shop keeps it', async () => {
		const onTime = await paidVisit()
		const now = desk.clock.now
		desk.clock.now = ten - 24 * HOUR_MS
		expect(await cancel(onTime.appointmentId)).toMatchObject({ value: { money: 'comes_back' } })
		desk.clock.now = now
		const late = await paidVisit()
		desk.clock.now = ten - 24 * HOUR_MS + 1
		expect(await cancel(late.appointmentId)).toMatchObject({ value: { money: 'kept' } })
		expect(await payment(late.reference)).toMatchObject({
			received: { outcome: 'booked' },
			refund: null,
		})
		expect(await balances(late.shop.id)).toEqual([{ kind: 'shop_due', balance_kobo: 500_000 }])
	})

	test('that the shop has completed in the meantime gives nothing back and cancels nothing', async () => {
		const { reference, appointmentId } = await paidVisit()
		const { appointments } = desk.deps
		let reads = 0
		const answer = await cancel(appointmentId, {
			...desk.deps,
			appointments: {
				...appointments,
				bookedVisit: async (id: string) => {
					const visit = await appointments.bookedVisit(id)
					if (reads++ === 0)
						await desk.change(`UPDATE appointments SET status = 'COMPLETED' WHERE id = ?`, id)
					return visit
				},
			},
		})
		expect(answer).toEqual(refused('visit_not_ahead'))
		expect(await payment(reference)).toMatchObject({ received: { outcome: 'booked' }, refund: null })
	})

	test('whose money the operator has given back in the meantime cancels it, and gives nothing back twice', async () => {
		const { reference, appointmentId } = await paidVisit()
		const { appointments, writeBatch } = desk.deps
		let reads = 0
		const answer = await cancel(appointmentId, {
			...desk.deps,
			appointments: {
				...appointments,
				bookedVisit: async (id: string) => {
					const visit = await appointments.bookedVisit(id)
					const paid = await payment(reference)
					if (reads++ === 0 && paid?.received)
						await writeBatch(
							giveBackStatements(
								desk.deps,
								{ ...paid, received: paid.received },
								'by_operator',
								desk.clock.now,
							),
						)
					return visit
				},
			},
		})
		expect(answer).toEqual({ ok: true, value: { money: 'nothing_paid' } })
		expect((await payment(reference))?.refund?.reason).toBe('by_operator')
		const [visit] = await desk.rows('SELECT status FROM appointments WHERE id = ?', appointmentId)
		expect(visit?.status).toBe('CANCELLED')
	})

	test('whose answer was lost on the way is sent again, and gives the money back once', async () => {
		const { reference, appointmentId } = await paidVisit()
		const { writeBatch } = desk.deps
		let lost = 0
		const answer = await cancel(appointmentId, {
			...desk.deps,
			writeBatch: async (statements) => {
				const written = await writeBatch(statements)
				if (lost++ === 0)
					throw Object.assign(new Error('lost'), { name: 'DatabaseError', kind: 'unknown', rule: null })
				return written
			},
		})
		expect(answer).toEqual({ ok: true, value: { money: 'comes_back' } })
		expect(await desk.rows('SELECT * FROM refunds WHERE payment_reference = ?', reference)).toHaveLength(1)
	})

	test('which was moved closer still goes by the time at which money was refundable first', async () => {
		const { reference, appointmentId } = await paidVisit()
		const nine = lagos(tuesday, '09:00')
		const before = await payment(reference)
		expect(
			(await moveAppointment(desk.deps, { appointmentId, startsAt: nine, now: desk.clock.now })).ok,
		).toBe(true)
		expect(await payment(reference)).toEqual(before)
		desk.clock.now = ten - 24 * HOUR_MS
		expect(await cancel(appointmentId)).toMatchObject({ value: { money: 'comes_back' } })
	})
})
