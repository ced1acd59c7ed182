import { beforeEach } from 'vitest'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type BookingDeps, bookingDeps, newContact, newCustomer, type TestClock } from './customer.ts'
import { addSmallShop, lagos, mondayMorningAt, type SmallShopPlan, tuesday } from './small-shop.ts'

/** The time that most tests want. */
export const ten = lagos(tuesday, '10:00')

export const refused = (refusal: string) => ({ ok: false, refusal })

/** What the tests of a booking need, over one database for the file, audited at its end. */
export function withBookingDesk(name: string) {
	const database = withTestDatabase()
	const clock: TestClock = { now: mondayMorningAt }
	let shopCount = 0
	const desk = {
		database,
		clock,
		/** A test may replace it, or a part of it. */
		get deps(): BookingDeps {
			return current()
		},
		set deps(changed: BookingDeps) {
			deps = changed
		},
		newShop: (plan: SmallShopPlan = {}) => addSmallShop(database().client, `${name}${++shopCount}`, plan),
		rows: async (sql: string, args: (string | number)[] = []) =>
			(await database().client.execute({ sql, args })).rows.map((row) => ({ ...row })),
		change: (sql: string, ...args: (string | number | null)[]) => database().client.execute({ sql, args }),
		appointmentsOf: (shopId: string) =>
			desk.rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', [shopId]),
		/** A guest at checkout, with a hold on ten o'clock. */
		async atCheckout(serviceId: string, staff = 'any', contact = newContact()) {
			const guest = await newCustomer(current(), clock, contact).begin(serviceId, staff)
			await guest.hold(ten)
			return guest
		},
	}
	let deps: BookingDeps | undefined
	function current(): BookingDeps {
		if (!deps) throw new Error('the desk is open only while tests run')
		return deps
	}
	beforeEach(() => {
		deps = bookingDeps(database().url)
		clock.now = mondayMorningAt
	})
	return desk
}
