import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { countBacklog, runSweeper } from '#app/flows/jobs/run-sweeper.server.ts'
import { releaseLapsedSavings } from '#app/flows/lifecycle/release-savings.server.ts'
import { channels } from '#app/flows/lists/channels.server.ts'
import { jobGroups, jobs, jobsOfCron } from '#app/flows/lists/jobs.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import type { DeliverMessagesDeps } from '#app/flows/messages/deliver-messages.server.ts'
import { settleDuePayments } from '#app/flows/payments/sweep-payments.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, timeBudget } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { readReadiness } from '#db/readiness.server.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { paymentLinkKey } from '#tests/support/flow-deps.ts'
import { noPace } from '#tests/support/no-pace.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('swept')
const { database, clock } = desk

function sweeperDeps() {
	return {
		...desk.newDeps(),
		jobs,
		delivery: null as DeliverMessagesDeps | null,
		webhookRules: { ownOrigins: [], isProduction: false },
		photoStore: { put: async () => {}, read: async () => null, remove: async () => {} },
		thumbnailDrawer: async (photo: Uint8Array) => photo,
		now: () => clock.now,
	}
}

let deps: ReturnType<typeof sweeperDeps>
beforeEach(() => {
	deps = sweeperDeps()
})

const outcomeOf = async (paymentReference: string) =>
	(await deps.payments.attempts.payment(paymentReference))?.received?.outcome
/** Two sweepers at each minute, as when Cloudflare starts one twice, with the jobs that money goes through. */
async function sweepFor(minutes: number) {
	for (let i = 0; i < minutes; i++) {
		clock.now += MINUTE_MS
		const both = [deps, sweeperDeps()].map((one) => ({ ...one, jobs: jobGroups['* * * * *'] ?? [] }))
		await Promise.all(both.map(runSweeper))
	}
}

describe('somebody who paid', () => {
	test('and never came back, with no webhook either, is booked within five minutes (R22)', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaystack(shop)
		desk.paystack.pay(paymentReference)
		await sweepFor(5)
		expect(await outcomeOf(paymentReference)).toBe('booked')
		const found = await database().rows(
			'SELECT 1 FROM transactions WHERE payment_reference = ?',
			paymentReference,
		)
		expect(found).toHaveLength(1)
	})

	test('after a first card was declined is booked', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaystack(shop)
		desk.paystack.decline(paymentReference)
		await sweepFor(5)
		expect(await outcomeOf(paymentReference)).toBeUndefined()
		desk.paystack.pay(paymentReference)
		await sweepFor(5)
		expect(await outcomeOf(paymentReference)).toBe('booked')
	})

	test('while Paystack did not answer is booked when it does', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaystack(shop)
		desk.paystack.pay(paymentReference)
		desk.paystack.setBehaviour({ verify: 'html' })
		await sweepFor(5)
		expect(await outcomeOf(paymentReference)).toBeUndefined()
		desk.paystack.behaveWell()
		await sweepFor(5)
		expect(await outcomeOf(paymentReference)).toBe('booked')
	})
})

