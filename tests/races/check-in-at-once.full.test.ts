import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { checkInKeys, newCode, plantCodes, type TestCode } from '#tests/support/check-in-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addHolder, addPlan } from '#tests/support/session-desk.ts'
import { addSmallShop, mondayMorningAt } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withSessionRacers } from './session-race.ts'

/** A code, and an entry, each wanted by many requests of four processes and had once. */
const database = withTestDatabase()
const race = withSessionRacers()

const rounds = Array.from({ length: isDeep ? 20 : 1 }, (_, i) => i + 1)
const REQUESTS = isDeep ? 200 : 40
const now = mondayMorningAt

beforeAll(() => addSmallShop(database().client, 'gym'))

async function newHolder(entries: number) {
	const planId = await addPlan(database(), 'gym', { entryKind: 'total', entries })
	return addHolder(database(), planId, { now, startsAt: now - DAY_MS, endsAt: now + DAY_MS })
}

/** Each code is scanned by a request of its own; codes that run out are scanned again. */
const scanned = (codes: readonly TestCode[], keyOf = (request: number) => `request-${request}`) =>
	race({
		databaseUrl: database().url,
		acts: Array.from({ length: REQUESTS }, (_, i) => ({
			kind: 'check in' as const,
			shopId: 'gym',
			token: codes[i % codes.length]?.token ?? '',
			keys: checkInKeys,
			key: keyOf(i),
			now: now + (i % 60),
		})),
	})
const usedBy = (subscriptionId: string) =>
	database().count(
		'SELECT count(*) FROM subscription_entries WHERE subscription_id = ? AND returned_at IS NULL',
		subscriptionId,
	)

test.each(rounds)('round %i: a code that many scan lets in once', async () => {
	const holder = await newHolder(9)
	const code = await newCode(database(), bookingDeps(database().url), holder, now - MINUTE_MS)
	expect(await scanned([code])).toEqual({ 'let in': 1, code_used: REQUESTS - 1 })
	expect(await usedBy(holder.subscriptionId)).toBe(1)
})

test.each(rounds)(
	'round %i: one request that is sent often lets in once, and each time says so',
	async () => {
		const holder = await newHolder(9)
		const code = await newCode(database(), bookingDeps(database().url), holder, now - MINUTE_MS)
		expect(await scanned([code], () => 'one')).toEqual({ 'let in': REQUESTS })
		expect(await usedBy(holder.subscriptionId)).toBe(1)
	},
)

test.each(rounds)('round %i: the last three entries are had by three of many codes', async () => {
	const holder = await newHolder(3)
	const codes = await plantCodes(database(), holder, REQUESTS, now)
	expect(await scanned(codes)).toEqual({ 'let in': 3, no_entry_left: REQUESTS - 3 })
	expect(await usedBy(holder.subscriptionId)).toBe(3)
})
