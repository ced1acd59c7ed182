import { beforeAll, describe, expect, test } from 'vitest'
import { noCheckInWords } from '#app/domain/subscriptions/check-in-words.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { cancelSubscription } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { checkIn, issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import { pauseSubscription } from '#app/flows/subscriptions/pause-subscription.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { refused } from '#app/kernel/outcome.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { beforeWrite, keepFirstWrite } from '#tests/support/around-a-write.ts'
import { checkInKeys, newCode, plantCodes, type TestCode } from '#tests/support/check-in-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addHolder, addPlan, addPlanSession, type Holder } from '#tests/support/session-desk.ts'
import { addSmallShop, mondayMorningAt } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const deps = () => bookingDeps(database().url)
/** Monday, 14:02 in Lagos. */
const now = mondayMorningAt + 6 * HOUR_MS + 2 * MINUTE_MS

beforeAll(async () => {
	await addSmallShop(database().client, 'gym')
	await addSmallShop(database().client, 'spa')
	await addSmallShop(database().client, 'dance')
})

async function newHolder(entries = 2) {
	const planId = await addPlan(database(), 'gym', { entryKind: 'total', entries })
	return {
		planId,
		...(await addHolder(database(), planId, { now, startsAt: now - DAY_MS, endsAt: now + 9 * DAY_MS })),
	}
}
type NewHolder = Awaited<ReturnType<typeof newHolder>>

const codeOf = (holder: Holder, at = now) => newCode(database(), deps(), holder, at)
const scan = ({ token }: TestCode, { at = now, shopId = 'gym', key = newId() } = {}) =>
	checkIn(deps(), { shopId, presented: { token, keys: checkInKeys }, key, now: at })
const type = (typed: string, { at = now, shopId = 'gym', key = newId() } = {}) =>
	checkIn(deps(), { shopId, presented: { typed }, key, now: at })

