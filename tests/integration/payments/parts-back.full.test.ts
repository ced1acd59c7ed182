import { describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { changeAppointment, shownSums } from '#app/flows/booking/change-appointment.server.ts'
import { planChange, readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { readShopDues } from '#app/flows/payouts/payout-report.server.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { bookReturnedPart } from '#app/flows/refunds/book-returned-part.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShop, tuesday } from '#tests/support/small-shop.ts'
import { payoutBook, seven } from '../payouts/payout-book.ts'

/** Parts of payments that went back at Paystack, and that nothing here had asked for. */
const desk = withPaymentDesk('parts')
const book = payoutBook(desk)
const naira = 100

let ids = 5_000
/** A dispute of that payment was lost for so much. */
async function loseDispute(paymentReference: string, amountKobo: number) {
	const about = { id: ++ids, transaction: { reference: paymentReference } }
	await desk.deliver({ event: 'charge.dispute.create', data: about })
	const end = { resolution: 'merchant-accepted', refund_amount: amountKobo }
	await desk.deliver({ event: 'charge.dispute.resolve', data: { ...about, status: 'resolved', ...end } })
}
const refundEvent = (
	paymentReference: string,
	status: string,
	amountKobo: number,
	id: number | null = null,
) =>
	desk.deliver({
		event: `refund.${status}`,
		data: { transaction_reference: paymentReference, amount: amountKobo, currency: 'NGN', ...(id && { id }) },
	})
/** The operator refunded so much on the dashboard. */
async function refundThere(paymentReference: string, amountKobo: number) {
	await refundEvent(paymentReference, 'pending', amountKobo)
	await refundEvent(paymentReference, 'processed', amountKobo, ++ids)
}
const waysBack = { 'a dispute that was lost': loseDispute, 'a refund on the dashboard': refundThere }

const decide = (givenReference: string, amountKobo: number | null = null, deps = desk.deps) =>
	bookReturnedPart(deps, { givenReference, amountKobo, now: desk.clock.now })
const refunds = (paymentReference: string) =>
	desk.rows(
		'SELECT part, amount_kobo / 100 AS amount, status, reason FROM refunds WHERE payment_reference = ? ORDER BY part DESC',
		paymentReference,
	)
const parts = (paymentReference: string) =>
	desk.rows('SELECT * FROM returned_parts WHERE payment_reference = ? ORDER BY told_at', paymentReference)
const stands = async (appointmentId: string) =>
	(
		await desk.rows(
			'SELECT status, paid_kobo / 100 AS paid, payment_status AS state FROM appointments WHERE id = ?',
			appointmentId,
		)
	)[0]
/** The returned part that Paystack reports of a payment. */
const backInLedger = (paymentReference: string) =>
	desk.count(
		`SELECT coalesce(-sum(line.amount_kobo), 0) / 100 FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
			JOIN ledger_accounts account ON account.id = line.account_id AND account.kind = 'paystack'
			WHERE entry.kind = 'refund' AND entry.subject_id = ?`,
		paymentReference,
	)
const duesOf = async (shop: SmallShop, now: number) =>
	readDues(desk.deps, { shopId: shop.id, mode: 'test', now })
async function refundAll() {
	for (let round = 0; round < 3; round++) {
		await processRefunds(desk.deps, desk.clock.now)
		desk.clock.now += 10 * MINUTE_MS
	}
}
const cancel = (appointmentId: string) =>
	cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId }, now: desk.clock.now })

