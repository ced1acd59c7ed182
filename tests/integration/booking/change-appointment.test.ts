import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { changeAppointment, shownSums } from '#app/flows/booking/change-appointment.server.ts'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { planChange, readChangeable, type WantedChange } from '#app/flows/booking/plan-change.server.ts'
import { applyDisputeEvent } from '#app/flows/payments/apply-dispute-event.server.ts'
import { applyRefundEvent } from '#app/flows/payments/apply-refund-event.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { loseAnswer } from '#tests/support/around-a-write.ts'
import { refused, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShop, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('change')
const naira = 100
const plan: SmallShopPlan = {
	staff: { Ada: {}, Bisi: {}, Chi: {} },
	services: {
		cut: {},
		trim: { priceKobo: 3_000 * naira, minutes: 30 },
		braids: { priceKobo: 9_000 * naira, minutes: 120, staff: ['Bisi', 'Chi'] },
		free: { priceKobo: 0, minutes: 30 },
	},
	promoCodes: { SAVE: { percent: 10, minimumKobo: 4_000 * naira } },
}

type Wanted = { service?: string; staff?: string; position?: number; startsAt?: number }

/** Asks as the question page does, and confirms what it shows, or `shown`. */
async function ask(shop: SmallShop, appointmentId: string, of: Wanted, deps = desk.deps) {
	const wanted: WantedChange = {
		position: of.position ?? 0,
		serviceId: of.service === undefined ? null : shop.idOf(of.service),
		staffMemberId: of.staff === undefined ? null : shop.idOf(of.staff),
		startsAt: of.startsAt ?? ten,
	}
	const { now } = desk.clock
	const found = await readChangeable(deps, { appointmentId, wanted, now })
	if (!found) throw new Error('no such visit')
	const planned = planChange(found, wanted, now)
	const shown = planned.ok ? shownSums(planned.value.bill) : ''
	const named = planned.ok ? { ...wanted, staffMemberId: planned.value.staff.staffMemberId } : wanted
	return {
		planned,
		confirm: (seen: { shown?: string; deps?: typeof desk.deps } = {}) =>
			changeAppointment(seen.deps ?? deps, {
				by: { kind: 'customer', appointmentId },
				wanted: named,
				sequence: found.toChange.sequence,
				shown: seen.shown ?? shown,
				now: desk.clock.now,
			}),
	}
}

const change = async (shop: SmallShop, appointmentId: string, of: Wanted) =>
	(await ask(shop, appointmentId, of)).confirm()
const changed = { ok: true, value: { isChanged: true } }

async function appointmentOf(appointmentId: string) {
	const [row] = await desk.rows(
		`SELECT total_kobo / 100 AS total, paid_kobo / 100 AS paid, discount_kobo / 100 AS discount, tip_kobo / 100 AS tip,
			payment_status AS state, move_count AS moves, calendar_sequence AS sequence, (ends_at - starts_at) / 60000 AS minutes,
			(SELECT group_concat(substr(service_id, instr(service_id, '-') + 1) || ' ' || substr(staff_member_id, instr(staff_member_id, '-') + 1), ', ')
				FROM appointment_services WHERE appointment_id = appointments.id) AS what
			FROM appointments WHERE id = ?`,
		appointmentId,
	)
	return row
}
const refundsOf = (paymentReference: string) =>
	desk.rows(
		'SELECT part, amount_kobo / 100 AS amount, status FROM refunds WHERE payment_reference = ? ORDER BY requested_at, part',
		paymentReference,
	)

async function bookedForCash(of: SmallShopPlan = plan, staff = 'Ada') {
	const shop = await desk.newShop(of)
	const booked = await desk.bookForCash(shop, ten, staff)
	if (!booked.ok) throw new Error(booked.refusal)
	return { shop, appointmentId: booked.value.appointmentId }
}

async function paid({ service = 'cut', promoCode = '', tip = '', depositKobo = 0 } = {}) {
	const shop = await desk.newShop(plan)
	if (depositKobo > 0) await desk.setShop(shop, `deposit_kind = 'amount', deposit_value = ${depositKobo}`)
	const payer = await desk.atCheckout(shop, { service, promoCode })
	const paymentReference = await payer.start({ ...(promoCode && { promoCode }), ...(tip && { tip }) })
	desk.paystack.pay(paymentReference)
	await desk.settle(paymentReference)
	const payment = await desk.deps.payments.attempts.payment(paymentReference)
	const appointmentId = payment?.received?.appointmentId
	if (!appointmentId) throw new Error('not booked')
	return { shop, paymentReference, appointmentId }
}

/** Sends what is due and lets Paystack finish it. */
async function refundAll() {
	for (let round = 0; round < 3; round++) {
		await processRefunds(desk.deps, desk.clock.now)
		desk.clock.now += 10 * MINUTE_MS
	}
}

describe('another person', () => {
	test('does the visit at its time; price, length and payment stay, and one move is used up', async () => {
		const { shop, appointmentId } = await bookedForCash()
		expect(await change(shop, appointmentId, { staff: 'Bisi' })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 5_000,
			what: 'cut bisi',
			moves: 1,
			sequence: 1,
			minutes: 60,
		})
	})

	test('whoever is free takes it, and never the present one', async () => {
		const { shop, appointmentId } = await bookedForCash()
		await desk.bookForCash(shop, ten, 'Bisi')
		expect(await change(shop, appointmentId, {})).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({ what: 'cut chi' })
	})

	test('who has no time then is refused, and the visit stays', async () => {
		const { shop, appointmentId } = await bookedForCash()
		await desk.bookForCash(shop, ten, 'Bisi')
		expect(await change(shop, appointmentId, { staff: 'Bisi' })).toEqual(refused('staff_not_free' as never))
		expect(await appointmentOf(appointmentId)).toMatchObject({ what: 'cut ada', moves: 0 })
	})

	test('who is taken between the question and the answer is refused', async () => {
		const { shop, appointmentId } = await bookedForCash()
		const { confirm } = await ask(shop, appointmentId, { staff: 'Bisi' })
		await desk.bookForCash(shop, ten, 'Bisi')
		expect((await confirm()).ok).toBe(false)
	})
})

