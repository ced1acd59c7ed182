import { expect, test } from 'vitest'
import { createAccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { createGuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import { createSessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { purgeExpired } from '#app/flows/purge-expired.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { bookingDeps, newCustomer } from './customer.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from './small-shop.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
const count = async (table: string) =>
	Number((await database().client.execute(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)

function sweeperDeps() {
	const { read } = openDatabase({ url: database().url })
	return {
		...bookingDeps(database().url),
		sessions: createSessionRepository(read),
		guesses: createGuessRepository(read),
		accounts: createAccountRepository(read),
	}
}

test('drafts of yesterday and holds that ran out are purged; what is booked or still alive stays; twice is once', async () => {
	const shop = await addSmallShop(database().client, 'swept')
	const deps = sweeperDeps()
	const clock = { now: mondayMorningAt }
	const forgotten = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	await forgotten.hold(lagos(tuesday, '09:00'))
	await forgotten.save({ addOnIds: [shop.idOf('wash')] })
	const booked = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	await booked.hold(lagos(tuesday, '14:00'))
	expect((await booked.book()).ok).toBe(true)

	clock.now += DAY_MS - 1
	const alive = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	await alive.hold(lagos(tuesday, '16:00'))
	expect(await purgeExpired(deps, clock.now)).toMatchObject({ drafts: 0, holds: 1 })
	clock.now += 1
	const both = await Promise.all([purgeExpired(deps, clock.now), purgeExpired(sweeperDeps(), clock.now)])
	expect(both.map(({ drafts }) => drafts).sort()).toEqual([0, 2])
	expect(await purgeExpired(deps, clock.now)).toMatchObject({ drafts: 0, holds: 0 })

	expect(await alive.visit()).not.toBeNull()
	expect((await alive.visit())?.hold?.startsAt).toBe(lagos(tuesday, '16:00'))
	expect(await count('drafts')).toBe(1)
	expect(await count('draft_services')).toBe(1)
	expect(await count('draft_add_ons')).toBe(0)
	expect(await count('appointments')).toBe(1)
	expect(await count('calendar_entries')).toBe(2)
})

test('nothing depends on it: the same guests are told the same whether it has run or not', async () => {
	const answers = []
	for (const sweeps of [false, true]) {
		const shop = await addSmallShop(database().client, `sweeps-${sweeps}`)
		const deps = sweeperDeps()
		const clock = { now: mondayMorningAt }
		const first = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		await first.hold(ten)
		clock.now += 10 * MINUTE_MS
		if (sweeps) await purgeExpired(deps, clock.now)
		const second = await newCustomer(deps, clock).begin(shop.idOf('cut'))
		answers.push([
			await second.seesAt(ten),
			(await second.hold(ten)).ok,
			await first.renew(),
			await first.book(),
			(await first.visit())?.hold,
			(await second.book()).ok,
		])
	}
	expect(answers[0]).toEqual(answers[1])
	expect(answers[0]).toEqual([
		'free',
		true,
		{ ok: false, refusal: 'hold_not_renewable' },
		{ ok: false, refusal: 'slot_taken' },
		null,
		true,
	])
})