describe.each(Object.entries(waysBack))('D78: a part that went back by %s', (way, goBack) => {
	test('holds what is due to the shop until a person has booked it; then the rest is due', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference, appointmentId } = await book.completed(shop)
		await goBack(paymentReference, 2_500 * naira)
		expect(await duesOf(shop, seven)).toMatchObject([{ state: 'held', why: 'part_back' }])
		expect(await refunds(paymentReference)).toEqual([])
		desk.clock.now = seven
		const told = Array.from({ length: 4 }, () => decide(paymentReference, null, desk.newDeps()))
		expect((await Promise.all(told)).filter(({ ok }) => ok)).toHaveLength(1)
		expect(await decide(paymentReference)).toEqual({ ok: false, refusal: 'no_part_waits' })
		const reason = way.includes('dispute') ? 'dispute_lost' : 'by_operator'
		expect(await refunds(paymentReference)).toEqual([{ part: 1, amount: 2_500, status: 'processed', reason }])
		expect(await stands(appointmentId)).toEqual({ status: 'COMPLETED', paid: 2_500, state: 'pending' })
		expect(await backInLedger(paymentReference)).toBe(2_500)
		await book.run(seven)
		expect(await desk.rows('SELECT gross_kobo FROM payouts WHERE shop_id = ?', shop.id)).toEqual([
			{ gross_kobo: 250_000 },
		])
		await expectSound(desk.database())
	})

	test('is nothing where the person says so, and all is due as before', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference, appointmentId } = await book.completed(shop)
		await goBack(paymentReference, 2_500 * naira)
		desk.clock.now = seven
		expect(await decide(paymentReference, 0)).toMatchObject({ ok: true })
		expect(await stands(appointmentId)).toMatchObject({ paid: 5_000, state: 'completed' })
		await book.run(seven)
		expect(await book.statuses(shop)).toEqual(['written'])
	})

	test('calls off a payout that is written and not asked for', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		await book.run(seven)
		expect(await book.statuses(shop)).toEqual(['written'])
		await goBack(paymentReference, 2_500 * naira)
		await book.send(seven + MINUTE_MS)
		expect(await book.statuses(shop)).toEqual(['cancelled'])
	})

	test('of a visit that was paid out is a debt of the shop once it is booked', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		desk.paystack.topUp(10_000 * naira)
		await book.run(seven)
		for (let minutes = 0; minutes < 10; minutes += 5) await book.send(seven + minutes * MINUTE_MS)
		desk.clock.now = seven + DAY_MS
		await goBack(paymentReference, 2_500 * naira)
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		const [debt] = await duesOf(shop, desk.clock.now)
		expect(debt).toMatchObject({ state: 'debt', reason: 'made_less' })
		// D59: the operator is shown it once it is older than thirty days.
		for (const days of [30, 31]) {
			const now = desk.clock.now + days * DAY_MS
			const shops = await readShopDues(desk.deps, { mode: 'test', minimumKobo: 0, now })
			expect(shops.find((one) => one.shop.shopId === shop.id)).toMatchObject({
				oldestAt: debt && 'dueAt' in debt && debt.dueAt,
				debtKobo: 2_500 * naira,
				isDebtOld: days > 30,
			})
		}
	})

	test('S19: of a visit that is cancelled in time meanwhile: nothing is sent, and then the rest, to the kobo', async () => {
		const shop = await desk.newShop()
		const { paymentReference, appointmentId } = await book.booked(shop)
		await goBack(paymentReference, 2_000 * naira)
		expect(await cancel(appointmentId)).toMatchObject({
			ok: true,
			value: { money: 'part_back', refundedKobo: 0 },
		})
		await refundAll()
		expect(await refunds(paymentReference)).toEqual([])
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		await refundAll()
		expect(await refunds(paymentReference)).toMatchObject([
			{ part: 1, amount: 2_000, status: 'processed' },
			{ part: 0, amount: 3_000, status: 'processed', reason: 'cancelled' },
		])
		expect(await backInLedger(paymentReference)).toBe(5_000)
		await expectSound(desk.database())
	})

	test('is all of it where the person says so', async () => {
		const shop = await desk.newShop()
		const { paymentReference, appointmentId } = await book.booked(shop)
		await goBack(paymentReference, 2_000 * naira)
		expect(await decide(paymentReference, 5_001 * naira)).toEqual({ ok: false, refusal: 'more_than_left' })
		expect(await decide(paymentReference, 5_000 * naira)).toMatchObject({ ok: true })
		expect(await refunds(paymentReference)).toMatchObject([{ part: 0, amount: 5_000, status: 'processed' }])
		expect(await stands(appointmentId)).toMatchObject({ paid: 0 })
	})

	test('goes beside others: each waits, and each is booked', async () => {
		const shop = await book.newPaidShop()
		const { paymentReference } = await book.completed(shop)
		await goBack(paymentReference, 1_000 * naira)
		desk.clock.now += 1
		await refundThere(paymentReference, 2_000 * naira)
		expect(await decide(paymentReference)).toMatchObject({ ok: true, value: { isLast: false } })
		expect(await duesOf(shop, seven)).toMatchObject([{ state: 'held', why: 'part_back' }])
		expect(await decide(paymentReference)).toMatchObject({ ok: true, value: { isLast: true } })
		expect(await backInLedger(paymentReference)).toBe(3_000)
		desk.clock.now += 1
		await refundThere(paymentReference, 2_000 * naira)
		expect(await refunds(paymentReference)).toMatchObject([
			{ part: 2 },
			{ part: 1 },
			{ part: 0, amount: 2_000 },
		])
		await expectSound(desk.database())
	})

	test('of a visit that gave cashback takes its share of it back, once for each part', async () => {
		const shop = await book.newPaidShop()
		const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		await person.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 10 }))
		const contact = { firstName: 'Ada', lastName: 'Obi', email: person.email, phone: '+2348031112233' }
		const { paymentReference } = await book.completed(shop, {
			account: { ...contact, userId: person.userId },
		})
		expect(await person.cashbackKobo()).toBe(500 * naira)
		for (const left of [400, 300]) {
			desk.clock.now += 1
			await goBack(paymentReference, 1_000 * naira)
			expect(await decide(paymentReference)).toMatchObject({ ok: true })
			expect(await person.cashbackKobo()).toBe(left * naira)
		}
		await expectSound(desk.database())
	})
})