describe('another service of a visit that is paid at the shop', () => {
	test('has its price and length of today, and the person who can do it', async () => {
		const { shop, appointmentId } = await bookedForCash()
		expect(await change(shop, appointmentId, { service: 'braids' })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 9_000,
			what: 'braids bisi',
			minutes: 120,
		})
		expect(await change(shop, appointmentId, { service: 'trim' })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 3_000,
			what: 'trim bisi',
			minutes: 30,
		})
	})

	test('that does not fit at its time can be had at another one', async () => {
		const { shop, appointmentId } = await bookedForCash({
			...plan,
			staff: { Ada: {}, Bisi: {}, Chi: { isActive: false } },
		})
		await desk.bookForCash(shop, lagos(tuesday, '11:00'), 'Bisi')
		expect(await change(shop, appointmentId, { service: 'braids' })).toEqual(refused('does_not_fit' as never))
		const noon = lagos(tuesday, '12:00')
		expect(await change(shop, appointmentId, { service: 'braids', startsAt: noon })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({ what: 'braids bisi', moves: 1 })
	})

	test('at a price that changed since the question is asked again', async () => {
		const { shop, appointmentId } = await bookedForCash()
		const { confirm } = await ask(shop, appointmentId, { service: 'trim' })
		await desk.change('UPDATE services SET price_kobo = 1 WHERE id = ?', shop.idOf('trim'))
		expect(await confirm()).toEqual(refused('price_changed'))
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 5_000, what: 'cut ada' })
	})

	test('can be had until two hours before, six times', async () => {
		const { shop, appointmentId } = await bookedForCash()
		const services = ['trim', 'cut', 'trim', 'cut', 'trim', 'cut']
		for (const service of services) {
			desk.clock.now += 1
			expect(await change(shop, appointmentId, { service })).toEqual(changed)
		}
		desk.clock.now += 1
		expect(await change(shop, appointmentId, { service: 'trim' })).toEqual(refused('too_many_moves'))
		const late = await bookedForCash()
		desk.clock.now = ten - 2 * HOUR_MS + 1
		expect(await change(late.shop, late.appointmentId, { service: 'trim' })).toEqual(
			refused('too_late_to_move'),
		)
	})

	test('of two at once one is made; a form that is sent twice is one change', async () => {
		const { shop, appointmentId } = await bookedForCash()
		const [one, two] = [
			await ask(shop, appointmentId, { service: 'trim' }),
			await ask(shop, appointmentId, { service: 'free' }),
		]
		const answers = await Promise.all([one.confirm(), two.confirm({ deps: desk.newDeps() })])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await appointmentOf(appointmentId)).toMatchObject({ moves: 1, sequence: 1 })
		const winner = answers[0]?.ok ? one : two
		expect(await winner.confirm()).toEqual({ ok: true, value: { isChanged: false } })
		expect(await appointmentOf(appointmentId)).toMatchObject({ moves: 1 })
	})

	test('beside a cancellation: the visit is one of both, and sound', async () => {
		const { shop, appointmentId } = await bookedForCash()
		const { confirm } = await ask(shop, appointmentId, { service: 'trim' })
		const [answer] = await Promise.all([
			confirm(),
			cancelAppointment(desk.newDeps(), { by: { kind: 'customer', appointmentId }, now: desk.clock.now }),
		])
		const [row] = await desk.rows('SELECT status FROM appointments WHERE id = ?', appointmentId)
		expect(row?.status).toBe('CANCELLED')
		if (!answer.ok) expect(answer).toEqual(refused('visit_changed' as never))
	})

	test('F15: that commits between the reading and the writing of a move goes along with it', async () => {
		const { shop, appointmentId } = await bookedForCash()
		let writes = 0
		const writeBatch: typeof desk.deps.writeBatch = async (batch) => {
			writes += 1
			if (writes === 1) expect(await change(shop, appointmentId, { service: 'braids' })).toEqual(changed)
			return desk.deps.writeBatch(batch)
		}
		const startsAt = lagos(tuesday, '13:00')
		const { now } = desk.clock
		expect(
			await moveAppointment(
				{ ...desk.deps, writeBatch },
				{ by: { kind: 'customer', appointmentId }, startsAt, now },
			),
		).toEqual(changed)
		expect(writes).toBe(2)
		expect(await appointmentOf(appointmentId)).toMatchObject({ what: 'braids bisi', minutes: 120, moves: 2 })
		// The second hour is the visit's own.
		const [entry] = await desk.rows(
			'SELECT ends_at FROM calendar_entries WHERE appointment_id = ?',
			appointmentId,
		)
		expect(entry?.ends_at).toBe(lagos(tuesday, '15:00'))
	})

	test('F15: a move whose answer got lost is one move', async () => {
		const { appointmentId } = await bookedForCash()
		const startsAt = lagos(tuesday, '13:00')
		const by = { kind: 'customer', appointmentId } as const
		const losing = loseAnswer({ ...desk.deps })
		expect(await moveAppointment(losing, { by, startsAt, now: desk.clock.now })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({ moves: 1, sequence: 1 })
	})

	test('that commits between the reading and the writing of a cancellation is read again by it', async () => {
		const { shop, appointmentId } = await bookedForCash()
		let writes = 0
		const writeBatch: typeof desk.deps.writeBatch = async (batch) => {
			writes += 1
			if (writes === 1) expect(await change(shop, appointmentId, { service: 'trim' })).toEqual(changed)
			return desk.deps.writeBatch(batch)
		}
		expect(
			await cancelAppointment(
				{ ...desk.deps, writeBatch },
				{ by: { kind: 'customer', appointmentId }, now: desk.clock.now },
			),
		).toMatchObject({ ok: true, value: { money: 'nothing_paid' } })
		expect(writes).toBe(2)
	})

	test('an answer that got lost is still one change', async () => {
		const { shop, appointmentId } = await bookedForCash()
		const { confirm } = await ask(shop, appointmentId, { service: 'trim' })
		expect(await confirm({ deps: loseAnswer({ ...desk.deps }) })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({ what: 'trim ada', moves: 1, sequence: 1 })
	})
})