async function book(holder: NewHolder, startsAt: Instant) {
	const sessionId = await addPlanSession(database(), holder.planId, { startsAt })
	const booked = await bookSession(deps(), holder.actorAt(now), {
		sessionId,
		subscriptionId: holder.subscriptionId,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.bookingId
}

const usedBy = ({ subscriptionId }: Holder) =>
	database().count(
		'SELECT count(*) FROM subscription_entries WHERE subscription_id = ? AND returned_at IS NULL',
		subscriptionId,
	)
const historyOf = async ({ subscriptionId }: Holder) =>
	(
		await database().rows(
			'SELECT action, entries_before || entries_after AS numbers FROM subscription_usage WHERE subscription_id = ? ORDER BY rowid',
			subscriptionId,
		)
	).map(({ action, numbers }) => `${action} ${numbers}`)

describe('D48: a code', () => {
	test('uses an entry; the same request says the same, and another one when it was used', async () => {
		const holder = await newHolder()
		const code = await codeOf(holder)
		const first = await scan(code, { key: 'tap' })
		expect(first).toMatchObject({
			ok: true,
			value: { holder: 'Ada Obi', sessionStartsAt: null, entriesLeft: 1, usedAt: now },
		})
		expect(await scan(code, { key: 'tap', at: now + 9 * MINUTE_MS - 8 * MINUTE_MS })).toEqual(first)
		expect(await scan(code, { at: now + MINUTE_MS })).toEqual(
			refused({ code: 'code_used', usedAt: now, timeZone: 'Africa/Lagos' }),
		)
		expect(await type(code.typed, { at: now + MINUTE_MS })).toMatchObject(
			refused({ code: 'code_used', usedAt: now }),
		)
		expect(await usedBy(holder)).toBe(1)
		expect(await historyOf(holder)).toEqual(['visit 01'])
	})

	test('stays while it is valid and a day longer, though what has expired is purged', async () => {
		const holder = await newHolder()
		const code = await codeOf(holder)
		const [issued] = await database().rows(
			'SELECT expires_at FROM check_in_codes WHERE subscription_id = ?',
			holder.subscriptionId,
		)
		const purge = (at: Instant) => purgeExpired(deps(), { checkInCodes: purges.checkInCodes }, at)
		await purge(now)
		expect(await scan(code)).toMatchObject({ ok: true })
		const end = Number(issued?.expires_at) + DAY_MS
		const codes = () =>
			database().count('SELECT count(*) FROM check_in_codes WHERE subscription_id = ?', holder.subscriptionId)
		await purge(end - 1)
		expect(await codes()).toBe(1)
		await purge(end)
		expect(await codes()).toBe(0)
	})

	test('completes a session from 60 minutes before its start until its end, and takes no second entry', async () => {
		const holder = await newHolder()
		const startsAt = now + 2 * HOUR_MS
		const bookingId = await book(holder, startsAt)
		// One minute too early it is a visit without a session.
		expect(await scan(await codeOf(holder), { at: now + MINUTE_MS })).toMatchObject({
			ok: true,
			value: { sessionStartsAt: null, entriesLeft: 0 },
		})
		const at = startsAt - HOUR_MS
		expect(await scan(await codeOf(holder, at), { at })).toMatchObject({
			ok: true,
			value: { sessionStartsAt: startsAt, entriesLeft: 0 },
		})
		expect(
			await database().rows('SELECT status, completed_at FROM session_bookings WHERE id = ?', bookingId),
		).toEqual([{ status: 'completed', completed_at: at }])
		expect(await usedBy(holder)).toBe(2)
		expect(await historyOf(holder)).toEqual(['booking 01', 'visit 12', 'visit 22'])
		// The session is completed, and no entry is left for a visit.
		expect(await issueCheckInCode(deps(), holder.actorAt(at), holder.subscriptionId)).toEqual(
			refused('not_usable'),
		)
	})

	test('M36: is not made before the booked session that has the last entry, and the page says when check-in opens', async () => {
		const holder = await newHolder(1)
		const startsAt = mondayMorningAt + DAY_MS + 3 * HOUR_MS
		await book(holder, startsAt)
		const ask = (at: Instant) => issueCheckInCode(deps(), holder.actorAt(at), holder.subscriptionId)
		const words = async (at: Instant) => {
			const held = await deps().subscriptions.checkIns.shownCode(holder.actorAt(at), holder.subscriptionId)
			return held && noCheckInWords(held, at)?.text
		}
		expect(await ask(now)).toEqual(refused('not_usable'))
		expect(await words(now)).toBe('Your entry is for Tue 24 Nov, 11:00. Check-in opens 10:00.')
		expect(await words(startsAt - HOUR_MS)).toBeUndefined()
		expect(await ask(startsAt - HOUR_MS)).toMatchObject({ ok: true })
		const asked = { id: holder.subscriptionId, days: 7, seen: { places: 1, forfeited: 1 } }
		expect(await pauseSubscription(deps(), holder.actorAt(now), asked)).toMatchObject({ ok: true })
		expect(await words(now)).toBe('This plan is paused until Mon 30 Nov, 2:02 PM. Resume it first.')
	})

	test('of another shop, over, replaced or made up lets nobody in', async () => {
		const holder = await newHolder()
		const [old, code] = [await codeOf(holder), await codeOf(holder)]
		expect(await scan(old)).toEqual(refused({ code: 'code_expired' }))
		expect(await scan(code, { shopId: 'spa' })).toEqual(refused({ code: 'other_shop' }))
		expect(await type(code.typed, { shopId: 'spa' })).toEqual(refused({ code: 'code_not_known' }))
		expect(await scan(code, { at: now + 2 * MINUTE_MS })).toEqual(refused({ code: 'code_expired' }))
		expect(await type(code.typed, { at: now + 2 * MINUTE_MS })).toEqual(refused({ code: 'code_expired' }))
		expect(await scan({ ...code, token: `${code.token}x` })).toEqual(refused({ code: 'code_not_known' }))
		expect(await usedBy(holder)).toBe(0)
		expect(await scan(code)).toMatchObject({ ok: true })
	})

	test('that was replaced does not come back, though its write arrives once more', async () => {
		const holder = await newHolder()
		const ownDeps = { ...deps() }
		const kept = keepFirstWrite(ownDeps)
		await newCode(database(), ownDeps, holder, now)
		const code = await codeOf(holder, now + 1)
		await kept.again()
		expect(await scan(code, { at: now + 2 })).toMatchObject({ ok: true })
	})

	test('of a plan that is paused or cancelled meanwhile lets nobody in, and there is no new one', async () => {
		for (const [end, problem] of [
			[pauseSubscription, 'subscription_paused'],
			[cancelSubscription, 'subscription_over'],
		] as const) {
			const holder = await newHolder()
			const code = await codeOf(holder)
			const asked = {
				id: holder.subscriptionId,
				days: 7,
				seen: { places: 0, forfeited: 0 },
				reason: 'no',
				seenKobo: 0,
			}
			expect(await end(deps(), holder.actorAt(now), asked)).toMatchObject({ ok: true })
			expect(await scan(code)).toEqual(refused({ code: problem }))
			expect(await issueCheckInCode(deps(), holder.actorAt(now), holder.subscriptionId)).toEqual(
				refused('not_usable'),
			)
			expect(await usedBy(holder)).toBe(0)
		}
	})

	test('of a session that runs lets nobody in whose plan is paused or cancelled while it is scanned', async () => {
		for (const [end, problem] of [
			[pauseSubscription, 'subscription_paused'],
			[cancelSubscription, 'subscription_over'],
		] as const) {
			const holder = await newHolder()
			const bookingId = await book(holder, now + MINUTE_MS)
			const at = now + 2 * MINUTE_MS
			const { token } = await codeOf(holder, at)
			const ownDeps = beforeWrite({ ...deps() }, async () => {
				const seen = { places: 0, forfeited: 0 }
				const change = { id: holder.subscriptionId, days: 7, seen, reason: 'no', seenKobo: 0 }
				expect(await end(deps(), holder.actorAt(at), change)).toMatchObject({ ok: true })
			})
			const presented = { token, keys: checkInKeys }
			expect(await checkIn(ownDeps, { shopId: 'gym', presented, key: newId(), now: at })).toEqual(
				refused({ code: problem }),
			)
			expect(await database().rows('SELECT status FROM session_bookings WHERE id = ?', bookingId)).toEqual([
				{ status: 'booked' },
			])
		}
	})

	test('is made for one’s own subscription alone', async () => {
		const [holder, other] = [await newHolder(), await newHolder()]
		expect(await issueCheckInCode(deps(), other.actorAt(now), holder.subscriptionId)).toEqual(
			refused('subscription_not_found'),
		)
		expect(await issueCheckInCode(deps(), holder.actorAt(now), 'nothing')).toEqual(
			refused('subscription_not_found'),
		)
	})
})

test('five wrong codes may be typed in a shop each minute; right ones cost none, and other shops are free', async () => {
	const planId = await addPlan(database(), 'dance')
	const holder = await addHolder(database(), planId, { now })
	const typeHere = (typed: string, at = now) => type(typed, { shopId: 'dance', at })
	for (let i = 0; i < 6; i++)
		expect(await typeHere((await codeOf(holder)).typed.toLowerCase())).toMatchObject({ ok: true })
	const wrong = await Promise.all(Array.from({ length: 30 }, (_, i) => typeHere(`WRONG${i}`)))
	const refusals = wrong.map((one) => (one.ok ? 'in' : one.refusal.code))
	expect(refusals.filter((refusal) => refusal === 'code_not_known')).toHaveLength(5)
	expect(refusals.filter((refusal) => refusal === 'too_many_tries')).toHaveLength(25)
	const code = await codeOf(holder)
	expect(await typeHere(code.typed)).toEqual(refused({ code: 'too_many_tries' }))
	expect(await type('WRONG', { shopId: 'spa' })).toEqual(refused({ code: 'code_not_known' }))
	expect(await typeHere(code.typed, now + MINUTE_MS)).toMatchObject({ ok: true })
})

test('the last entry by 20 codes at once is used once', async () => {
	const holder = await newHolder(1)
	const codes = await plantCodes(database(), holder, 20, now)
	const answers = await Promise.all(codes.map((code) => scan(code)))
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
	expect(new Set(answers.map((one) => (one.ok ? 'in' : one.refusal.code)))).toEqual(
		new Set(['in', 'no_entry_left']),
	)
	expect(await usedBy(holder)).toBe(1)
	expect(await historyOf(holder)).toEqual(['visit 01'])
})

test('ops check-in says who was let in, and in words for the staff why not', async () => {
	const holder = await newHolder()
	const code = await codeOf(holder)
	const ops = async (at: Instant, ...words: string[]) => {
		const said: string[] = []
		const say = (line: string) => void said.push(line)
		const env = { DATABASE_URL: database().url, CHECK_IN_KEYS: checkInKeys.join(',') }
		return { exit: await runOps(['check-in', ...words], { env, say, note: say, now: at }), said }
	}
	const done = await ops(now, 'gym', code.token, '--key', 'tap')
	expect(done.exit).toBe(0)
	expect(done.said[0]).toMatch(/^Ada Obi is checked in at 14:02: Plan /)
	expect(done.said.slice(1)).toEqual(['A visit without a booked session.', 'Entries left: 1.'])
	expect((await ops(now, 'gym', code.token, '--key', 'tap')).said).toEqual(done.said)
	const again = await ops(now + MINUTE_MS, 'gym', code.typed)
	expect(again).toEqual({
		exit: 1,
		said: ['This code was already used at 14:02. Ask the customer to refresh it.'],
	})
	expect(await ops(now, 'gym')).toMatchObject({ exit: 2 })
	expect((await ops(now, 'gym', 'a.b.c', '--json')).said).toEqual(['{"ok":false,"refusal":"code_not_known"}'])
	// O4: a check-in is recorded for the shop once, as the operator's act; a refused one is not.
	expect(
		await database().rows(`SELECT kind, key_id, shop_id FROM shop_acts WHERE acted_at = ${now}`),
	).toEqual([{ kind: 'checked_in', key_id: null, shop_id: 'gym' }])
})

test('a check-in is told to the shop’s program once, by its ids alone', async () => {
	await database().change(
		`INSERT INTO shop_webhooks (id, shop_id, url, secret, created_at) VALUES ('told', 'gym', 'https://gym.example/hook', 's', 0)`,
	)
	const holder = await newHolder()
	const code = await codeOf(holder)
	const first = await scan(code, { key: 'same-request' })
	expect(first.ok).toBe(true)
	expect((await scan(code, { key: 'same-request' })).ok).toBe(true)
	expect((await scan(code)).ok).toBe(false)
	const told = await database().rows(
		`SELECT kind, appointment_id, payload FROM shop_deliveries WHERE webhook_id = 'told'`,
	)
	expect(told).toMatchObject([{ kind: 'checked_in', appointment_id: '' }])
	expect(JSON.parse(String(told[0]?.payload))).toEqual({
		event: 'checked_in',
		occurred_at: new Date(now).toISOString(),
		amount_kobo: null,
		check_in: {
			check_in_id: expect.any(String),
			subscription_id: holder.subscriptionId,
			plan_id: holder.planId,
			session_id: null,
		},
	})
	// A delivery has the id of a booked session, and an ended address gets no more deliveries.
	const guest = await newHolder()
	const startsAt = now + 30 * MINUTE_MS
	const bookingId = await book(guest, startsAt)
	expect((await scan(await codeOf(guest))).ok).toBe(true)
	const [place] = await database().rows('SELECT session_id FROM session_bookings WHERE id = ?', bookingId)
	const sessions = async () =>
		(
			await database().rows(
				`SELECT payload ->> '$.check_in.session_id' AS id FROM shop_deliveries WHERE webhook_id = 'told' ORDER BY rowid`,
			)
		).map(({ id }) => id)
	expect(await sessions()).toEqual([null, place?.session_id])
	await database().change('DELETE FROM shop_deliveries')
	await database().change(`UPDATE shop_webhooks SET ended_at = 1 WHERE id = 'told'`)
	expect((await scan(await codeOf(await newHolder()))).ok).toBe(true)
	expect(await sessions()).toEqual([])
})
