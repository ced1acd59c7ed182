import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { refundStatements } from '#app/flows/refunds/refund-payment.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { beforeWrite, loseAnswer } from '#tests/support/around-a-write.ts'
import { refused, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('cancelpaid')

const payment = (paymentReference: string) => desk.deps.payments.attempts.payment(paymentReference)
const cancel = (appointmentId: string, deps = desk.deps) =>
	cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now })
/** Dependencies with which something happens, once, right after the visit was read. */
function afterRead(happens: () => Promise<unknown>): typeof desk.deps {
	const { appointments } = desk.deps.booking
	let isFirst = true
	const appointment = async (id: string) => {
		const read = await appointments.appointment(id)
		if (isFirst) {
			isFirst = false
			await happens()
		}
		return read
	}
	return {
		...desk.deps,
		booking: { ...desk.deps.booking, appointments: { ...appointments, appointment } },
	}
}
const balances = (owner: string) =>
	desk.rows('SELECT kind, balance_kobo FROM ledger_accounts WHERE owner = ? ORDER BY kind', owner)

/** A visit on Tuesday at ten that was paid online, all of it or the shop's deposit. */
async function paidAppointment({ depositKobo = 0, tipKobo = 0 } = {}) {
	const shop = await desk.newShop()
	if (depositKobo > 0)
		await desk.change(
			`UPDATE shops SET deposit_kind = 'amount', deposit_value = ? WHERE id = ?`,
			depositKobo,
			shop.id,
		)
	const payer = await desk.atCheckout(shop)
	const paymentReference = await payer.start(
		tipKobo > 0 ? { tip: 'custom', customTip: String(tipKobo / 100) } : {},
	)
	desk.paystack.pay(paymentReference)
	await desk.settle(paymentReference)
	const appointmentId = (await payment(paymentReference))?.received?.appointmentId
	if (!appointmentId) throw new Error('not booked')
	return { shop, paymentReference, appointmentId }
}

test('a link that the shop handed over cancels no visit that was paid online', async () => {
	const { appointmentId, paymentReference } = await paidAppointment()
	const by = { kind: 'customer', appointmentId, isHanded: true } as const
	expect(await cancelAppointment(desk.deps, { by, now: desk.clock.now })).toEqual(refused('visit_not_found'))
	expect((await payment(paymentReference))?.refund).toBeNull()
	expect(await cancel(appointmentId)).toMatchObject({ ok: true, value: { money: 'refunded' } })
})

describe('S19: cancelling in time while the payer disputes the payment', () => {
	const dispute = (event: string, paymentReference: string, more: object = {}) =>
		desk.deliver({
			event: `charge.dispute.${event}`,
			data: { id: `of-${paymentReference}`, transaction: { reference: paymentReference }, ...more },
		})

	async function disputedAndCancelled() {
		const appointment = await paidAppointment()
		await dispute('create', appointment.paymentReference)
		expect(await cancel(appointment.appointmentId)).toMatchObject({ ok: true, value: { money: 'disputed' } })
		return appointment
	}

	test('sends no refund, and tells a person', async () => {
		const { paymentReference, appointmentId } = await disputedAndCancelled()
		expect(await payment(paymentReference)).toMatchObject({ received: { outcome: 'booked' }, refund: null })
		expect(desk.deps.lines.filter((line) => line.startsWith('ALERT'))).toContainEqual(
			`ALERT payment ${paymentReference}: its visit was cancelled in time while its payer disputes it: no refund was sent`,
		)
		expect(await cancel(appointmentId)).toMatchObject({ ok: true, value: { money: 'disputed' } })
	})

	test('is refunded, once, when the bank leaves the money here', async () => {
		const { paymentReference } = await disputedAndCancelled()
		await dispute('resolve', paymentReference, { resolution: 'declined' })
		await dispute('resolve', paymentReference, { id: 'again', resolution: 'declined' })
		expect(await payment(paymentReference)).toMatchObject({
			received: { outcome: 'refund', disputedAt: null },
			refund: { reason: 'cancelled', status: 'requested' },
		})
	})

	test('is not refunded a second time when the bank took the money', async () => {
		const { paymentReference } = await disputedAndCancelled()
		await dispute('resolve', paymentReference, { resolution: 'merchant-accepted', refund_amount: 500_000 })
		expect(await payment(paymentReference)).toMatchObject({
			refund: { reason: 'dispute_lost', status: 'processed' },
		})
	})

	test('at the very moment at which it is opened or ends has one outcome', async () => {
		for (const isOpened of [true, false]) {
			const { paymentReference, appointmentId } = await paidAppointment()
			if (!isOpened) await dispute('create', paymentReference)
			const event = isOpened ? 'create' : 'resolve'
			const cancelled = await cancel(
				appointmentId,
				beforeWrite({ ...desk.deps }, () => dispute(event, paymentReference, { resolution: 'declined' })),
			)
			expect(cancelled).toMatchObject({ ok: true, value: { money: isOpened ? 'disputed' : 'refunded' } })
			expect((await payment(paymentReference))?.refund?.reason).toBe(isOpened ? undefined : 'cancelled')
		}
	})

	test('a refund that was decided before is not sent while it is disputed', async () => {
		const { paymentReference, appointmentId } = await paidAppointment()
		await cancel(appointmentId)
		await dispute('create', paymentReference)
		const due = () => desk.deps.payments.refunds.dueRefunds('test', desk.clock.now, 1, paymentReference)
		expect(await due()).toEqual([])
		await dispute('resolve', paymentReference, { resolution: 'declined' })
		expect(await due()).toHaveLength(1)
	})
})