describe('another service of a visit that was paid online', () => {
	test('dearer: what was paid stays, the rest is paid at the shop', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		expect(await change(shop, appointmentId, { service: 'braids' })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 9_000, paid: 5_000, state: 'pending' })
		expect(await refundsOf(paymentReference)).toEqual([])
	})

	test('cheaper in time: the difference goes back through Paystack; cancelling later gives back the rest', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		expect(await change(shop, appointmentId, { service: 'trim' })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 3_000,
			paid: 3_000,
			state: 'completed',
		})
		expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(3_000 * naira)
		await refundAll()
		expect(await refundsOf(paymentReference)).toEqual([{ part: 1, amount: 2_000, status: 'processed' }])
		await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now })
		await refundAll()
		expect(await refundsOf(paymentReference)).toEqual([
			{ part: 1, amount: 2_000, status: 'processed' },
			{ part: 0, amount: 3_000, status: 'processed' },
		])
		expect(desk.paystack.transactions.find(({ reference }) => reference === paymentReference)?.status).toBe(
			'reversed',
		)
		expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(0)
	})

	test('cheaper too late: the shop keeps the difference, and it pays for a dearer one afterwards', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		desk.clock.now = ten - 5 * HOUR_MS
		const { planned, confirm } = await ask(shop, appointmentId, { service: 'trim' })
		expect(planned).toMatchObject({ value: { bill: { backKobo: 0, keptKobo: 2_000 * naira } } })
		expect(await confirm()).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 3_000,
			paid: 3_000,
			state: 'completed',
		})
		desk.clock.now += 1
		expect(await change(shop, appointmentId, { service: 'braids' })).toEqual(changed)
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 9_000, paid: 5_000, state: 'pending' })
		expect(await refundsOf(paymentReference)).toEqual([])
	})

	test('that the shop cancels afterwards gives back what it kept, too', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		desk.clock.now = ten - 5 * HOUR_MS
		await change(shop, appointmentId, { service: 'free' })
		const booked = await desk.deps.booking.appointments.appointment(appointmentId)
		const reference = booked?.referenceNumber ?? ''
		await cancelAppointment(desk.deps, {
			by: { kind: 'shop', shopId: shop.id, referenceNumber: reference, reason: 'Power cut' },
			now: desk.clock.now,
		})
		expect(await refundsOf(paymentReference)).toMatchObject([{ part: 0, amount: 5_000 }])
	})

	test('a promo code is priced anew, and given back under its minimum; a percentage tip goes along', async () => {
		const { shop, appointmentId, paymentReference } = await paid({ promoCode: 'SAVE', tip: '10' })
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 4_950, discount: 500, tip: 450 })
		await change(shop, appointmentId, { service: 'braids' })
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 8_910,
			discount: 900,
			tip: 810,
			paid: 4_950,
		})
		desk.clock.now += 1
		await change(shop, appointmentId, { service: 'trim' })
		expect(await appointmentOf(appointmentId)).toMatchObject({
			total: 3_300,
			discount: 0,
			tip: 300,
			paid: 3_300,
		})
		expect(await desk.usesOf(shop, 'SAVE')).toBe(0)
		expect(await refundsOf(paymentReference)).toMatchObject([{ part: 1, amount: 1_650 }])
		expect(await desk.balanceOf(`staff_tips:${shop.id}`)).toBe(300 * naira)
	})

	test('two differences of one payment are sent one after the other, and each by its own number', async () => {
		const { shop, appointmentId, paymentReference } = await paid({ service: 'braids' })
		await change(shop, appointmentId, { service: 'cut' })
		desk.clock.now += 1
		await change(shop, appointmentId, { service: 'trim' })
		const due = await desk.deps.payments.refunds.dueRefunds('test', desk.clock.now, 10, paymentReference)
		expect(due.map(({ part }) => part)).toEqual([1])
		await refundAll()
		expect(await refundsOf(paymentReference)).toEqual([
			{ part: 1, amount: 4_000, status: 'processed' },
			{ part: 2, amount: 2_000, status: 'processed' },
		])
	})

	test('an early event of a difference that comes late and without its number refunds nothing else', async () => {
		const { shop, appointmentId, paymentReference } = await paid({ service: 'braids' })
		await change(shop, appointmentId, { service: 'trim' })
		await refundAll()
		const answer = await applyRefundEvent(desk.deps, {
			paymentReference,
			news: {
				about: 'refund',
				status: 'pending',
				details: { refundId: null, amountKobo: 6_000 * naira, currency: 'NGN' },
			},
			now: desk.clock.now,
		})
		expect(answer).toBe('done')
		expect(await refundsOf(paymentReference)).toEqual([{ part: 1, amount: 6_000, status: 'processed' }])
		expect(await appointmentOf(appointmentId)).toMatchObject({ paid: 3_000, state: 'completed' })
	})

	test('a difference whose answer got lost is sent once', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		await change(shop, appointmentId, { service: 'trim' })
		desk.paystack.setBehaviour({ refund: 'lose' })
		await processRefunds(desk.deps, desk.clock.now)
		desk.paystack.behaveWell()
		await refundAll()
		expect(await refundsOf(paymentReference)).toMatchObject([{ part: 1, amount: 2_000 }])
		expect(
			desk.paystack.refunds.filter(({ transaction }) => transaction.reference === paymentReference),
		).toHaveLength(1)
	})

	test('while the bank reviews the payment nothing goes back, so it is not made cheaper', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		await desk.deliver({
			event: 'charge.dispute.create',
			data: { id: 'd1', transaction: { reference: paymentReference } },
		})
		expect(await change(shop, appointmentId, { service: 'trim' })).toEqual(
			refused('payment_disputed' as never),
		)
		expect(await change(shop, appointmentId, { service: 'braids' })).toEqual(changed)
	})

	test('a deposit pays for the cheaper visit as far as it goes', async () => {
		const { shop, appointmentId, paymentReference } = await paid({ depositKobo: 2_000 * naira })
		await change(shop, appointmentId, { service: 'trim' })
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 3_000, paid: 2_000, state: 'pending' })
		desk.clock.now += 1
		await change(shop, appointmentId, { service: 'free' })
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 0, paid: 0 })
		expect(await refundsOf(paymentReference)).toMatchObject([{ part: 1, amount: 2_000 }])
		expect(
			await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now }),
		).toMatchObject({
			ok: true,
			value: { money: 'nothing_paid' },
		})
	})

	test('whose difference was all of it owes nothing more, whoever asks', async () => {
		const { shop, appointmentId, paymentReference } = await paid()
		expect(await change(shop, appointmentId, { service: 'free' })).toEqual(changed)
		await refundAll()
		const whole = [{ part: 1, amount: 5_000, status: 'processed' }]
		expect(await refundsOf(paymentReference)).toEqual(whole)
		const { now } = desk.clock
		expect(await refundByOperator(desk.newDeps(), { givenReference: paymentReference, now })).toEqual(
			refused('refunded_already' as never),
		)

		expect(
			await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now }),
		).toMatchObject({ ok: true })
		for (const isLost of [true, false]) {
			const details = { isLost, amountKobo: null, category: null, openedAt: null, dueAt: null }
			expect(
				await applyDisputeEvent(desk.deps, {
					...{ paymentReference, disputeId: null, now },
					news: { about: 'dispute', step: 'ended', details },
				}),
			).toBe('done')
		}
		await refundAll()
		expect(await refundsOf(paymentReference)).toEqual(whole)
		expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(0)
	})

	test('is not paid by having taken place where it has become free', async () => {
		const { shop, appointmentId } = await paid()
		await change(shop, appointmentId, { service: 'free' })
		const booked = await desk.deps.booking.appointments.appointment(appointmentId)
		expect(
			await completeAppointment(desk.deps, {
				shopId: shop.id,
				referenceNumber: booked?.referenceNumber ?? '',
				isPaid: true,
				now: ten,
			}),
		).toMatchObject({ ok: true })
		expect(await appointmentOf(appointmentId)).toMatchObject({ total: 0, paid: 0, state: 'pending' })
	})

	test('in any order of changes, moves and a cancellation, nobody pays more or less than a count by hand', async () => {
		const prices: Record<string, number> = { cut: 5_000, trim: 3_000, braids: 9_000, free: 0 }
		const walks = [
			['trim', 'braids', 'move', 'cut', 'cancel'],
			['braids', 'trim', 'free', 'cut', 'cancel'],
			['move', 'free', 'late', 'braids', 'trim'],
			['trim', 'late', 'free', 'cancel'],
		]
		for (const walk of walks) {
			const { shop, appointmentId, paymentReference } = await paid()
			let held = 5_000
			let at = ten
			for (const step of walk) {
				desk.clock.now += 1
				if (step === 'late') desk.clock.now = ten - 6 * HOUR_MS
				else if (step === 'move') {
					at = lagos(tuesday, '14:00')
					await moveAppointment(desk.deps, {
						by: { kind: 'customer', appointmentId },
						startsAt: at,
						now: desk.clock.now,
					})
				} else if (step === 'cancel')
					await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now })
				else {
					expect(await change(shop, appointmentId, { service: step, startsAt: at })).toEqual(changed)
					if (desk.clock.now < ten - 24 * HOUR_MS) held = Math.min(held, prices[step] ?? 0)
				}
				if (step === 'cancel' && desk.clock.now < ten - 24 * HOUR_MS) held = 0
				const sent = (await refundsOf(paymentReference)).reduce((sum, { amount }) => sum + Number(amount), 0)
				expect([walk, step, 5_000 - sent]).toEqual([walk, step, held])
			}
		}
	})
})
