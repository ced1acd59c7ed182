import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activateOrder } from '#app/flows/subscriptions/activate-order.server.ts'
import { bookSession, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import { cancelSubscription, readForCancelling } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { callOffSession } from '#app/flows/subscriptions/change-plans.server.ts'
import { checkIn, issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import { orderPlan } from '#app/flows/subscriptions/order-plan.server.ts'
import {
	pauseSubscription,
	plannedPause,
	plannedResume,
	readForPause,
	resumeSubscription,
} from '#app/flows/subscriptions/pause-subscription.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { instantOf } from '#app/kernel/zone.server.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { type Period, PlanOracle, TOTAL, WEEKLY } from './plan-oracle.ts'

/**
 * Random sequences of buying, renewing, pausing, booking, cancelling, checking in and calling off, with the clock
 * moving across weeks and the change of the clocks in New York, played on the real database and counted by hand
 * beside it. 6 sequences in a sample, 500 in a deep run.
 */
const desk = withPaymentDesk('plan-model')
const RUNS = isDeep ? 500 : 6
const ZONE = 'America/New_York'
/** The clocks go forward on Sunday, 14 March. */
const FIRST_DAY = '2027-03-08'
const DAYS = 40
const begin = instantOf(ZONE, FIRST_DAY, 9 * 60) ?? 0
const noonOf = (day: number): Instant => {
	const date = new Date(Date.parse(`${FIRST_DAY}T00:00Z`) + day * DAY_MS).toISOString().slice(0, 10)
	return instantOf(ZONE, date, 12 * 60) ?? 0
}

const clock = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' })
/** By the platform's own calendar, and no code of ours. */
function mondayOf(at: Instant): string {
	const day = new Date(`${clock.format(at)}T00:00Z`)
	return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

const time = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'medium' })
function daysLater(at: Instant, days: number): Instant {
	const about = at + days * DAY_MS
	const near = [about, about - HOUR_MS, about + HOUR_MS]
	return near.find((one) => time.format(one) === time.format(at)) ?? about
}
const daysUntil = (at: Instant, later: Instant) =>
	(Date.parse(clock.format(later)) - Date.parse(clock.format(at))) / DAY_MS

const who = fc.constantFrom<0 | 1>(0, 1)
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('book' as const), who, pick: fc.nat(9) }) },
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constantFrom('cancelPlace', 'checkIn', 'pauseOrResume', 'renew', 'cancelPlan'),
			who,
			pick: fc.nat(9),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('callOff' as const), who, pick: fc.nat(9) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), who, pick: fc.nat(60) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function newWorld(kind: 'unlimited' | 'weekly' | 'total', capacity: number) {
	const { database, deps } = { database: desk.database(), deps: desk.deps }
	const shop = await desk.newShop()
	await desk.setShop(shop, `time_zone = '${ZONE}'`)
	const entries = { unlimited: undefined, weekly: WEEKLY, total: TOTAL }[kind]
	const planId = await addPlan(database, shop.id, { entryKind: kind, ...(entries ? { entries } : {}) })
	const sessionIds: string[] = []
	for (let day = 0; day < DAYS; day++)
		sessionIds.push(await addPlanSession(database, planId, { startsAt: noonOf(day), capacity, zone: ZONE }))
	const oracle = new PlanOracle(
		kind,
		sessionIds.map((_, day) => ({ startsAt: noonOf(day), isCalledOff: false })),
		capacity,
		mondayOf,
		daysLater,
	)
	let now = begin
	const people = [
		await addSignedInPerson(database, { at: now, isVerified: true }),
		await addSignedInPerson(database, { at: now, isVerified: true }),
	] as const
	await database.change('UPDATE sessions SET expires_at = ?', String(now + 400 * DAY_MS))
	const actorOf = (one: 0 | 1) => ({ ...people[one].actor, at: now })

	/** Ordered, and paid at the shop in the same instant. */
	async function buy(one: 0 | 1, renews: string | null) {
		const { userId, email } = people[one]
		const ordered = await orderPlan(deps, {
			planId,
			renews,
			promoCode: '',
			usesCashback: false,
			paymentChoice: 'cash',
			autoRenews: false,
			customer: { userId, firstName: 'Ada', lastName: 'Obi', email, phone: null },
			actor: actorOf(one),
			seen: { totalKobo: 1_000_000, toPayKobo: 1_000_000 },
			networkKey: null,
			now,
		})
		if (!ordered.ok || ordered.value.next !== 'order') return ordered
		const order = await deps.subscriptions.planOrders.orderByReference(ordered.value.referenceNumber, now)
		if (!order) throw new Error('no order')
		const started = await activateOrder(deps, order, now)
		if (!started.ok) throw new Error(started.refusal)
		const [row] = await database.rows(
			'SELECT * FROM subscriptions WHERE id = ?',
			started.value.subscriptionId,
		)
		const startsAt = Math.max(now, oracle.periods[one].at(-1)?.endsAt ?? 0)
		oracle.periods[one].push({
			id: started.value.subscriptionId,
			startsAt: renews ? startsAt : now,
			endsAt: Number(row?.ends_at),
			pausedAt: null,
			resumesAt: null,
			pauses: 0,
			isCancelled: false,
			entries: [],
		})
		return ordered
	}

	const isActive = (period: Period) => oracle.covers(period, now)
	const of = (one: 0 | 1, is: (period: Period) => boolean) => oracle.periods[one].find(is)

	async function take({ kind: what, who: one, pick }: Step) {
		const last = oracle.periods[one].at(-1)
		// No two things happen in one instant.
		now++
		switch (what) {
			case 'wait': {
				now += (1 + pick) * HOUR_MS
				return
			}
			case 'book': {
				const day = Math.max(0, Math.ceil((now - noonOf(0)) / DAY_MS)) + pick
				const sessionId = sessionIds[day]
				if (sessionId === undefined) return
				const period = oracle.bookable(one, day, now)
				const subscriptionId = period?.id ?? last?.id ?? null
				const booked = await bookSession(deps, actorOf(one), { sessionId, subscriptionId })
				expect([what, booked.ok]).toEqual([what, period !== null || oracle.isRepeat(one, day, now)])
				if (booked.ok && period) oracle.book(one, day, period, booked.value.bookingId, now)
				return
			}
			case 'cancelPlace': {
				const ahead = oracle.places[one].filter(
					({ day, state }) => state === 'booked' && oracle.startOf(day) > now,
				)
				const place = ahead[pick % Math.max(1, ahead.length)]
				if (!place) return
				expect((await cancelPlace(deps, actorOf(one), place.id)).ok).toBe(true)
				oracle.cancel(place, now)
				return
			}
			case 'checkIn': {
				const period = of(one, isActive) ?? last
				if (!period) return
				const issued = await issueCheckInCode(deps, actorOf(one), period.id)
				expect([what, issued.ok]).toEqual([what, oracle.canCheckIn(period, one, now)])
				if (!issued.ok) return
				const [code] = await database.rows(
					'SELECT typed_code FROM check_in_codes WHERE subscription_id = ? ORDER BY created_at DESC, rowid DESC LIMIT 1',
					period.id,
				)
				const typed = { shopId: shop.id, presented: { typed: String(code?.typed_code) }, key: newId(), now }
				const isLetIn = (await checkIn(deps, typed)).ok
				expect([what, isLetIn]).toEqual([what, oracle.checkIn(period, one, now)])
				return
			}
			case 'pauseOrResume': {
				const paused = of(
					one,
					(period) => !period.isCancelled && now < period.endsAt && oracle.isPausedAt(period, now),
				)
				const period = paused ?? of(one, isActive)
				if (!period) return
				const found = await readForPause(deps, actorOf(one), period.id)
				if (!found) throw new Error('not found')
				const plan = paused ? plannedResume(found, now) : plannedPause(found, 7, now)
				const seen = { places: plan.lost.length, forfeited: plan.forfeited }
				if (paused) {
					expect((await resumeSubscription(deps, actorOf(one), { id: period.id, seen })).ok).toBe(true)
					oracle.move(one, period, -daysUntil(now, period.resumesAt ?? now))
					period.resumesAt = now
				} else {
					const done = await pauseSubscription(deps, actorOf(one), { id: period.id, days: 7, seen })
					expect([what, done.ok]).toEqual([what, period.pauses === 0])
					if (!done.ok) return
					period.pausedAt = now
					period.resumesAt = daysLater(now, 7)
					period.pauses++
					oracle.move(one, period, 7)
				}
				oracle.giveUpUncovered(one, now, 'pause')
				return
			}
			case 'renew': {
				if (last?.isCancelled) {
					const isHeld = oracle.periods[one].some((period) => !period.isCancelled && period.endsAt > now)
					expect((await buy(one, null)).ok).toBe(!isHeld)
				} else if (last) await buy(one, last.id)
				return
			}
			case 'cancelPlan': {
				const period = of(one, isActive)
				if (!period) return
				const found = await readForCancelling(deps, actorOf(one), period.id)
				if (!found) throw new Error('not found')
				const seenKobo = found.moneyBack.moneyKobo + found.moneyBack.cashbackKobo
				const done = await cancelSubscription(deps, actorOf(one), { id: period.id, reason: 'far', seenKobo })
				expect(done.ok).toBe(true)
				period.isCancelled = true
				oracle.giveUpUncovered(one, now, 'plan')
				return
			}
			case 'callOff': {
				const day = Math.max(0, Math.ceil((now - noonOf(0)) / DAY_MS)) + pick
				const sessionId = sessionIds[day]
				if (sessionId === undefined) return
				await callOffSession(deps, { sessionId, now })
				oracle.callOff(day)
			}
		}
	}

	async function compare(after: string) {
		for (const one of [0, 1] as const)
			for (const period of oracle.periods[one]) {
				const [row] = await database.rows(
					`SELECT ends_at, (SELECT count(*) FROM subscription_entries WHERE subscription_id = subscriptions.id AND returned_at IS NULL) AS entries,
							(SELECT count(*) FROM session_bookings WHERE subscription_id = subscriptions.id AND status = 'booked') AS booked
						FROM subscriptions WHERE id = ?`,
					period.id,
				)
				const booked = oracle.places[one].filter(
					(place) => place.period === period && place.state === 'booked',
				)
				expect([after, { ...row }]).toEqual([
					after,
					{ ends_at: period.endsAt, entries: period.entries.length, booked: booked.length },
				])
			}
	}
	await buy(0, null)
	await buy(1, null)
	return { take, compare }
}

test(
	'D10, D11, D44–D48: after every step both have what a person would count, across weeks and a change of the clocks',
	async () => {
		const taken = new Map<string, number>()
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom('unlimited' as const, 'weekly' as const, 'total' as const),
				fc.integer({ min: 1, max: 2 }),
				fc.array(step, { minLength: 6, maxLength: 16 }),
				async (kind, capacity, steps) => {
					const world = await newWorld(kind, capacity)
					for (const one of steps) {
						await world.take(one)
						taken.set(one.kind, (taken.get(one.kind) ?? 0) + 1)
						await world.compare(one.kind)
					}
					await expectSound(desk.database())
				},
			),
			{ numRuns: RUNS },
		)
		expect(taken.get('book')).toBeGreaterThan(0)
	},
	isDeep ? 3_600_000 : 120_000,
)
