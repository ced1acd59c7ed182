import { describe, expect, test } from 'vitest'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { settlePayment } from '#app/flows/payments/settle-payment.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { statementsOf } from '#app/kernel/write-batch.server.ts'
import { afterCalendar } from '#tests/support/around-a-write.ts'
import { LIVE_KEY, onlinePayments, withProvider, wordOf } from '#tests/support/flow-deps.ts'
import { newPayer } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'
import { afterVerify, beforeCalendar } from './meanwhile.ts'

/** All callers that ask about a payment, in any order and with any failure: one answer, and one effect. */
const desk = withPaymentDesk('settle')
const eleven = lagos(tuesday, '11:00')
const adaAndBola: SmallShopPlan = { staff: { Ada: {}, Bola: {} } }

describe('who comes, and how often', () => {
	test('R22: the webhook was lost: the return page books', async () => {
		const { payer, paymentReference } = await desk.atPaid(await desk.newShop())
		const settlement = await desk.settle(paymentReference)
		expect(wordOf(settlement)).toBe('booked')
		expect((await payer.guest.readDraft())?.draft.appointmentId).toBe(
			settlement.kind === 'decided' ? settlement.payment.received.appointmentId : 'none',
		)
	})

	test('R22: both were lost: the sweeper books within five minutes of the payment, whenever that was', async () => {
		for (const paidAfter of [0, 4, 14]) {
			const { payer, paymentReference } = await desk.atPaystack(await desk.newShop())
			await sweepEvery(MINUTE_MS, paidAfter)
			desk.paystack.pay(paymentReference)
			await sweepEvery(MINUTE_MS, 5)
			expect([paidAfter, (await desk.traces(payer.draftId)).appointments]).toEqual([paidAfter, 1])
		}
	})

	test('R22: a transfer that takes three hours is found within half an hour', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaystack(shop, {
			startsAt: lagos('2026-11-25', '10:00'),
		})
		desk.paystack.setBehaviour({ verify: 'pending' })
		await sweepEvery(10 * MINUTE_MS, 18)
		desk.paystack.behaveWell()
		desk.paystack.pay(paymentReference)
		await sweepEvery(10 * MINUTE_MS, 3)
		expect((await desk.traces(payer.draftId)).appointments).toBe(1)
	})

	async function sweepEvery(pauseMs: number, times: number) {
		for (let i = 0; i < times; i++) {
			desk.clock.now += pauseMs
			await desk.sweep()
		}
	}

	test('an older "failed" does not undo what was paid', async () => {
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.decline(paymentReference)
		// This caller has the answer of before, while another one is told of the money and books.
		afterVerify(desk.deps, async (failed) => {
			desk.paystack.pay(paymentReference)
			expect(await desk.settled(paymentReference)).toBe('booked')
			return failed
		})
		await desk.settle(paymentReference)
		expect(
			await desk.rows(
				'SELECT status, gateway_status FROM payment_attempts WHERE payment_reference = ?',
				paymentReference,
			),
		).toEqual([{ status: 'paid', gateway_status: 'success' }])
		expect(await desk.settled(paymentReference)).toBe('booked')
	})

	test('a card that failed, and then another that paid, on the same page: booked', async () => {
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		for (let i = 0; i < 3; i++) {
			desk.paystack.decline(paymentReference)
			expect(await desk.settled(paymentReference)).toBe('waiting: failed')
		}
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
	})

	test('a hundred at once: one visit, one transaction, one message, and a hundred equal answers', async () => {
		const { payer, paymentReference } = await desk.atPaid(await desk.newShop(adaAndBola))
		const settlements = await desk.settleAtOnce(paymentReference, 100)
		const appointments = settlements.map((one) =>
			one.kind === 'decided' ? one.payment.received.appointmentId : one.kind,
		)
		expect(new Set(appointments).size).toBe(1)
		expect(await desk.traces(payer.draftId)).toEqual({
			appointments: 1,
			transactions: 1,
			refunds: 0,
			messages: 'booked',
		})
	})

	test('a hundred at once for a time that is gone: one offer and one message', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaystack(shop)
		desk.clock.now += 15 * MINUTE_MS
		await desk.bookForCash(shop)
		desk.paystack.pay(paymentReference)
		expect(new Set((await desk.settleAtOnce(paymentReference, 100)).map(wordOf))).toEqual(
			new Set(['offered']),
		)
		expect(await desk.traces(payer.draftId)).toEqual({
			appointments: 0,
			transactions: 1,
			refunds: 0,
			messages: 'other_time_offered',
		})
	})

	test('R32: the return page is refreshed ten times: the same answer, Paystack is not asked again, nothing new is written', async () => {
		const { payer, paymentReference } = await desk.atPaid(await desk.newShop())
		const first = await desk.settle(paymentReference)
		const asked = desk.paystack.calls.verify
		const { writeBatch } = desk.deps
		desk.deps.writeBatch = async () => {
			throw new Error('nothing is to be written')
		}
		desk.clock.now += MINUTE_MS
		for (let i = 0; i < 10; i++) expect(await desk.settle(paymentReference)).toMatchObject(first)
		desk.deps.writeBatch = writeBatch
		expect(desk.paystack.calls.verify).toBe(asked)
		expect((await desk.traces(payer.draftId)).transactions).toBe(1)
	})

	test('nothing new is written either for somebody who looks ten times before they have paid', async () => {
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		expect(await desk.settled(paymentReference)).toBe('waiting: unfinished')
		desk.deps.writeBatch = async () => {
			throw new Error('nothing is to be written')
		}
		for (let i = 0; i < 10; i++) expect(await desk.settled(paymentReference)).toBe('waiting: unfinished')
	})

	test('nothing is expected of a try after three days, and money that comes even then is not lost', async () => {
		const { paymentReference } = await desk.atPaystack(await desk.newShop(), {
			startsAt: lagos('2026-12-10', '10:00'),
		})
		desk.clock.now += 3 * DAY_MS + MINUTE_MS
		await desk.sweep()
		const [attempt] = await desk.rows(
			'SELECT status FROM payment_attempts WHERE payment_reference = ?',
			paymentReference,
		)
		expect(attempt?.status).toBe('closed')
		desk.clock.now += DAY_MS
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
	})

	test('a check without an answer changes nothing of an attempt that another check has ended meanwhile', async () => {
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		desk.clock.now += 3 * DAY_MS + MINUTE_MS
		const sweep = () => settlePayment(desk.deps, { paymentReference, isSweep: true, now: desk.clock.now })
		afterVerify(desk.deps, async () => {
			await sweep()
			return { outcome: 'unknown', why: 'timeout' }
		})
		await sweep()
		const [attempt] = await desk.rows(
			'SELECT status, gateway_status, unanswered_since FROM payment_attempts WHERE payment_reference = ?',
			paymentReference,
		)
		expect(attempt).toEqual({ status: 'closed', gateway_status: 'unfinished', unanswered_since: null })
	})
})