describe('D78: a refund on the dashboard of Paystack', () => {
	test('of what was never paid online is none', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaystack(shop)
		expect((await desk.bookForCash(shop, lagos(tuesday, '14:00'))).ok).toBe(true)
		const [atShop] = await desk.appointmentsOf(shop)
		for (const given of [paymentReference, String(atShop?.reference_number), 'NONE-123'])
			expect(await decide(given)).toEqual({ ok: false, refusal: 'payment_not_found' })
	})

	test('is one part, whatever its events tell and in whatever order; a failed one is none', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await book.booked(shop)
		await refundEvent(paymentReference, 'pending', 100_000)
		await refundEvent(paymentReference, 'processed', 100_000, 71)
		await refundEvent(paymentReference, 'processing', 100_000)
		expect(await parts(paymentReference)).toMatchObject([{ paystack_refund_id: '71', status: 'processed' }])
		await refundEvent(paymentReference, 'processed', 100_000, 72)
		await refundEvent(paymentReference, 'needs-attention', 200_000, 73)
		await refundEvent(paymentReference, 'failed', 200_000, 73)
		expect(await parts(paymentReference)).toMatchObject([
			{ paystack_refund_id: '71', decided_at: null },
			{ paystack_refund_id: '72', decided_at: null },
			{ paystack_refund_id: '73', booked_kobo: 0 },
		])
	})

	test('that is booked while it is on its way is followed to its end', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await book.booked(shop)
		await refundEvent(paymentReference, 'pending', 100_000)
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		expect(await backInLedger(paymentReference)).toBe(0)
		await refundEvent(paymentReference, 'processed', 100_000, 74)
		expect(await refunds(paymentReference)).toMatchObject([{ part: 1, amount: 1_000, status: 'processed' }])
		expect(await parts(paymentReference)).toHaveLength(1)
		expect(await backInLedger(paymentReference)).toBe(1_000)
		await expectSound(desk.database())
	})

	test('that a person has decided against and that fails after that is heard; the decision stays', async () => {
		const shop = await desk.newShop()
		const { paymentReference, appointmentId } = await book.booked(shop)
		await refundEvent(paymentReference, 'processing', 100_000, 75)
		expect(await decide(paymentReference, 0)).toMatchObject({ ok: true })
		const [decided] = await parts(paymentReference)
		desk.clock.now += 1
		await refundEvent(paymentReference, 'failed', 100_000, 75)
		expect(await parts(paymentReference)).toEqual([{ ...decided, status: 'failed' }])
		expect(await stands(appointmentId)).toMatchObject({ paid: 5_000 })
		await expectSound(desk.database())
	})

	test('that is told while all of the payment waits to be sent leaves less to send', async () => {
		const shop = await desk.newShop()
		const { paymentReference, appointmentId } = await book.booked(shop)
		expect(await cancel(appointmentId)).toMatchObject({ ok: true, value: { money: 'refunded' } })
		desk.clock.now += MINUTE_MS
		await refundThere(paymentReference, 2_000 * naira)
		await refundAll()
		expect(
			desk.paystack.refunds.filter(({ transaction }) => transaction.reference === paymentReference),
		).toEqual([])
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		await refundAll()
		expect(await refunds(paymentReference)).toMatchObject([
			{ part: 1, amount: 2_000, status: 'processed' },
			{ part: 0, amount: 3_000, status: 'processed' },
		])
		expect(await backInLedger(paymentReference)).toBe(5_000)
		await expectSound(desk.database())
	})

	test('of an offer of other times ends it, and the rest goes back', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaid(shop)
		desk.clock.now += 40 * MINUTE_MS
		expect((await desk.bookForCash(shop)).ok).toBe(true)
		expect(await desk.settled(paymentReference)).toBe('offered')
		await refundThere(paymentReference, 2_000 * naira)
		desk.clock.now += 1
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		await refundAll()
		expect(await backInLedger(paymentReference)).toBe(5_000)
		await expectSound(desk.database())
	})

	test('refuses another refund by the operator, and a change that gives money back, while it waits', async () => {
		const shop = await desk.newShop()
		const { paymentReference, appointmentId } = await book.booked(shop)
		await refundThere(paymentReference, 2_000 * naira)
		const asked = { givenReference: paymentReference, now: desk.clock.now }
		expect(await refundByOperator(desk.deps, asked)).toEqual({ ok: false, refusal: 'part_undecided' })
		expect(await stands(appointmentId)).toMatchObject({ paid: 5_000 })
	})
})

