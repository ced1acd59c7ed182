import { getTableName, isTable } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as availability from '#db/schema/availability.ts'
import * as booking from '#db/schema/booking.ts'
import * as discovery from '#db/schema/discovery.ts'
import * as identity from '#db/schema/identity.ts'
import * as loyalty from '#db/schema/loyalty.ts'
import * as messaging from '#db/schema/messaging.ts'
import * as operation from '#db/schema/operation.ts'
import * as payments from '#db/schema/payments.ts'
import * as shops from '#db/schema/shops.ts'
import * as subscriptions from '#db/schema/subscriptions.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

/**
 * Each trip parses all of this (decision 029): every object, and above all the letters of the triggers. A context that
 * needs more gives its reason where it raises its ceiling.
 */
const ceilings = {
	// Closed days and blocked time are laws of the calendar too.
	availability: { tables: availability, objects: 24, triggerLetters: 3_500 },
	// A moved appointment takes time for the services that it has by then (F15).
	// Contacts are counted by their mailbox, and guests' are cut (S29, S32).
	booking: { tables: booking, objects: 99, triggerLetters: 6_300 },
	// One trigger more keeps the search of programs in step with their shops.
	// Five indexes find what an operator's file or a shop's program calls by its own id.
	// Openings with their order, and the orders of Discover by rating and distance: no list sorts what it reads (P13).
	discovery: { tables: discovery, objects: 69, triggerLetters: 5_400 },
	identity: { tables: identity, objects: 23, triggerLetters: 0 },
	// Ten objects are the search of programs: no index finds a word inside a name (P13). Six are what checkouts take (D37),
	// eleven the code of an enrollment, referrals, which are found by friend and by referrer, and what was written off (D38, D41).
	loyalty: { tables: loyalty, objects: 54, triggerLetters: 800 },
	// Mails are counted by their mailbox (S29).
	messaging: { tables: messaging, objects: 17, triggerLetters: 0 },
	operation: { tables: operation, objects: 4, triggerLetters: 2_500 },
	// A difference can be refunded while its visit stays (D53).
	payments: { tables: payments, objects: 53, triggerLetters: 4_150 },
	shops: { tables: shops, objects: 21, triggerLetters: 0 },
	// Seats and entries have one law each, whoever writes: a place booked, a seat that was offered, a code at the door.
	// Two more keep the periods of a plan apart (F16), and an index its open order (D62).
	subscriptions: { tables: subscriptions, objects: 45, triggerLetters: 2_100 },
}
const contextOfTable = new Map(
	Object.entries(ceilings).flatMap(([context, { tables }]) =>
		Object.values(tables)
			.filter((value) => isTable(value))
			.map((table) => [getTableName(table), context] as const),
	),
)

/** A table that no schema file names is one of the search: a view, or an index of FTS5. */
const contextOf = (table: string) =>
	contextOfTable.get(table) ?? (table.startsWith('program_') ? 'loyalty' : 'discovery')

test('P9b: no context has more in the schema than it may', async () => {
	const objects = await database().rows('SELECT type, tbl_name, sql FROM sqlite_schema')
	expect(objects.length).toBeGreaterThan(200)
	for (const [context, ceiling] of Object.entries(ceilings)) {
		const own = objects.filter(({ tbl_name }) => contextOf(String(tbl_name)) === context)
		const letters = own
			.filter(({ type }) => type === 'trigger')
			.reduce((sum, { sql }) => sum + String(sql).length, 0)
		console.info(`${context}: ${own.length} objects, ${letters} letters of triggers`)
		expect.soft(own.length, `objects of ${context}`).toBeLessThanOrEqual(ceiling.objects)
		expect.soft(letters, `letters of the triggers of ${context}`).toBeLessThanOrEqual(ceiling.triggerLetters)
	}
})