test('F11: a success of 0 settles nothing, and a person is told', async () => {
	const { paymentReference } = await desk.atPaystack(await desk.newShop())
	const verify = async () => ({ outcome: 'unknown', why: 'success_of_nothing' }) as const
	desk.deps.onlinePayments = withProvider(desk.online, { verify })
	expect(await desk.settled(paymentReference)).toBe('waiting: no answer')
	expect(desk.deps.lines).toEqual([
		expect.stringMatching(`^ALERT payment ${paymentReference}: Paystack calls it a success of 0`),
	])
})

test('F14: a date of payment that cannot be is left out', async () => {
	const { paymentReference } = await desk.atPaid(await desk.newShop())
	const { provider } = desk.online
	const verify: typeof provider.verify = async (reference) => {
		const answer = await provider.verify(reference)
		return answer.outcome === 'found'
			? { ...answer, payment: { ...answer.payment, paidAt: 8_640_000_000_000_000 } }
			: answer
	}
	desk.deps.onlinePayments = withProvider(desk.online, { verify })
	expect(await desk.settled(paymentReference)).toBe('booked')
	expect((await desk.paymentOf(paymentReference))?.paid_at).toBe(desk.clock.now)
})

describe('which payment it is', () => {
	test('a reference that nobody gave out is unknown, and Paystack is not even asked', async () => {
		const asked = desk.paystack.calls.verify
		for (const paymentReference of ['wk-AAAAAAAAAAAAAAAAAAAAAAAAAA', '', 'T123', "'; --", '../refund'])
			expect(await desk.settled(paymentReference)).toBe('unknown')
		expect(desk.paystack.calls.verify).toBe(asked)
	})

	test('the reference of another shop’s payment is that payment, and nothing of this one', async () => {
		const mine = await desk.atPaystack(await desk.newShop())
		const theirs = await desk.atPaid(await desk.newShop())
		expect(await desk.settled(theirs.paymentReference)).toBe('booked')
		expect(await desk.settled(mine.paymentReference)).toBe('waiting: unfinished')
		expect(await desk.traces(mine.payer.draftId)).toMatchObject({ appointments: 0, transactions: 0 })
	})

	test('Paystack answers with another payment: that is not believed, and the operator has a line about it', async () => {
		const mine = await desk.atPaystack(await desk.newShop())
		const theirs = await desk.atPaid(await desk.newShop())
		const lines: string[] = []
		desk.deps.log = (line) => void lines.push(line)
		const { provider } = desk.online
		afterVerify(desk.deps, () => provider.verify(theirs.paymentReference))
		expect(await desk.settled(mine.paymentReference)).toBe('waiting: no answer')
		expect(lines).toEqual([
			`payment ${mine.paymentReference}: Paystack answered with another one (wrong_reference)`,
		])
		expect(await desk.traces(mine.payer.draftId)).toMatchObject({ transactions: 0 })
	})

	test('a try that was made with a test key is not asked about with a live one, and comes back with the test key', async () => {
		const { paymentReference } = await desk.atPaid(await desk.newShop())
		const { online } = desk
		desk.deps.onlinePayments = { ...online, mode: 'live' }
		const asked = desk.paystack.calls.verify
		expect(await desk.settled(paymentReference)).toBe('waiting: no answer')
		expect(desk.paystack.calls.verify).toBe(asked)
		desk.deps.onlinePayments = null
		expect(await desk.settled(paymentReference)).toBe('waiting: no answer')
		desk.deps.onlinePayments = online
		expect(await desk.settled(paymentReference)).toBe('booked')
	})

	test('R34: of three tries the oldest is paid: it books, and the others are paid back if they are paid too', async () => {
		const { payer, paymentReference: oldest } = await desk.atPaystack(await desk.newShop())
		desk.clock.now += 13 * MINUTE_MS
		const middle = await payer.start()
		desk.clock.now += 13 * MINUTE_MS
		const newest = await payer.start()
		for (const paymentReference of [oldest, middle, newest]) desk.paystack.pay(paymentReference)
		expect(await desk.settled(oldest)).toBe('booked')
		expect(await desk.settled(newest)).toBe('refund: second_payment')
		expect(await desk.settled(middle)).toBe('refund: second_payment')
		expect((await desk.paymentOf(oldest))?.checkout_id).toBe((await desk.paymentOf(newest))?.checkout_id)
	})

	test('R30: two tabs, two payments, settled in the same instant: one books, the other goes back and is told of', async () => {
		for (let round = 0; round < 5; round++) {
			const { payer, paymentReference: one } = await desk.atPaystack(await desk.newShop(adaAndBola))
			const two = await payer.start({ tip: '10' })
			desk.paystack.pay(one)
			desk.paystack.pay(two)
			const words = await Promise.all(
				[one, two, one, two].map(async (paymentReference) => {
					const [settlement] = await desk.settleAtOnce(paymentReference, 1)
					return `${paymentReference === one ? 'one' : 'two'} ${settlement && wordOf(settlement)}`
				}),
			)
			expect(new Set(words.map((word) => word.slice(4)))).toEqual(
				new Set(['booked', 'refund: second_payment']),
			)
			expect(await desk.traces(payer.draftId)).toEqual({
				appointments: 1,
				transactions: 2,
				refunds: 1,
				messages: 'booked, refund_started',
			})
		}
	})

	test('R30: the other tab books while this one looks for a free time: its own visit is not what took it', async () => {
		const { payer, paymentReference: one } = await desk.atPaystack(await desk.newShop())
		const two = await payer.start({ tip: '10' })
		desk.paystack.pay(one)
		desk.paystack.pay(two)
		beforeCalendar(desk.deps, async () => expect(await desk.settled(two)).toBe('booked'))
		expect(await desk.settled(one)).toBe('refund: second_payment')
	})

	test('R30: the other tab books in the very moment in which this one is to be offered other times', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference: one } = await desk.atPaystack(shop)
		expect((await payer.guest.hold(eleven)).ok).toBe(true)
		await desk.bookForCash(shop)
		const later = newPayer(() => desk.deps, desk.clock, payer.guest, eleven)
		const two = await later.start()
		desk.paystack.pay(one)
		desk.paystack.pay(two)
		afterCalendar(desk.deps, async () => expect(await desk.settled(two)).toBe('booked'))
		expect(await desk.settled(one)).toBe('refund: second_payment')
	})

	test('R31: a paid visit that is moved stays paid', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaid(shop)
		await desk.settle(paymentReference)
		const appointmentId = String((await desk.appointmentsOf(shop))[0]?.id)
		const moved = await moveAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId },
			startsAt: eleven,
			now: desk.clock.now,
		})
		expect(moved.ok).toBe(true)
		expect(await desk.appointmentsOf(shop)).toMatchObject([
			{ starts_at: eleven, paid_kobo: 500_000, payment_status: 'completed' },
		])
		expect(await desk.settled(paymentReference)).toBe('booked')
	})
})

