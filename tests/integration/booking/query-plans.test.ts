import { beforeAll, expect, test } from 'vitest'
import { bookAgain } from '#app/flows/booking/book-again.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { askToClaim, claimByLink } from '#app/flows/booking/claim-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { readStaffChoices } from '#app/flows/booking/read-staff-choices.server.ts'
import { reportProblem } from '#app/flows/booking/report-problem.server.ts'
import { sendBookingLinks } from '#app/flows/booking/send-booking-links.server.ts'
import { tellLate } from '#app/flows/booking/tell-late.server.ts'
import { readCheckout } from '#app/flows/checkout/read-checkout.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { purchases } from '#app/flows/lists/purchases.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { blockTime, unblockTime } from '#app/flows/shop/block-time.server.ts'
import { bookWalkIn } from '#app/flows/shop/book-walk-in.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { focusShop, seedLarge } from '#db/seed/large.server.ts'
import { newContact, newGuest } from '#tests/support/booking-desk.ts'
import { mondayMorningAt } from '#tests/support/small-shop.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/**
 * Every statement that a booking sends, from the first choice to its cancellation, is asked of the database how it would
 * be found: none may walk through a table that grows (P13).
 */
const database = withTestDatabase()
const statements = new Map<string, Statement>()
/** Those that only a customer's doings around a visit send. */
const aroundTheAppointment = new Set<string>()
const called = new Set<string>()
const methods = new Set<string>()

function recordingDeps(url: string) {
	const real = openDatabase({ url })
	const record = (statement: Statement) => void statements.set(statement.sql, statement)
	const read: typeof real.read = (statement) => {
		record(statement)
		return real.read(statement)
	}
	const repositories = createRepositories({
		read,
		writeBatch: (batch) => {
			statementsOf(batch).forEach(record)
			return real.writeBatch(batch)
		},
	})
	return {
		...repositories,
		drafts: watched('drafts', repositories.drafts),
		holds: watched('holds', repositories.holds),
		appointments: watched('appointments', repositories.appointments),
		availability: watched('availability', repositories.availability),
		blockedTimes: watched('blockedTimes', repositories.blockedTimes),
		shopAppointments: watched('shopAppointments', repositories.shopAppointments),
		walkIns: watched('walkIns', repositories.walkIns),
		purchases,
		paystack: null,
		log: () => {},
		pause: async () => {},
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

/** What the shop itself does: with its key, a walk-in and a blocked time. */
async function shopsJourney(deps: ReturnType<typeof recordingDeps>, now: Instant, startsAt: Instant) {
	const { shopId, serviceId, staffMemberId } = focusShop
	const caller = { secretHash: 'hash', kind: 'kiosk', sessionHash: 'nobody' } as const
	await deps.shopAppointments.day(caller, {
		date: null,
		now,
		after: { startsAt, appointmentId: '' },
		limit: 40,
	})
	await deps.shopAppointments.blocksAhead(caller, now)
	await deps.shopAppointments.appointment(caller, 'NOT-HERE', now)
	const walkIn = await bookWalkIn(deps, {
		shopId,
		serviceIds: [serviceId],
		staffMemberId,
		startsAt,
		customer: { firstName: 'Bola', lastName: '', email: null, phone: null, userId: 'nobody' },
		draftId: 'walk-in',
		now,
	})
	if (!walkIn.ok) throw new Error(`not booked: ${walkIn.refusal}`)
	const { appointmentId, referenceNumber: reference } = walkIn.value
	await deps.shopAppointments.appointmentToMail(appointmentId, now)
	await deps.writeBatch(deps.appointments.handOver(appointmentId))
	const by = { kind: 'shop', shopId, reference } as const
	await moveAppointment(deps, { by, startsAt: startsAt + DAY_MS, now })
	await cancelAppointment(deps, { by: { ...by, reason: 'No water' }, now })
	const endsAt = startsAt + HOUR_MS
	await blockTime(deps, { blockId: 'block', shopId, staffMemberId, startsAt, endsAt, reason: '', now })
	await unblockTime(deps, { shopId, blockId: 'block' })
}

/** What customers do around a visit; much of it is refused here, and is asked all the same. */
async function customersJourney(
	deps: ReturnType<typeof recordingDeps>,
	{ appointmentId, email, now }: { appointmentId: string; email: string; now: Instant },
) {
	const asked = { appointmentId, actor: { sessionHash: 'nobody', at: now } }
	await tellLate(deps, { appointmentId, minutes: 10, now })
	await reportProblem(deps, { appointmentId, kind: 'other', words: 'No water', now })
	await bookAgain(deps, { appointmentId, draftId: null, caller: { networkKey: null }, now })
	await deps.appointmentProblems.problemOf(appointmentId)
	await deps.appointmentProblems.listOpen(now, 10)
	await deps.writeBatch(deps.appointmentProblems.answerProblem(appointmentId, 'Sorry', now)).catch(() => {})
	await sendBookingLinks(deps, { email, addressSubject: 'nobody', networkKey: 'nowhere', now })
	await deps.guestBookings.bookingsAhead(email, now, 5)
	await askToClaim(deps, { ...asked, userId: 'nobody' })
	await claimByLink(deps, asked)
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
	const guest = newGuest(deps, clock)
	await guest.begin(focusShop.serviceId, focusShop.staffMemberId)
	await readStaffChoices(deps, guest.draftId, now)
	const times = await guest.times()
	const free =
		times?.days.flatMap((day) => day.slots).filter((slot) => slot.free && slot.startsAt > now + DAY_MS) ?? []
	const [first, second] = free.map((slot) => slot.startsAt)
	if (first === undefined || second === undefined) throw new Error('no free time')
	await guest.hold(first)
	await guest.save({ promoCode: 'TEN', addOnIds: ['oil'] })
	clock.now += 8 * MINUTE_MS
	await guest.renew()
	await readCheckout(deps, { draftId: guest.draftId, actor: null, now })
	await guest.offer()
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const { appointmentId } = booked.value

	await deps.appointments.idOfDraft(guest.draftId)
	await deps.appointments.liveAppointments([appointmentId])
	await deps.appointments.liveAppointments([appointmentId], { sessionHash: 'nobody', at: now })
	await deps.drafts.shopWithServices(focusShop.shopId, null)
	await deps.drafts.shopOfService(focusShop.serviceId)
	const before = new Set(statements.keys())
	await customersJourney(deps, { appointmentId, email: guest.contact.email, now })
	for (const sql of statements.keys()) if (!before.has(sql)) aroundTheAppointment.add(sql)
	await moveAppointment(deps, { by: { kind: 'customer', appointmentId }, startsAt: second, now: clock.now })
	await cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now: clock.now })
	const other = newGuest(deps, clock, newContact())
	await other.chooseService(focusShop.serviceId)
	await deps.writeBatch([deps.drafts.deleteDraft(other.draftId)])
	await deps.writeBatch(deps.availability.takeBackTime(appointmentId, now))
	await shopsJourney(deps, clock.now, free[4]?.startsAt ?? 0)
	await purgeExpired(deps, purges, now)
})

test('the journey calls every function of the repositories of a booking', () => {
	// What only a payment does is asked in its own test.
	const unasked = [...methods].filter((method) => !called.has(method))
	expect(unasked).toEqual([
		'holds.releaseOldestUnpaid',
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
		if (!sql.includes('"user_id" IS NULL') || aroundTheAppointment.has(sql)) continue
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
