import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, isTable } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

type Ceiling = { objects: number; triggerLetters: number }

/** A context may have this much without a reason: some tables with their indexes, and no trigger. */
const usualCeiling: Ceiling = { objects: 25, triggerLetters: 0 }

/**
 * Each connection parses all of this (decision 140): every object, and above all the letters of the triggers. A context
 * that needs more gives its reason where it raises its ceiling.
 */
const raisedCeilings: Record<string, Ceiling> = {
	// Closed days and blocked time are constraints of the calendar too. Two triggers mark the shop of a time that is
	// taken or released, because many writes do either (decision 100).
	availability: { objects: 26, triggerLetters: 3_900 },
	// A moved appointment takes time for the services that it has by then (F15).
	// Contacts are counted by their mailbox, and guests' are cut (S29, S32).
	// Thirteen objects are the search of a shop's customers, three of its triggers follow the bookings: no index finds a
	// word inside a name, or folds its marks (D65).
	// An index finds a shop's open reports, and two more what else a shop looks for by itself.
	// Four objects are the links of deposits: found by checkout, code and shop (D66).
	// Eight objects say when an appointment was last changed: a program that polls may miss no writer's change. An index
	// lists a shop's customers.
	booking: { objects: 128, triggerLetters: 8_600 },
	// One trigger more keeps the search of programs in step with their shops.
	// Five indexes find what an operator's file or a shop's program calls by its own id.
	// Openings with their order, and the orders of Discover by rating and distance: no list sorts what it reads (P13).
	// Seven are free starts, by start and by day, and when each shop is looked at.
	// An index finds the people whose last day is over.
	// Thirteen are photos, those without a thumbnail, their reports, and bytes without a photo, which one trigger writes
	// down.
	discovery: { objects: 83, triggerLetters: 5_810 },
	// Four objects are the events of accounts, listed by account and purged by time (S42).
	identity: { objects: 27, triggerLetters: 0 },
	// Ten objects are the search of programs: no index finds a word inside a name (P13). Six are what checkouts take
	// (D37), eleven the code of an enrollment, referrals, which are found by friend and by referrer, and what was
	// written off (D38, D41). Three indexes find the rewards that a shop
	// redeemed, its held referrals, and what is owed there.
	loyalty: { objects: 57, triggerLetters: 800 },
	// A difference can be refunded while its visit stays (D53). An index finds the refunds that are still open (P13).
	// Two triggers and an index tell which payments may not be settled with their shop, and an index what customers may
	// still get back: no payout walks through all payments (D56). Five objects are disputes, found by payment and due.
	// Six objects are parts that went back at Paystack: a person decides each once, and it holds its payment (D78).
	// Two objects are the list of providers: each row of money names one.
	payments: { objects: 71, triggerLetters: 5_250 },
	// A payout settles and unsettles its payments, and never changes its sum (D59). Once it has ended it moves in two
	// ways alone: what arrived comes back, and what had failed arrives after all.
	payouts: { objects: 25, triggerLetters: 1_060 },
	// Seven objects are the forms of shops that begin: found by token, content, address, and as they wait and end. Three
	// are calendar feeds.
	shops: { objects: 36, triggerLetters: 0 },
	// Seats and entries have one constraint each for every writer: a place booked, a seat that was offered, a code at
	// the door. Two more keep the periods of a plan apart (F16), and an index its open order (D62).
	// Two indexes find the orders that wait for their money at a shop, and its plans.
	subscriptions: { objects: 47, triggerLetters: 2_100 },
}

/** A table's context is the first word of the file of db/schema that defines it. The migrator makes one table more. */
const contextOfTable = new Map([['__drizzle_migrations', 'operation']])
for (const file of readdirSync(join(PROJECT_ROOT, 'db/schema')).filter((name) => name !== 'columns.ts')) {
	const [context = ''] = file.split(/[-.]/)
	const tables = await import(`../../db/schema/${file.replace('.ts', '')}.ts`)
	for (const table of Object.values(tables).filter((value) => isTable(value)))
		contextOfTable.set(getTableName(table), context)
}

/** Tables, views and indexes of the search, which no schema file defines, by the beginning of their names. */
const searches = { customer_: 'booking', program_: 'loyalty', shop_: 'discovery', letter_folds: 'discovery' }

function contextOf(table: string): string | undefined {
	const search = Object.entries(searches).find(([beginning]) => table.startsWith(beginning))
	return contextOfTable.get(table) ?? search?.[1]
}

test('each object of the schema belongs to a context', async () => {
	const tables = await database().rows('SELECT DISTINCT tbl_name FROM sqlite_schema')
	expect(tables.map(({ tbl_name }) => String(tbl_name)).filter((name) => !contextOf(name))).toEqual([])
	expect(contextOf('tips_jars')).toBeUndefined()
})

test('P9b: no context has more in the schema than it may', async () => {
	const objects = await database().rows('SELECT type, tbl_name, sql FROM sqlite_schema')
	expect(objects.length).toBeGreaterThan(200)
	for (const context of new Set(contextOfTable.values())) {
		const ceiling = raisedCeilings[context] ?? usualCeiling
		const own = objects.filter(({ tbl_name }) => contextOf(String(tbl_name)) === context)
		const letters = own
			.filter(({ type }) => type === 'trigger')
			.reduce((sum, { sql }) => sum + String(sql).length, 0)
		console.info(`${context}: ${own.length} objects, ${letters} letters of triggers`)
		expect.soft(own.length, `objects of ${context}`).toBeLessThanOrEqual(ceiling.objects)
		expect.soft(letters, `letters of the triggers of ${context}`).toBeLessThanOrEqual(ceiling.triggerLetters)
	}
})