describe('D78: beside a change of the visit that gives a difference back', () => {
	/** A visit of ₦9,000 that became one of ₦5,000, or of `priceKobo`, with the difference on its way back. */
	async function cheaper(priceKobo = 5_000 * naira) {
		const shop = await desk.newShop({
			services: { cut: { priceKobo }, braids: { priceKobo: 9_000 * naira, minutes: 60 } },
		})
		const visit = await book.booked(shop, { service: 'braids', startsAt: lagos(tuesday, '11:00') })
		const wanted = {
			...{ position: 0, serviceId: shop.idOf('cut'), staffMemberId: null },
			startsAt: lagos(tuesday, '11:00'),
		}
		const { appointmentId } = visit
		const found = await readChangeable(desk.deps, { appointmentId, wanted, now: desk.clock.now })
		const planned = found && planChange(found, wanted, desk.clock.now)
		if (!found || !planned?.ok) throw new Error('no change')
		const { staff, bill } = planned.value
		const changed = await changeAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId },
			wanted: { ...wanted, staffMemberId: staff.staffMemberId },
			...{ sequence: found.toChange.sequence, shown: shownSums(bill), now: desk.clock.now },
		})
		expect(changed).toMatchObject({ ok: true })
		return visit
	}

	test('a part waits for a person, the difference is sent after that, and all is in the ledger', async () => {
		const { paymentReference, appointmentId } = await cheaper()
		await refundThere(paymentReference, 1_500 * naira)
		await refundAll()
		expect(await refunds(paymentReference)).toMatchObject([{ part: 1, amount: 4_000, status: 'requested' }])
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		await refundAll()
		expect(await backInLedger(paymentReference)).toBe(5_500)
		expect(await stands(appointmentId)).toMatchObject({ paid: 3_500, state: 'pending' })
		await expectSound(desk.database())
	})

	test('a part is all that was left, as the person says: the difference is still sent', async () => {
		const { paymentReference, appointmentId } = await cheaper()
		await refundThere(paymentReference, 2_000 * naira)
		expect(await decide(paymentReference, 5_000 * naira)).toMatchObject({ ok: true })
		await refundAll()
		expect(
			desk.paystack.refunds.flatMap(({ transaction, amountKobo }) =>
				transaction.reference === paymentReference ? [amountKobo] : [],
			),
		).toEqual([4_000 * naira])
		expect(await backInLedger(paymentReference)).toBe(9_000)
		expect(await stands(appointmentId)).toMatchObject({ paid: 0 })
		await expectSound(desk.database())
	})

	test('a part is all of the difference, as the person says, and nothing else was left', async () => {
		const { paymentReference } = await cheaper(0)
		await refundThere(paymentReference, 2_000 * naira)
		expect(await decide(paymentReference, 9_000 * naira)).toMatchObject({ ok: true })
		await refundAll()
		expect(await refunds(paymentReference)).toMatchObject([{ part: 1, amount: 9_000, status: 'processed' }])
		expect(
			await desk.rows(
				`SELECT payload ->> 'part' AS part FROM outbox WHERE kind = 'refunded' AND payload ->> 'paymentReference' = ?`,
				paymentReference,
			),
		).toEqual([{ part: 1 }])
		expect(await backInLedger(paymentReference)).toBe(9_000)
		await expectSound(desk.database())
	})

	test('all of it went at once, before the difference was sent: nothing goes a second time', async () => {
		const { paymentReference, appointmentId } = await cheaper()
		await refundThere(paymentReference, 9_000 * naira)
		expect(await decide(paymentReference)).toMatchObject({ ok: true })
		await refundAll()
		expect(await refunds(paymentReference)).toMatchObject([
			{ part: 1, amount: 4_000, status: 'processed' },
			{ part: 0, amount: 5_000, status: 'processed' },
		])
		expect(
			desk.paystack.refunds.filter(({ transaction }) => transaction.reference === paymentReference),
		).toEqual([])
		expect(await backInLedger(paymentReference)).toBe(9_000)
		expect(await stands(appointmentId)).toMatchObject({ paid: 0 })
		await expectSound(desk.database())
	})
})

