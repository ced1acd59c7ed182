import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { createGuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import { createSessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { runSweeper } from '#app/flows/run-sweeper.server.ts'
import { settleDuePayments } from '#app/flows/sweep-payments.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { DatabaseError } from '#db/database-error.server.ts'
import { noteJobRun } from '#db/job-runs.server.ts'
import { readReadiness } from '#db/readiness.server.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { newCustomer } from '#tests/integration/booking/customer.ts'
import {
	addSmallShop,
	lagos,
	mondayMorningAt,
	type SmallShopPlan,
	tuesday,
} from '#tests/integration/booking/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { pay, paymentDeps, receive, startPaying } from './paying-customer.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
const clock = { now: mondayMorningAt }
let standIn: StandIn
beforeAll(async () => {
	standIn = await startStandIn({ paystack: { now: () => clock.now } })
})
afterAll(() => standIn.close())

function sweeperDeps() {
	const deps = paymentDeps(database().url, standIn)
	const { read } = openDatabase({ url: database().url })
	return {
		...deps,
		sessions: createSessionRepository(read),
		guesses: createGuessRepository(read),
		accounts: createAccountRepository(read),
		deliverAllDue: null,
		noteJobRun: (job: string) => deps.writeBatch([noteJobRun(job, clock.now)]),
		now: () => clock.now,
	}
}

let deps: ReturnType<typeof sweeperDeps>
let shopCount = 0
beforeEach(() => {
	standIn.paystack.behaveWell()
	deps = sweeperDeps()
	clock.now = mondayMorningAt
})

const rows = async (sql: string, ...args: (string | number)[]) =>
	(await database().client.execute({ sql, args })).rows
const newShop = (plan: SmallShopPlan = {}) => addSmallShop(database().client, `swept${++shopCount}`, plan)
const outcomeOf = async (reference: string) => (await deps.payments.payment(reference))?.received?.outcome
/** Two sweepers at each minute, as when Cloudflare starts one twice. */
async function sweepFor(minutes: number) {
	for (let i = 0; i < minutes; i++) {
		clock.now += MINUTE_MS
		await Promise.all([runSweeper(deps), runSweeper(sweeperDeps())])
	}
}

describe('somebody who paid', () => {
	test('and never came back, with no webhook either, is booked within five minutes (R22)', async () => {
		const shop = await newShop()
		const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
		standIn.paystack.pay(reference)
		await sweepFor(5)
		expect(await outcomeOf(reference)).toBe('booked')
		const found = await rows('SELECT 1 FROM transactions WHERE payment_reference = ?', reference)
		expect(found).toHaveLength(1)
	})

	test('after a first card was declined is booked (R24)', async () => {
		const shop = await newShop()
		const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
		standIn.paystack.decline(reference)
		await sweepFor(5)
		expect(await outcomeOf(reference)).toBeUndefined()
		standIn.paystack.pay(reference)
		await sweepFor(5)
		expect(await outcomeOf(reference)).toBe('booked')
	})

	test('while Paystack did not answer is booked when it does', async () => {
		const shop = await newShop()
		const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
		standIn.paystack.pay(reference)
		standIn.paystack.setBehaviour({ verify: 'html' })
		await sweepFor(5)
		expect(await outcomeOf(reference)).toBeUndefined()
		standIn.paystack.behaveWell()
		await sweepFor(5)
		expect(await outcomeOf(reference)).toBe('booked')
	})
})

test('somebody who never pays is asked about ever more rarely, and not at all after three days', async () => {
	const shop = await newShop()
	const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
	const row = async () =>
		(
			await rows(
				'SELECT status, check_count, next_check_at FROM payment_attempts WHERE reference = ?',
				reference,
			)
		)[0]
	const startedAt = clock.now
	let pause = 0
	for (let attempt = await row(); attempt?.status === 'open'; attempt = await row()) {
		const next = Number(attempt.next_check_at)
		expect(next - clock.now).toBeGreaterThanOrEqual(pause)
		pause = next - clock.now
		clock.now = next
		await settleDuePayments(deps, clock.now)
	}
	expect(pause).toBe(30 * MINUTE_MS)
	expect(clock.now - startedAt).toBeGreaterThan(72 * HOUR_MS)
	const before = standIn.paystack.calls.verify
	await sweepFor(3)
	expect(standIn.paystack.calls.verify).toBe(before)
	expect((await row())?.status).toBe('closed')
})

test('a payment that cannot be settled stops no other, and has its turn again later', async () => {
	const shop = await newShop()
	const wished = { serviceId: shop.idOf('cut'), startsAt: ten }
	const broken = await startPaying(deps, clock, wished)
	const other = await startPaying(deps, clock, { ...wished, startsAt: lagos(tuesday, '12:00') })
	for (const { reference } of [broken, other]) standIn.paystack.pay(reference)
	clock.now += 3 * MINUTE_MS
	const { payment } = deps.payments
	const payments = {
		...deps.payments,
		payment: async (reference: string) => {
			if (reference === broken.reference) throw new Error('a bug')
			return payment(reference)
		},
	}
	await expect(settleDuePayments({ ...deps, payments }, clock.now)).rejects.toThrow('a bug')
	expect([await outcomeOf(broken.reference), await outcomeOf(other.reference)]).toEqual([undefined, 'booked'])
	await runSweeper(deps)
	expect(await outcomeOf(broken.reference)).toBeUndefined()
	clock.now += 2 * MINUTE_MS
	await runSweeper(deps)
	expect(await outcomeOf(broken.reference)).toBe('booked')
})

describe('a time that was lost', () => {
	/** Paid when somebody else had the time already. */
	async function offered() {
		const shop = await newShop()
		const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
		clock.now += HOUR_MS
		const other = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		await other.hold(ten)
		expect((await other.book()).ok).toBe(true)
		standIn.paystack.pay(reference)
		await sweepFor(30)
		expect(await outcomeOf(reference)).toBe('offered')
		return reference
	}

	test('is offered for a day, and then the money goes back, once, with a mail that says why', async () => {
		const reference = await offered()
		const until = (await deps.payments.payment(reference))?.received?.offerExpiresAt ?? 0
		clock.now = until - MINUTE_MS - 1
		await sweepFor(1)
		expect(await outcomeOf(reference)).toBe('offered')
		clock.now = until - MINUTE_MS
		await sweepFor(2)
		const payment = await deps.payments.payment(reference)
		expect(payment).toMatchObject({ received: { outcome: 'refund' }, refund: { reason: 'time_lost' } })
		expect(
			standIn.paystack.refunds.filter(({ transaction }) => transaction.reference === reference),
		).toHaveLength(1)
		const told = await rows(
			`SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? AND kind <> 'payment_unfinished' ORDER BY rowid`,
			reference,
		)
		expect(told.map(({ kind }) => kind).slice(0, 2)).toEqual(['other_time_offered', 'refund_started'])
	})

	test('that was taken up before the sweeper wrote is not given back', async () => {
		const reference = await offered()
		const payment = await deps.payments.payment(reference)
		clock.now = payment?.received?.offerExpiresAt ?? 0
		// It is read as over, and meanwhile given back by another one.
		const late = sweeperDeps()
		const found = await late.payments.expiredOffers(clock.now, 20)
		expect(found.map((one) => one.reference)).toContain(reference)
		await runSweeper(deps)
		const refunds = () => rows('SELECT * FROM refunds WHERE payment_reference = ?', reference)
		const before = await refunds()
		await runSweeper({ ...late, payments: { ...late.payments, expiredOffers: async () => found } })
		expect(await refunds()).toEqual(before)
		expect(late.lines.filter((line) => line.includes('failed'))).toEqual([])
	})
})

describe('a promo code', () => {
	const plan = { promoCodes: { ONCE: { percent: 10, maxUses: 1 } } }
	const usesOf = async (shopId: string) =>
		Number((await rows(`SELECT current_uses FROM promo_codes WHERE shop_id = ?`, shopId))[0]?.current_uses)

	test('is kept while its payment may come, and can be had by others when it did not (D14)', async () => {
		const shop = await newShop(plan)
		const { reference } = await startPaying(deps, clock, {
			serviceId: shop.idOf('cut'),
			startsAt: ten,
			promoCode: 'ONCE',
		})
		expect(await usesOf(shop.id)).toBe(1)
		const { expiresAt } = (await deps.payments.payment(reference)) ?? { expiresAt: 0 }
		clock.now = expiresAt - 1
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(1)
		clock.now = expiresAt
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(0)
		// Its payment comes all the same, and the use is still to be had.
		standIn.paystack.pay(reference)
		await sweepFor(5)
		expect(await outcomeOf(reference)).toBe('booked')
		expect(await usesOf(shop.id)).toBe(1)
		await sweepFor(1)
		expect(await usesOf(shop.id)).toBe(1)
	})

	test('is kept while a newer try of the same visit is open', async () => {
		const shop = await newShop({ promoCodes: { ONCE: { percent: 10, maxUses: 2 } } })
		const wished = { serviceId: shop.idOf('cut'), startsAt: ten, promoCode: 'ONCE' }
		const { customer, reference } = await startPaying(deps, clock, wished)
		const first = (await deps.payments.payment(reference))?.expiresAt ?? 0
		clock.now = first - MINUTE_MS
		const second = await pay(deps, clock, customer, wished)
		expect(second).not.toBe(reference)
		clock.now = first + MINUTE_MS
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(1)
	})

	test('is given back for a payment that Paystack did not start', async () => {
		const shop = await newShop(plan)
		standIn.paystack.setBehaviour({ initialize: 'refuse' })
		await startPaying(deps, clock, {
			serviceId: shop.idOf('cut'),
			startsAt: ten,
			promoCode: 'ONCE',
		}).catch(() => {})
		clock.now += HOUR_MS
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(0)
	})
})

describe('the jobs', () => {
	beforeEach(() => rows('DELETE FROM job_runs'))

	test('are written down when they have ended well, with what waits', async () => {
		const shop = await newShop()
		const { reference } = await startPaying(deps, clock, { serviceId: shop.idOf('cut'), startsAt: ten })
		standIn.paystack.pay(reference)
		await receive(
			deps,
			clock,
			standIn,
			JSON.stringify({ event: 'charge.success', data: { id: 1, reference } }),
		)
		const ready = await readReadiness(openDatabase({ url: database().url }), clock.now)
		expect(ready.backlog).toMatchObject({ webhooksUnprocessed: 1 })
		clock.now += 10 * MINUTE_MS
		await runSweeper({ ...deps, deliverAllDue: async () => ({ sent: 0, waiting: 0, dropped: 0 }) })
		const after = await readReadiness(openDatabase({ url: database().url }), clock.now)
		expect(after).toMatchObject({ problem: null, backlog: { webhooksUnprocessed: 0, paymentsDue: 0 } })
		const names = ['mails', 'offers', 'payments', 'promo-uses', 'purge', 'refunds', 'webhooks']
		expect(after.jobs).toEqual(
			Object.fromEntries(names.map((name) => [name, new Date(clock.now).toISOString()])),
		)
	})

	test('go on when one of them fails, whose last good end stays on record', async () => {
		await runSweeper(deps)
		const before = clock.now
		clock.now += DAY_MS
		const broken = {
			...deps,
			webhooks: {
				...deps.webhooks,
				takeDue: () => {
					throw new DatabaseError('busy', 'down')
				},
			},
			drafts: {
				...deps.drafts,
				purgeSavedBefore: () => {
					throw new Error('a bug that quotes guest@example.com')
				},
			},
		}
		expect(await runSweeper(broken)).toMatch(
			/^purge: failed; webhooks: failed; payments: \d+ asked about; offers/,
		)
		expect(deps.lines).toContain('sweeper, purge failed: Error')
		expect(deps.lines.join()).not.toContain('guest@')
		const { jobs } = await readReadiness(openDatabase({ url: database().url }), clock.now)
		expect(jobs).toMatchObject({
			purge: new Date(before).toISOString(),
			webhooks: new Date(before).toISOString(),
			refunds: new Date(clock.now).toISOString(),
		})
	})

	test('that ask Paystack rest without a key', async () => {
		expect(await runSweeper({ ...deps, paystack: null })).toMatch(
			/^purge: [^;]+; webhooks: off; payments: off; offers: [^;]+; refunds: off; promo-uses: [^;]+; mails: off$/,
		)
	})
})