describe('cancelling a visit that was paid online', () => {
	test('gives the money back: the shop is due nothing, the customer all of it, tip included', async () => {
		const { shop, paymentReference, appointmentId } = await paidAppointment({ tipKobo: 70_000 })
		expect(await balances(shop.id)).toEqual([
			{ kind: 'shop_due', balance_kobo: 500_000 },
			{ kind: 'staff_tips', balance_kobo: 70_000 },
		])
		expect(await cancel(appointmentId)).toMatchObject({ ok: true, value: { money: 'refunded' } })
		expect(await payment(paymentReference)).toMatchObject({
			received: { outcome: 'refund', appointmentId, staffTipKobo: 0 },
			refund: { reason: 'cancelled', status: 'requested', amountKobo: 570_000 },
		})
		expect(await balances(shop.id)).toEqual([
			{ kind: 'shop_due', balance_kobo: 0 },
			{ kind: 'staff_tips', balance_kobo: 0 },
		])
		expect(await balances(paymentReference)).toEqual([{ kind: 'customer_money', balance_kobo: 570_000 }])
	})

	test('gives a deposit back, and nothing that was never paid', async () => {
		const { paymentReference, appointmentId } = await paidAppointment({ depositKobo: 150_000 })
		expect(await cancel(appointmentId)).toMatchObject({ ok: true, value: { money: 'refunded' } })
		expect((await payment(paymentReference))?.refund?.amountKobo).toBe(150_000)
	})

	test('from ten tabs at once, and again later, gives it back once', async () => {
		const { shop, paymentReference, appointmentId } = await paidAppointment()
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, tab) =>
				cancelAppointment(desk.deps, {
					by: { kind: 'customer', appointmentId },
					now: desk.clock.now + (tab % 3),
				}),
			),
		)
		desk.clock.now += HOUR_MS
		answers.push(await cancel(appointmentId))
		expect(answers).toMatchObject(Array(11).fill({ ok: true, value: { money: 'refunded' } }))
		expect(
			await desk.rows('SELECT * FROM refunds WHERE payment_reference = ?', paymentReference),
		).toHaveLength(1)
		expect(await balances(shop.id)).toEqual([{ kind: 'shop_due', balance_kobo: 0 }])
	})

	test('up to exactly 24 hours before gives it back, a millisecond later the shop keeps it', async () => {
		const onTime = await paidAppointment()
		const now = desk.clock.now
		desk.clock.now = ten - 24 * HOUR_MS
		expect(await cancel(onTime.appointmentId)).toMatchObject({ value: { money: 'refunded' } })
		desk.clock.now = now
		const late = await paidAppointment()
		desk.clock.now = ten - 24 * HOUR_MS + 1
		expect(await cancel(late.appointmentId)).toMatchObject({ value: { money: 'kept' } })
		expect(await payment(late.paymentReference)).toMatchObject({
			received: { outcome: 'booked' },
			refund: null,
		})
		expect(await balances(late.shop.id)).toEqual([{ kind: 'shop_due', balance_kobo: 500_000 }])
	})

	test('that the shop has completed in the meantime gives nothing back and cancels nothing', async () => {
		const { paymentReference, appointmentId } = await paidAppointment()
		const completed = `UPDATE appointments SET status = 'COMPLETED', completed_at = 1 WHERE id = ?`
		const answer = await cancel(
			appointmentId,
			afterRead(() => desk.change(completed, appointmentId)),
		)
		expect(answer).toEqual(refused('appointment_not_ahead'))
		expect(await payment(paymentReference)).toMatchObject({ received: { outcome: 'booked' }, refund: null })
	})

	test('whose money the operator has given back in the meantime cancels it, and gives nothing back twice', async () => {
		const { paymentReference, appointmentId } = await paidAppointment()
		const refund = async () => {
			const paid = await payment(paymentReference)
			if (!paid?.received) throw new Error('not paid')
			const { writeBatch } = desk.deps
			const received = { ...paid, received: paid.received }
			await writeBatch(refundStatements(desk.deps, received, 'by_operator', desk.clock.now))
		}
		const answer = await cancel(appointmentId, afterRead(refund))
		expect(answer).toMatchObject({ ok: true, value: { money: 'nothing_paid' } })
		expect((await payment(paymentReference))?.refund?.reason).toBe('by_operator')
		const [appointment] = await desk.rows('SELECT status FROM appointments WHERE id = ?', appointmentId)
		expect(appointment?.status).toBe('CANCELLED')
	})

	test('whose answer was lost on the way is sent again, and gives the money back once', async () => {
		const { paymentReference, appointmentId } = await paidAppointment()
		const answer = await cancel(appointmentId, loseAnswer({ ...desk.deps }))
		expect(answer).toMatchObject({ ok: true, value: { money: 'refunded' } })
		expect(
			await desk.rows('SELECT * FROM refunds WHERE payment_reference = ?', paymentReference),
		).toHaveLength(1)
	})

	test('D31: which was moved closer goes by the free hours before its new start', async () => {
		const { paymentReference, appointmentId } = await paidAppointment()
		const nine = lagos(tuesday, '09:00')
		const before = await payment(paymentReference)
		expect(
			(
				await moveAppointment(desk.deps, {
					by: { kind: 'customer', appointmentId },
					startsAt: nine,
					now: desk.clock.now,
				})
			).ok,
		).toBe(true)
		expect(await payment(paymentReference)).toEqual(before)
		desk.clock.now = ten - 24 * HOUR_MS
		expect(await cancel(appointmentId)).toMatchObject({ value: { money: 'kept' } })
	})
})