test('the first end of a dispute stays: a second one that comes late changes neither its outcome nor its time', async () => {
	const shop = await desk.newShop()
	const { paymentReference } = await book.booked(shop)
	const told = {
		disputeId: 'D1',
		paymentReference,
		amountKobo: 1,
		category: null,
		openedAt: null,
		dueAt: null,
	}
	const end = (outcome: 'won' | 'lost', now: number) =>
		desk.deps.writeBatch(desk.deps.payments.disputes.closeDispute({ ...told, now }, outcome))
	await end('won', desk.clock.now)
	await end('lost', desk.clock.now + 1)
	expect(await desk.rows('SELECT outcome, ended_at FROM disputes WHERE id = ?', 'D1')).toEqual([
		{ outcome: 'won', ended_at: desk.clock.now },
	])
})

test('ops parts-back lists what waits, says what it would book, and books it', async () => {
	const shop = await desk.newShop()
	const { paymentReference, referenceNumber } = await book.booked(shop)
	await desk.change('UPDATE returned_parts SET decided_at = 1, booked_kobo = 0 WHERE decided_at IS NULL')
	const ops = async (...words: string[]) => {
		const said: string[] = []
		const say = (line: string) => void said.push(line)
		const env = { DATABASE_URL: desk.database().url }
		const exitCode = await runOps(['parts-back', ...words], { env, say, note: say, now: ten })
		return { exitCode, said: said.join('\n') }
	}
	expect(await ops()).toEqual({ exitCode: 0, said: 'No part waits.' })
	await refundThere(paymentReference, 2_000 * naira)
	expect(await ops()).toMatchObject({
		exitCode: 1,
		said: expect.stringContaining(
			`${paymentReference}  ${referenceNumber}  ₦2,000 of ₦5,000  a refund on the dashboard`,
		),
	})
	expect((await ops(referenceNumber)).said).toContain('Nothing was written')
	expect((await ops(referenceNumber, '--amount', 'some')).exitCode).toBe(2)
	expect((await ops('--apply')).exitCode).toBe(2)
	expect((await ops(referenceNumber, '--amount', '1500', '--apply')).said).toContain('₦1,500 of')
	expect((await ops(referenceNumber, '--apply')).said).toBe('No part of this payment waits for you.')
	expect(await desk.rows('SELECT kind, summary FROM shop_acts WHERE shop_id = ?', shop.id)).toEqual([
		{ kind: 'payment_refunded', summary: `${paymentReference}, ₦1,500` },
	])
})