test('somebody who never pays is asked about ever more rarely, and not at all after three days', async () => {
	const shop = await desk.newShop()
	const { paymentReference } = await desk.atPaystack(shop)
	const row = async () =>
		(
			await database().rows(
				'SELECT status, check_count, next_check_at FROM payment_attempts WHERE payment_reference = ?',
				paymentReference,
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
	expect(pause).toBe(6 * HOUR_MS)
	expect(clock.now - startedAt).toBeGreaterThan(72 * HOUR_MS)
	const before = desk.paystack.calls.verify
	await sweepFor(3)
	expect(desk.paystack.calls.verify).toBe(before)
	expect((await row())?.status).toBe('closed')
})

describe('F1: a payment of three days', () => {
	const row = async (paymentReference: string) =>
		(
			await database().rows(
				'SELECT status, next_check_at FROM payment_attempts WHERE payment_reference = ?',
				paymentReference,
			)
		)[0]
	const alerts = () => deps.lines.filter((line) => line.startsWith('ALERT'))

	/** Paid at hour 71:50; its webhook is lost. */
	async function paidLate() {
		const { paymentReference } = await desk.atPaystack(await desk.newShop())
		clock.now += 72 * HOUR_MS - 10 * MINUTE_MS
		desk.paystack.pay(paymentReference)
		clock.now += 11 * MINUTE_MS
		return paymentReference
	}

	test.each(['fail', 'html', 'unknown', 'wrong-domain', 'pending'] as const)(
		'that is asked about while Paystack answers "%s" stays open, and has its outcome when Paystack is well',
		async (verify) => {
			const paymentReference = await paidLate()
			desk.paystack.setBehaviour({ verify })
			await settleDuePayments(deps, clock.now)
			expect((await row(paymentReference))?.status).toBe('open')
			desk.paystack.behaveWell()
			clock.now = Number((await row(paymentReference))?.next_check_at)
			await settleDuePayments(deps, clock.now)
			expect(await outcomeOf(paymentReference)).toBe('offered')
		},
	)

	test('with the key of another mode stays open', async () => {
		const paymentReference = await paidLate()
		const { onlinePayments } = deps
		if (!onlinePayments) throw new Error('paying online is off')
		await settleDuePayments({ ...deps, onlinePayments: { ...onlinePayments, mode: 'live' } }, clock.now)
		expect((await row(paymentReference))?.status).toBe('open')
	})

	test('without an answer for a day is told to a person, in one line for all such payments', async () => {
		await database().change(`UPDATE payment_attempts SET next_check_at = 253402214400000`)
		await desk.atPaystack(await desk.newShop())
		await paidLate()
		desk.paystack.setBehaviour({ verify: 'fail' })
		const nextCheck = `SELECT min(next_check_at) AS at FROM payment_attempts WHERE status = 'open'`
		const silentFrom = clock.now
		while (alerts().length === 0 && clock.now < silentFrom + 3 * DAY_MS) {
			await settleDuePayments(deps, clock.now)
			clock.now = Math.max(clock.now + MINUTE_MS, Number((await database().rows(nextCheck))[0]?.at))
		}
		expect(clock.now - silentFrom).toBeGreaterThan(DAY_MS)
		expect(alerts()).toHaveLength(1)
		expect(alerts()[0]).toMatch(/^ALERT payment wk-\S+: no answer about it for a day/)
	})
})

test('W13: a run ends with its time, with the young payments before the old', async () => {
	await database().change(`UPDATE payment_attempts SET next_check_at = 253402214400000`)
	const shop = await desk.newShop()
	const old = await desk.atPaystack(shop)
	clock.now += 3 * HOUR_MS
	const young = await desk.atPaystack(shop, { startsAt: lagos(tuesday, '12:00') })
	for (const { paymentReference } of [old, young]) desk.paystack.pay(paymentReference)
	clock.now += 3 * MINUTE_MS
	let pieces = 0
	// Time for the first look and one payment.
	expect(await settleDuePayments(deps, clock.now, () => ++pieces <= 2)).toBe(1)
	expect([await outcomeOf(old.paymentReference), await outcomeOf(young.paymentReference)]).toEqual([
		undefined,
		'booked',
	])
	expect(await countBacklog(jobs, deps, clock.now)).toMatchObject({ paymentsDue: 1 })
	expect(Number((await countBacklog(jobs, deps, clock.now)).paymentsLagSeconds)).toBe(3 * 3_600 + 60)
	expect(await settleDuePayments(deps, clock.now)).toBe(1)
	expect(await countBacklog(jobs, deps, clock.now)).toMatchObject({ paymentsDue: 0, paymentsLagSeconds: 0 })
})

test('a payment that cannot be settled stops no other, and has its turn again later', async () => {
	const shop = await desk.newShop()
	const broken = await desk.atPaystack(shop)
	const other = await desk.atPaystack(shop, { startsAt: lagos(tuesday, '12:00') })
	for (const { paymentReference } of [broken, other]) desk.paystack.pay(paymentReference)
	clock.now += 3 * MINUTE_MS
	const { payment } = deps.payments.attempts
	const payments = {
		...deps.payments.attempts,
		payment: async (paymentReference: string) => {
			if (paymentReference === broken.paymentReference) throw new Error('a bug')
			return payment(paymentReference)
		},
	}
	await expect(
		settleDuePayments({ ...deps, payments: { ...deps.payments, attempts: payments } }, clock.now),
	).rejects.toThrow('a bug')
	expect([await outcomeOf(broken.paymentReference), await outcomeOf(other.paymentReference)]).toEqual([
		undefined,
		'booked',
	])
	await runSweeper(deps)
	expect(await outcomeOf(broken.paymentReference)).toBeUndefined()
	clock.now += 2 * MINUTE_MS
	await runSweeper(deps)
	expect(await outcomeOf(broken.paymentReference)).toBe('booked')
})

describe('a time that was lost', () => {
	/** Paid when another customer had the time already. */
	async function offered() {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaystack(shop)
		clock.now += HOUR_MS
		expect((await desk.bookForCash(shop)).ok).toBe(true)
		desk.paystack.pay(paymentReference)
		const isSettled = async () => (await outcomeOf(paymentReference)) !== undefined
		for (let minute = 0; minute < 30 && !(await isSettled()); minute++) await sweepFor(1)
		expect(await outcomeOf(paymentReference)).toBe('offered')
		return paymentReference
	}

	test('is offered for a day, and then the money goes back, once, with a mail that says why', async () => {
		const paymentReference = await offered()
		const until = (await deps.payments.attempts.payment(paymentReference))?.received?.offerExpiresAt ?? 0
		clock.now = until - MINUTE_MS - 1
		await sweepFor(1)
		expect(await outcomeOf(paymentReference)).toBe('offered')
		clock.now = until - MINUTE_MS
		await sweepFor(2)
		const payment = await deps.payments.attempts.payment(paymentReference)
		expect(payment).toMatchObject({ received: { outcome: 'refund' }, refund: { reason: 'time_lost' } })
		expect(
			desk.paystack.refunds.filter(({ transaction }) => transaction.reference === paymentReference),
		).toHaveLength(1)
		const told = await database().rows(
			`SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? AND kind <> 'payment_unfinished' ORDER BY rowid`,
			paymentReference,
		)
		expect(told.map(({ kind }) => kind).slice(0, 2)).toEqual(['other_time_offered', 'refund_started'])
	})

	test('that was taken up before the sweeper wrote is not given back', async () => {
		const paymentReference = await offered()
		const payment = await deps.payments.attempts.payment(paymentReference)
		clock.now = payment?.received?.offerExpiresAt ?? 0
		// This run reads the offer as over; meanwhile another run refunds it.
		const late = sweeperDeps()
		const found = await late.payments.attempts.expiredOffers(clock.now, 20)
		expect(found.map((one) => one.paymentReference)).toContain(paymentReference)
		await runSweeper(deps)
		const refunds = () =>
			database().rows('SELECT * FROM refunds WHERE payment_reference = ?', paymentReference)
		const before = await refunds()
		await runSweeper({
			...late,
			payments: {
				...late.payments,
				attempts: { ...late.payments.attempts, expiredOffers: async () => found },
			},
		})
		expect(await refunds()).toEqual(before)
		expect(late.lines.filter((line) => line.includes('failed'))).toEqual([])
	})
})

describe('a promo code', () => {
	const plan = { promoCodes: { ONCE: { percent: 10, maxUses: 1 } } }
	const usesOf = async (shopId: string) =>
		Number(
			(await database().rows(`SELECT current_uses FROM promo_codes WHERE shop_id = ?`, shopId))[0]
				?.current_uses,
		)

	test('is kept while its payment may come, and can be had by others when it did not (D14)', async () => {
		const shop = await desk.newShop(plan)
		const { paymentReference } = await desk.atPaystack(shop, { promoCode: 'ONCE' })
		expect(await usesOf(shop.id)).toBe(1)
		const { expiresAt } = (await deps.payments.attempts.payment(paymentReference)) ?? { expiresAt: 0 }
		clock.now = expiresAt - 1
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(1)
		clock.now = expiresAt
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(0)
		// Its payment comes all the same, and the use is still to be had.
		desk.paystack.pay(paymentReference)
		await sweepFor(5)
		expect(await outcomeOf(paymentReference)).toBe('booked')
		expect(await usesOf(shop.id)).toBe(1)
		await sweepFor(1)
		expect(await usesOf(shop.id)).toBe(1)
	})

	test('is kept while a newer try of the same visit is open', async () => {
		const shop = await desk.newShop({ promoCodes: { ONCE: { percent: 10, maxUses: 2 } } })
		const { payer, paymentReference } = await desk.atPaystack(shop, { promoCode: 'ONCE' })
		const first = (await deps.payments.attempts.payment(paymentReference))?.expiresAt ?? 0
		clock.now = first - MINUTE_MS
		const second = await payer.start()
		expect(second).not.toBe(paymentReference)
		clock.now = first + MINUTE_MS
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(1)
	})

	test('of a flood of abandoned checkouts is given back some at a time, until all are', async () => {
		const shop = await desk.newShop({ promoCodes: { MANY: { percent: 10 } } })
		const { payer } = await desk.atPaystack(shop, { promoCode: 'MANY' })
		const [checkout] = await desk.checkoutsOf(payer)
		const more = 600
		await database().change(
			`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo,
					payment_choice, payment_method, due_kobo, status, first_name, last_name, email, promo_code_id, created_at)
				SELECT 'flood-' || value, shop_id, client_id, 'flood-' || value, subtotal_kobo, discount_kobo, tip_kobo, total_kobo,
					payment_choice, payment_method, due_kobo, status, first_name, last_name, email, promo_code_id, created_at
				FROM checkouts, generate_series(1, ?) WHERE checkouts.id = ?`,
			...[more, String(checkout?.id)],
		)
		await database().change(
			`INSERT INTO promo_uses SELECT id, promo_code_id, subtotal_kobo, created_at FROM checkouts WHERE id LIKE 'flood-%'`,
		)
		expect(await usesOf(shop.id)).toBe(more + 1)
		clock.now += HOUR_MS
		const now = () => clock.now
		const first = await releaseLapsedSavings(deps, now, timeBudget(now, MINUTE_MS, 1))
		expect(first).toBeLessThan(more)
		expect(await usesOf(shop.id)).toBe(more + 1 - first)
		await releaseLapsedSavings(deps, now)
		expect(await usesOf(shop.id)).toBe(0)
		expect(await releaseLapsedSavings(deps, now)).toBe(0)
	})

	test('is given back for a payment that Paystack did not start', async () => {
		const shop = await desk.newShop(plan)
		desk.paystack.setBehaviour({ initialize: 'refuse' })
		await desk.atPaystack(shop, { promoCode: 'ONCE' }).catch(() => {})
		clock.now += HOUR_MS
		await runSweeper(deps)
		expect(await usesOf(shop.id)).toBe(0)
	})
})

describe('the jobs', () => {
	const readiness = () =>
		readReadiness(openDatabase({ url: database().url }), () => countBacklog(jobs, deps, clock.now), clock.now)

	beforeEach(() => database().rows('DELETE FROM job_runs'))

	test('are written down when they have ended well, with what waits', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaystack(shop)
		desk.paystack.pay(paymentReference)
		await desk.receive(
			JSON.stringify({ event: 'charge.success', data: { id: 1, reference: paymentReference } }),
		)
		const ready = await readiness()
		expect(ready.backlog).toMatchObject({ webhooksUnprocessed: 1 })
		clock.now += 10 * MINUTE_MS
		const delivery = {
			...deps,
			messages,
			channels,
			provider: { name: 'http' as const, send: async () => ({ outcome: 'sent' as const }) },
			pace: noPace,
			push: null,
			sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
			cookieKeys: [paymentLinkKey],
		}
		await runSweeper({ ...deps, delivery })
		const after = await readiness()
		expect(after).toMatchObject({ problems: [], backlog: { webhooksUnprocessed: 0, paymentsDue: 0 } })
		const names = jobs.map(({ name }) => name)
		expect(new Set(names).size).toBe(names.length)
		expect(after.jobs).toEqual(
			Object.fromEntries(names.map((name) => [name, new Date(clock.now).toISOString()])),
		)
	})

	test('stand in groups, and what keeps lists fresh ends no money and no mail', () => {
		expect(Object.values(jobGroups).map((group) => group.map(({ name }) => name))).toEqual([
			[
				...['write-probe', 'webhooks', 'payments', 'offers', 'refunds', 'payouts', 'disputes'],
				// What follows from money, and writes mails of its own.
				...['lapsed-savings', 'waitlists', 'slot-lines', 'plans-ending'],
			],
			['shop-webhooks', 'mails'],
			['staff-left', 'counters', 'loose-photos', 'thumbnails', 'openings'],
			['purge'],
		])
	})

	test('have each an expression of wrangler.toml, and run all where one is not known', () => {
		const settings = readFileSync(join(PROJECT_ROOT, 'wrangler.toml'), 'utf8')
		const crons: string[] = JSON.parse(/^crons = (.+)$/m.exec(settings)?.[1] ?? '[]')
		expect(crons).toEqual(Object.keys(jobGroups))
		expect(crons.flatMap(jobsOfCron)).toEqual(jobs)
		expect(jobsOfCron('0 * * * *')).toEqual(jobs)
	})

	test('go on when one of them fails, whose last good end stays on record', async () => {
		await runSweeper(deps)
		const before = clock.now
		clock.now += DAY_MS
		const broken = {
			...deps,
			payments: {
				...deps.payments,
				webhooks: {
					...deps.payments.webhooks,
					takeDue: () => {
						throw new DatabaseError('busy', 'down')
					},
				},
			},
			booking: {
				...deps.booking,
				drafts: {
					...deps.booking.drafts,
					purgeSavedBefore: () => {
						throw new Error('a bug that quotes guest@example.com')
					},
				},
			},
		}
		expect(await runSweeper(broken)).toMatch(
			/^write-probe: ok; webhooks: failed; payments: \d+ asked about; offers.*; purge: failed$/,
		)
		expect(deps.lines).toContain('sweeper, purge failed: Error')
		expect(deps.lines.join()).not.toContain('guest@')
		const { jobs } = await readiness()
		expect(jobs).toMatchObject({
			purge: new Date(before).toISOString(),
			webhooks: new Date(before).toISOString(),
			refunds: new Date(clock.now).toISOString(),
		})
	})

	test('W6: probe the write path, and readiness tells when writes have failed for minutes', async () => {
		await runSweeper(deps)
		const probedAt = clock.now
		expect(await readiness()).toMatchObject({
			problems: [],
			lastWriteProbe: new Date(probedAt).toISOString(),
		})
		const locked = {
			...deps,
			writeBatch: async () => {
				throw new DatabaseError('unknown', 'no answer in time')
			},
		}
		clock.now += 2 * MINUTE_MS
		expect(await runSweeper(locked)).toMatch(/^write-probe: failed/)
		expect(deps.lines).toContain('ALERT database: it took no write')
		expect(await readiness()).toMatchObject({ problems: [] })
		clock.now += 2 * MINUTE_MS
		expect(await readiness()).toMatchObject({
			problems: ['writes_failing'],
			lastWriteProbe: new Date(probedAt).toISOString(),
		})
		await runSweeper(deps)
		expect(await readiness()).toMatchObject({ problems: [] })
	})

	test('that ask Paystack rest without a key', async () => {
		const said = await runSweeper({ ...deps, onlinePayments: null })
		const words = new Map(said.split('; ').map((one) => one.split(': ') as [string, string]))
		expect([...words.keys()]).toEqual(jobs.map(({ name }) => name))
		expect([...words].filter(([, did]) => did === 'off').map(([name]) => name)).toEqual([
			'webhooks',
			'payments',
			'refunds',
			'payouts',
			'mails',
		])
		expect([...words].filter(([, did]) => did === 'failed')).toEqual([])
		expect(said).toMatch(/^write-probe: ok; .*shop-webhooks: 0 delivered, 0 failed; .*counters: 0 differ; /)
	})
})