describe('our own database fails', () => {
	const bookedOnce = { appointments: 1, transactions: 1, messages: 'booked' }
	/** The answers of the first writes are lost: they were applied, or not. */
	function loseWrites(count: number, isApplied: boolean) {
		const { writeBatch } = desk.deps
		const sent: number[] = []
		desk.deps.writeBatch = async (statements) => {
			sent.push(statementsOf(statements).length)
			const isLost = sent.length <= count
			if (isLost && !isApplied) throw new DatabaseError('unknown', 'the line broke')
			const written = await writeBatch(statements)
			if (isLost) throw new DatabaseError('unknown', 'the answer was lost')
			return written
		}
		return sent
	}

	test('the answer to the write is lost: sent again, it says that it was applied', async () => {
		for (const isTidied of [false, true]) {
			const { payer, paymentReference } = await desk.atPaid(await desk.newShop(adaAndBola))
			desk.clock.now += 15 * MINUTE_MS
			if (isTidied) await desk.purgeHolds()
			const { writeBatch } = desk.deps
			const sent = loseWrites(1, true)
			expect([isTidied, await desk.settled(paymentReference)]).toEqual([isTidied, 'booked'])
			expect(sent).toHaveLength(2)
			desk.deps.writeBatch = writeBatch
			expect(await desk.traces(payer.draftId)).toMatchObject(bookedOnce)
		}
	})

	test('it fails for good: there is no answer yet, the money is safe, and the next who comes books', async () => {
		for (const isApplied of [false, true]) {
			const { payer, paymentReference } = await desk.atPaid(await desk.newShop())
			const { writeBatch } = desk.deps
			loseWrites(1_000, isApplied)
			expect(['waiting: no answer', 'booked']).toContain(await desk.settled(paymentReference))
			desk.deps.writeBatch = writeBatch
			expect(await desk.settled(paymentReference)).toBe('booked')
			expect(await desk.traces(payer.draftId)).toMatchObject(bookedOnce)
		}
	})

	test('the same for an offer and for a refund', async () => {
		for (const isApplied of [false, true]) {
			const shop = await desk.newShop()
			const late = await desk.atPaystack(shop)
			desk.clock.now += 15 * MINUTE_MS
			await desk.bookForCash(shop)
			desk.paystack.pay(late.paymentReference)
			const second = await desk.atPaid(await desk.newShop())
			await second.payer.press({ paymentChoice: 'cash' }).catch(() => null)
			await second.payer.guest.book()
			const { writeBatch } = desk.deps
			for (const [paymentReference, word] of [
				[late.paymentReference, 'offered'],
				[second.paymentReference, 'refund: second_payment'],
			] as const) {
				loseWrites(1_000, isApplied)
				expect(['waiting: no answer', word]).toContain(await desk.settled(paymentReference))
				desk.deps.writeBatch = writeBatch
				loseWrites(1, isApplied)
				expect(await desk.settled(paymentReference)).toBe(word)
				desk.deps.writeBatch = writeBatch
			}
		}
	})
})

describe('with a live key', () => {
	const live = withPaymentDesk('live', { secretKey: LIVE_KEY })

	test('a payment of the test mode is no payment, whoever tells of it; a live one is', async () => {
		const { payer, paymentReference } = await live.atPaystack(await live.newShop())
		expect((await payer.attempts())[0]?.mode).toBe('live')
		live.paystack.pay(paymentReference)
		live.paystack.setBehaviour({ verify: 'wrong-domain' })
		expect(await live.settled(paymentReference)).toBe('waiting: no answer')
		expect(await live.traces(payer.draftId)).toMatchObject({ transactions: 0 })
		live.paystack.behaveWell()
		expect(await live.settled(paymentReference)).toBe('booked')
	})

	test('the key tells the mode', () => {
		expect(onlinePayments('http://127.0.0.1').mode).toBe('test')
		expect(onlinePayments('http://127.0.0.1', { secretKey: LIVE_KEY }).mode).toBe('live')
	})
})
