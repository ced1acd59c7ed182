import { beforeEach, describe, expect, test } from 'vitest'
import { undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { answerProblem, reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { setPayoutAccount } from '#app/flows/payouts/set-payout-account.server.ts'
import { stopPayoutAccount } from '#app/flows/payouts/stop-payout-account.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type PaymentDeps, withProvider } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { payoutBook, seven } from './payout-book.ts'

/** A payout that is written down, and what becomes of it when its reasons change before Paystack is asked. */
const desk = withPaymentDesk('waiting')
const book = payoutBook(desk)
const OLD = '0123456789'
const NEW = '9876543210'

beforeEach(() => desk.paystack.topUp(10_000_00))

/** A visit of a shop is being paid out, and nothing was asked for yet. */
async function waiting() {
	const shop = await book.newPaidShop()
	const visit = await book.completed(shop)
	expect(await book.run(seven)).toBe(1)
	return { shop, visit }
}

/** As above, and Paystack did not take the first request: its answer is lost, and it knows of no transfer. */
async function askedInVain() {
	const made = await waiting()
	desk.paystack.setBehaviour({ transfer: 'fail' })
	await book.send(seven)
	desk.paystack.behaveWell()
	return made
}

async function replaceAccount({ id }: SmallShop, now: Instant, deps: PaymentDeps = desk.deps) {
	const stored = await deps.payouts.accounts.accountsOf(id)
	const set = await setPayoutAccount(
		{ ...deps, provider: desk.online.provider },
		{
			shop: { id, name: 'Shop' },
			account: { bankCode: '058', accountNumber: NEW },
			seenId: stored?.accounts[0]?.accountId ?? null,
			by: { setBy: 'operator' },
			linkKey: 'the key of links',
			now,
		},
	)
	if (!set.ok) throw new Error(set.refusal)
	return set.value.account.accountId
}

/** The cron from then until then, at first in ten minutes and then ever more rarely, at least each six hours. */
async function days(from: Instant, until: Instant) {
	let gap = 10 * MINUTE_MS
	for (let now = from; now <= until; now += gap, gap = Math.min(2 * gap, 6 * HOUR_MS)) {
		await book.run(now)
		await book.send(now)
	}
}

/** Where its money went, an account number for each transfer. */
async function paidTo(shop: SmallShop): Promise<string[]> {
	const references = (await book.payoutsOf(shop)).map(({ reference }) => reference)
	return desk.paystack.transfers
		.filter(({ reference }) => references.includes(reference))
		.map(({ recipient }) => recipient.accountNumber)
}

const states = async ({ id }: SmallShop, now: Instant) =>
	(await readDues(desk.deps, { shopId: id, mode: 'test', now })).map((due) =>
		'why' in due ? due.why : due.state,
	)

describe('D58, D71: a payout that waits while its shop gets another account', () => {
	test('is called off where nothing was asked for, and the new account gets it after 48 hours', async () => {
		const { shop } = await waiting()
		await replaceAccount(shop, seven + HOUR_MS)
		await days(seven + HOUR_MS, seven + 48 * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['cancelled'])
		expect(await paidTo(shop)).toEqual([])
		// On Thursday at seven it still waited.
		await days(seven + 72 * HOUR_MS, seven + 73 * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['cancelled', 'success'])
		expect(await paidTo(shop)).toEqual([NEW])
	})

	test('is not asked for again where Paystack never had it: it is given up, and the new account gets it', async () => {
		const { shop } = await askedInVain()
		await replaceAccount(shop, seven + MINUTE_MS)
		await days(seven + 5 * MINUTE_MS, seven + 47 * HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['failed'])
		expect(await paidTo(shop)).toEqual([])
		await days(seven + 48 * HOUR_MS + MINUTE_MS, seven + 50 * HOUR_MS)
		expect(await paidTo(shop)).toEqual([NEW])
	})

	test('goes to the old one where the new one was stopped meanwhile', async () => {
		const { shop } = await askedInVain()
		const accountId = await replaceAccount(shop, seven + MINUTE_MS)
		await stopPayoutAccount(desk.deps, {
			accountId,
			by: { stoppedBy: 'operator' },
			now: seven + 2 * MINUTE_MS,
		})
		await days(seven + 5 * MINUTE_MS, seven + 4 * HOUR_MS)
		expect(await paidTo(shop)).toEqual([OLD])
	})

	test('is not sent by the write that would take it, however late the change comes', async () => {
		const { shop } = await waiting()
		const deps = book.newDeps()
		const { onlinePayments } = deps
		if (!onlinePayments) throw new Error('paying online is off')
		const { provider } = onlinePayments
		const balance: typeof provider.balance = async () => {
			await replaceAccount(shop, seven, book.newDeps())
			return provider.balance()
		}
		await book.send(seven, { ...deps, onlinePayments: withProvider(onlinePayments, { balance }) })
		expect(await paidTo(shop)).toEqual([])
		await book.send(seven + 10 * MINUTE_MS)
		expect(await book.statuses(shop)).toEqual(['cancelled'])
	})

	test('waits as long where the shop’s own phone or e-mail has changed', async () => {
		const { shop } = await waiting()
		await desk.setShop(shop, `payouts_held_until = ${seven + 48 * HOUR_MS}`)
		await days(seven, seven + 47 * HOUR_MS)
		expect(await paidTo(shop)).toEqual([])
		await days(seven + 48 * HOUR_MS, seven + 49 * HOUR_MS)
		expect(await paidTo(shop)).toEqual([OLD])
	})
})

describe('D56, D71: a payout that waits while its payment is no longer due', () => {
	const complain = (appointmentId: string, now: Instant, deps: PaymentDeps = desk.deps) =>
		reportProblem(deps, { appointmentId, kind: 'money', words: 'I paid twice.', now })

	test('a complaint about money calls it off; answered, it is paid', async () => {
		const { shop, visit } = await waiting()
		const other = await book.completed(shop, { startsAt: seven - 7 * HOUR_MS })
		expect((await complain(visit.appointmentId, seven)).ok).toBe(true)
		await days(seven, seven + HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['cancelled', 'success'])
		expect(await states(shop, seven + HOUR_MS)).toEqual(['problem'])
		const both = await desk.rows(
			'SELECT sum(amount_kobo - fee_kobo) AS kobo FROM transactions WHERE payment_reference IN (?, ?)',
			visit.paymentReference,
			other.paymentReference,
		)
		expect(await book.reached(shop)).toBe(Number(both[0]?.kobo) / 2)
		const { referenceNumber } = visit
		const asked = { shopId: shop.id, referenceNumber, answer: 'We looked at it.', now: seven + 2 * HOUR_MS }
		expect((await answerProblem(desk.deps, asked)).ok).toBe(true)
		await days(seven + 24 * HOUR_MS, seven + 25 * HOUR_MS)
		expect(await book.reached(shop)).toBe(both[0]?.kobo)
	})

	test('a complaint that comes while Paystack is asked for its balance stops the write', async () => {
		const { shop, visit } = await waiting()
		const deps = book.newDeps()
		const { onlinePayments } = deps
		if (!onlinePayments) throw new Error('paying online is off')
		const { provider } = onlinePayments
		const balance: typeof provider.balance = async () => {
			await complain(visit.appointmentId, seven, book.newDeps())
			return provider.balance()
		}
		await book.send(seven, { ...deps, onlinePayments: withProvider(onlinePayments, { balance }) })
		expect(await paidTo(shop)).toEqual([])
	})

	test('a complaint about one that Paystack never had keeps it from being asked for again', async () => {
		const { shop, visit } = await askedInVain()
		await complain(visit.appointmentId, seven + MINUTE_MS)
		await days(seven + 5 * MINUTE_MS, seven + 60 * HOUR_MS)
		expect(await paidTo(shop)).toEqual([])
		expect(await states(shop, seven + 60 * HOUR_MS)).toEqual(['problem'])
	})

	test('a visit that the desk opens again is not paid for', async () => {
		const { shop, visit } = await waiting()
		const { referenceNumber } = visit
		const undone = await undoAppointment(desk.deps, { shopId: shop.id, referenceNumber, now: seven })
		expect(undone.ok).toBe(true)
		await days(seven, seven + HOUR_MS)
		expect(await book.statuses(shop)).toEqual(['cancelled'])
		expect(await states(shop, seven + HOUR_MS)).toEqual(['later'])
	})
})
