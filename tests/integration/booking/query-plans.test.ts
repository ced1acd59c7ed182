import { beforeAll, expect, test } from 'vitest'
import { createAvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import { createAppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import { createCheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import { createDraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { createHoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { createAccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { createGuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import { createSessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { createOutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import { createPaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { createRefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { cancelAppointment } from '#app/flows/cancel-appointment.server.ts'
import { moveAppointment } from '#app/flows/move-appointment.server.ts'
import { purgeExpired } from '#app/flows/purge-expired.server.ts'
import { readCheckout } from '#app/flows/read-checkout.server.ts'
import { readStaffChoices } from '#app/flows/read-staff-choices.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase, type Statement } from '#db/client.server.ts'
import { focusShop, seedLarge } from '#db/seed/large.server.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { newContact, newCustomer } from './customer.ts'
import { mondayMorningAt } from './small-shop.ts'

/**
 * Every statement that a booking sends, from the first choice to its cancellation, is asked of the database how it would
 * be found: none may walk through a table that grows (guide: performance P13).
 */
const database = withTestDatabase()
const statements = new Map<string, Statement>()
const called = new Set<string>()
const methods = new Set<string>()

function recordingDeps(url: string) {
	const real = openDatabase({ url })
	const record = (statement: Statement) => void statements.set(statement.sql, statement)
	const read: typeof real.read = (statement) => {
		record(statement)
		return real.read(statement)
	}
	return {
		drafts: watched('drafts', createDraftRepository(read)),
		holds: watched('holds', createHoldRepository(read)),
		appointments: watched('appointments', createAppointmentRepository(read)),
		checkouts: createCheckoutRepository(read),
		payments: createPaymentRepository(read),
		refunds: createRefundRepository(read),
		paystack: null,
		log: () => {},
		pause: async () => {},
		availability: watched('availability', createAvailabilityRepository(read)),
		outbox: createOutboxRepository(),
		// The sweeper's: it goes through these as well.
		sessions: createSessionRepository(read),
		guesses: createGuessRepository(read),
		accounts: createAccountRepository(read),
		writeBatch: (batch: readonly Statement[]) => {
			batch.forEach(record)
			return real.writeBatch(batch)
		},
	}
}

function watched<Repository extends object>(name: string, repository: Repository): Repository {
	for (const method of Object.keys(repository)) methods.add(`${name}.${method}`)
	return new Proxy(repository, {
		get(target, method, receiver) {
			called.add(`${name}.${String(method)}`)
			return Reflect.get(target, method, receiver)
		},
	})
}

beforeAll(async () => {
	const { url, client } = database()
	const now = mondayMorningAt
	await seedLarge(url, { shops: 200, appointments: 2_000, focusShopAppointments: 500, now })
	await client.batch(
		[
			`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value) VALUES ('ten', '${focusShop.shopId}', 'TEN', 'percent', 10)`,
			`INSERT INTO add_ons (id, shop_id, name, duration_minutes, price_kobo) VALUES ('oil', '${focusShop.shopId}', 'Oil', 0, 100)`,
		],
		'write',
	)
	const deps = recordingDeps(url)
	const clock = { now }
	const guest = newCustomer(deps, clock)
	await guest.begin(focusShop.serviceId, focusShop.staffMemberId)
	await readStaffChoices(deps, guest.draftId, now)
	const times = await guest.times()
	const free =
		times?.days.flatMap((day) => day.slots).filter((slot) => slot.free && slot.startsAt > now + DAY_MS) ?? []
	const [first, second] = free.map((slot) => slot.startsAt)
	if (first === undefined || second === undefined) throw new Error('no free time')
	await guest.hold(first)
	await guest.save({ promoCode: 'TEN', addOnIds: ['oil'] })
	clock.now += 2 * MINUTE_MS
	await guest.renew()
	await readCheckout(deps, { draftId: guest.draftId, actor: null, now })
	await guest.offer()
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const { appointmentId } = booked.value

	await deps.appointments.idOfDraft(guest.draftId)
	await deps.appointments.liveVisits([appointmentId])
	await deps.appointments.liveVisits([appointmentId], { sessionHash: 'nobody', at: now })
	await deps.drafts.shopWithServices(focusShop.shopId, null)
	await moveAppointment(deps, { appointmentId, startsAt: second, now: clock.now })
	await cancelAppointment(deps, { appointmentId, now: clock.now })
	const other = newCustomer(deps, clock, newContact())
	await other.chooseService(focusShop.serviceId)
	await deps.writeBatch([deps.drafts.deleteDraft(other.draftId)])
	await purgeExpired(deps, now)
})

test('the journey calls every function of the repositories of a booking', () => {
	// What only a payment does is asked in its own test.
	const unasked = [...methods].filter((method) => !called.has(method))
	expect(unasked).toEqual([
		'appointments.unpayAppointment',
		'availability.calendarAroundPaidTime',
		'availability.turnHoldIntoAppointment',
	])
	expect(statements.size).toBeGreaterThan(45)
})

test('no statement of a booking walks through a table', async () => {
	expect(await tableWalks(database().client, statements.values())).toEqual([])
})

test('a guest is looked for by e-mail and by phone, not among all guests of the shop', async () => {
	const { client } = database()
	const searches: string[] = []
	for (const { sql, args } of statements.values()) {
		if (!sql.includes('user_id IS NULL')) continue
		const { rows } = await client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })
		searches.push(
			...rows.map(({ detail }) => String(detail)).filter((detail) => /SEARCH clients/.test(detail)),
		)
	}
	expect([...new Set(searches)].map((detail) => /INDEX (.*)/.exec(detail)?.[1]).sort()).toEqual([
		'clients_guest_email (shop_id=? AND email=?)',
		'clients_guest_phone (shop_id=? AND phone=?)',
	])
})
