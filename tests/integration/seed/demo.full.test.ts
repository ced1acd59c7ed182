import { expect, test } from 'vitest'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import { sessionBookingState } from '#app/domain/subscriptions/session-booking.ts'
import { describeSpots } from '#app/domain/subscriptions/spots.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { rewardKinds } from '#app/kernel/vocabulary/loyalty.ts'
import type { SessionBookingStatus } from '#app/kernel/vocabulary/subscriptions.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { isEmpty } from '#db/seed/demo.server.ts'
import { demoKioskLink } from '#scripts/local/demo-kiosk-link.ts'
import { seedDemo } from '#scripts/local/seed-demo.ts'
import { shopsImport } from '#scripts/ops/shops-import.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { dump, type SeededDatabase, withSeededDatabase } from './seeded-database.ts'

/** A Saturday, 10:00 in Lagos. */
const now = Date.UTC(2026, 10, 21, 9)
const today = '2026-11-21'

/** What chance names anew in each seeding: payments, payouts and their accounts, acts and entries of the ledger. */
const madeByChance = /wk-[A-Z2-9]{26}|payout-[a-z2-9]{24}|"[\w-]{22}"/g
async function dumpWithoutChance(database: SeededDatabase) {
	const all = Object.entries(await dump(database))
	return Object.fromEntries(
		all.map(([table, rows]) => [table, rows.map((row) => row.replace(madeByChance, '…')).sort()]),
	)
}

const withDemo = <Result>(use: (database: SeededDatabase) => Promise<Result>, at = now) =>
	withSeededDatabase((url) => seedDemo(url, { now: at }), use)

test('an empty database is filled once; a second time is refused and changes nothing', async () => {
	await withSeededDatabase(
		async () => {},
		async (database) => {
			expect(await isEmpty(database.url)).toBe(true)
			await seedDemo(database.url, { now })
			expect(await isEmpty(database.url)).toBe(false)
			const before = await dump(database)
			await expect(seedDemo(database.url, { now })).rejects.toThrow(/UNIQUE/)
			expect(await dump(database)).toEqual(before)
		},
	)
})

test('a file of demo shops is an import, and finds what the seed has written of it', async () => {
	await withDemo(async ({ url }) => {
		for (const [city, unchanged, warnings] of [
			['abuja', 4, [/^zuma-nail-bar cannot be booked yet/]],
			['ibadan', 3, []],
		] as const) {
			const { isWell, data } = await shopsImport.run({
				places: [`db/seed/shops/${city}.json`],
				options: {},
				env: { DATABASE_URL: url },
				now,
				note: () => {},
			})
			expect(data).toMatchObject({ new: 0, changed: 0, unchanged })
			expect([isWell, ...(data.warnings as { words: string }[]).map(({ words }) => words)]).toEqual([
				true,
				...warnings.map((words) => expect.stringMatching(words)),
			])
		}
	})
})

test('morning and evening of one day give the same rows, the next day gives others', async () => {
	const morning = await withDemo(dumpWithoutChance)
	const evening = await withDemo(dumpWithoutChance, now + 13 * HOUR_MS)
	const nextDay = await withDemo(dumpWithoutChance, now + DAY_MS)
	expect(morning.payout_items).toHaveLength(5)
	expect(morning.appointments?.length).toBeGreaterThan(300)
	expect(evening).toEqual(morning)
	expect(nextDay.appointments).not.toEqual(morning.appointments)
})

test('the shops that a tester looks for are there', async () => {
	await withDemo(async ({ rows }) => {
		const names = async (sql: string) => (await rows(sql)).map((row) => String(row.id))
		for (const [what, sql, id] of [
			['no services', 'shops WHERE id NOT IN (SELECT shop_id FROM services)', 'zuma-nail-bar'],
			['a very long name', 'shops WHERE length(name) > 100', 'mama-iyabo'],
			['no phone', 'shops WHERE phone IS NULL', 'ewa-naturals'],
			['no bank account', 'shops WHERE id NOT IN (SELECT shop_id FROM shop_bank_accounts)', 'kofi-and-curls'],
			['a service that is not offered', 'services WHERE is_enabled = 0', 'ade-hair-studio-relaxer'],
			['a former member of staff', 'staff_members WHERE is_active = 0', 'ade-hair-studio-nkechi'],
		])
			expect(await names(`SELECT id FROM ${sql}`), what).toEqual([id])
		expect((await names('SELECT id FROM staff_members WHERE commission_rate > 0.5')).length).toBeGreaterThan(
			5,
		)
		const featured = (condition: string) => names(`SELECT id FROM shops WHERE ${condition} ORDER BY id`)
		expect(await featured(`'${today}' BETWEEN featured_from AND featured_until`)).toEqual([
			'ade-hair-studio',
			'amara-skin-clinic',
			'itura-spa',
		])
		expect(await featured(`featured_until < '${today}'`)).toEqual(['ewa-naturals', 'surulere-strength'])
		expect(await featured(`featured_from > '${today}'`)).toEqual(['nailed-by-zina'])
	})
})

test('the first shop has a promo code in every state', async () => {
	await withDemo(async ({ rows }) => {
		const found = await rows(
			`SELECT code, discount_type AS type, discount_value AS value, expires_at < ? AS expired,
				current_uses >= max_uses AS used_up, minimum_amount_kobo AS minimum
			FROM promo_codes WHERE shop_id = 'ade-hair-studio' ORDER BY code`,
			now,
		)
		expect(found.map((row) => ({ ...row }))).toEqual([
			{ code: 'BIGSPEND', type: 'percent', value: 15, expired: null, used_up: null, minimum: 2_000_000 },
			{ code: 'EXPIRED20', type: 'percent', value: 20, expired: 1, used_up: null, minimum: 0 },
			{ code: 'FREE100', type: 'percent', value: 100, expired: null, used_up: 0, minimum: 0 },
			{ code: 'SAVE500', type: 'amount', value: 50_000, expired: null, used_up: 0, minimum: 0 },
			{ code: 'USEDUP', type: 'amount', value: 100_000, expired: null, used_up: 1, minimum: 0 },
			{ code: 'WELCOME10', type: 'percent', value: 10, expired: null, used_up: null, minimum: 0 },
		])
	})
})

test('half of the shops have a loyalty program, of both kinds, with rewards of every kind', async () => {
	await withDemo(async ({ rows }) => {
		const ids = async (sql: string) => (await rows(sql)).map((row) => String(row.id))
		const giving = await ids(
			`SELECT DISTINCT shop_id AS id FROM loyalty_programs WHERE status = 'active' ORDER BY shop_id`,
		)
		const shops = await ids('SELECT id FROM shops')
		expect(giving.length).toBe(Math.floor(shops.length / 2))
		expect(
			await ids(
				`SELECT shop_id AS id FROM loyalty_programs GROUP BY shop_id HAVING count(*) = 2 ORDER BY shop_id`,
			),
			'a punch card and cashback',
		).toEqual(['ade-hair-studio', 'bodija-beauty-lounge', 'kings-and-kuts'])
		expect(await ids(`SELECT id FROM loyalty_programs WHERE status = 'ended'`)).toEqual(['palm-house-card'])
		expect(
			await ids('SELECT DISTINCT reward_kind AS id FROM loyalty_milestones ORDER BY reward_kind'),
		).toEqual([...rewardKinds].sort())
		expect(
			await ids('SELECT DISTINCT visits_required AS id FROM punch_cards ORDER BY visits_required'),
		).toEqual(['5', '10', '12'])
		expect(
			await ids(
				`SELECT milestone.id FROM loyalty_milestones milestone JOIN loyalty_programs program ON program.id = program_id
				JOIN services service ON service.id = service_id
				WHERE service.shop_id <> program.shop_id OR NOT service.is_enabled`,
			),
			'free services that the shop does not offer',
		).toEqual([])
	})
})

test('whatever the day: the demo client has rewards in each state, a Gold card, one nearly full, cashback at two shops, and a year of transactions', async () => {
	for (let later = 0; later < 7; later += 3) {
		const at = now + later * DAY_MS
		await withDemo(async ({ rows }) => {
			const states = await rows(
				`SELECT CASE WHEN used_at IS NOT NULL THEN 'used' WHEN expires_at > ? THEN 'available' ELSE 'expired' END AS state,
					count(*) AS count FROM rewards WHERE reward_kind <> 'cashback' GROUP BY state ORDER BY state`,
				at,
			)
			expect(states.map(({ state, count }) => [state, count])).toEqual([
				['available', 1],
				['expired', 1],
				['used', 2],
			])
			const cards = await rows(
				`SELECT program_id, visits_count, visits_required - visits_count AS missing,
					(SELECT count(*) FROM appointments visit JOIN clients client ON client.id = visit.client_id
						WHERE client.user_id = enrollment.user_id AND visit.shop_id = enrollment.shop_id
							AND visit.status = 'COMPLETED' AND visit.starts_at > ?) AS year
				FROM loyalty_enrollments enrollment JOIN punch_cards USING (program_id) ORDER BY program_id`,
				at - 365 * DAY_MS,
			)
			expect(cards.map((card) => [card.program_id, card.visits_count, card.missing])).toEqual([
				['ade-hair-studio-card', 3, 7],
				['garden-city-nails-card', 1, 4],
				['nailed-by-zina-card', 4, 1],
			])
			expect(Number(cards[0]?.year)).toBeGreaterThanOrEqual(10)
			expect(
				await rows('SELECT 1 FROM ledger_accounts WHERE kind = ? AND balance_kobo > 0', 'cashback'),
			).toHaveLength(2)
			const movements = await rows(
				`SELECT visit.starts_at AS at FROM appointments visit JOIN clients client ON client.id = visit.client_id
					WHERE client.user_id IS NOT NULL AND visit.paid_at_shop_kobo > 0
				UNION ALL SELECT occurred_at FROM ledger_entries WHERE occasion LIKE 'cashback%'
				UNION ALL SELECT earned_at FROM rewards UNION ALL SELECT used_at FROM rewards WHERE used_at IS NOT NULL`,
			)
			expect(movements.length).toBeGreaterThanOrEqual(120)
			const oldest = Math.min(...movements.map((movement) => Number(movement.at)))
			expect(at - oldest).toBeGreaterThan(410 * DAY_MS)
		}, at)
	}
})

test('ratings are those of reviews of completed visits, and shops without a review have none', async () => {
	await withDemo(async ({ rows }) => {
		const shops = await rows(
			`SELECT id, rating_sum, review_count, (SELECT count(*) FROM reviews WHERE shop_id = shops.id) AS reviews,
				(SELECT coalesce(sum(rating), 0) FROM reviews WHERE shop_id = shops.id) AS total FROM shops ORDER BY id`,
		)
		for (const shop of shops) {
			expect([shop.review_count, shop.rating_sum], String(shop.id)).toEqual([shop.reviews, shop.total])
		}
		expect(shops.filter((shop) => shop.review_count === 0).map((shop) => shop.id)).toEqual([
			'eko-dance-and-fitness',
			'ewa-naturals',
			'zuma-nail-bar',
		])
		const early = await rows(
			`SELECT 1 FROM reviews JOIN appointments ON appointments.id = appointment_id
			WHERE status <> 'COMPLETED' OR reviews.created_at < ends_at OR reviews.created_at > ?`,
			now,
		)
		expect(early).toEqual([])
	})
})

test('amounts add up, nothing lies in the future that is done, and no reference is loose', async () => {
	await withDemo(async ({ rows }) => {
		const wrongAmounts = await rows(
			`SELECT appointment.id FROM appointments appointment JOIN checkouts checkout ON checkout.id = checkout_id
			WHERE appointment.total_kobo <> checkout.total_kobo
				OR checkout.subtotal_kobo <>
					(SELECT sum(price_kobo) FROM appointment_services WHERE appointment_id = appointment.id)
					+ (SELECT coalesce(sum(price_kobo), 0) FROM appointment_add_ons WHERE appointment_id = appointment.id)
				OR appointment.duration_minutes * 60000 <> appointment.ends_at - appointment.starts_at
				OR (coalesce(appointment.promo_code_id, appointment.referral_code_id) IS NULL) <> (checkout.discount_kobo = 0)
				OR appointment.created_at >= appointment.starts_at`,
		)
		expect(wrongAmounts).toEqual([])
		const wrongStates = await rows(
			`SELECT id FROM appointments WHERE (ends_at < ?1) <> (status IN ('COMPLETED', 'CANCELLED', 'NO_SHOW'))
				AND scheduled_date <> ?2`,
			now,
			today,
		)
		expect(wrongStates).toEqual([])
		expect(await rows('PRAGMA foreign_key_check')).toEqual([])
	})
})

test('whatever the weekday: one shop is full tomorrow, one is closed today, and the others have time', async () => {
	for (const later of sampleOf([0, 1, 2, 3, 4, 5, 6], 3)) {
		const date = addDays(today, later)
		const tomorrow = addDays(date, 1)
		await withDemo(
			async (database) => {
				const full = await slotsOfShop(database, 'bodija-beauty-lounge', date)
				expect(full.length).toBeGreaterThan(2)
				for (const days of full) {
					const day = days.find((one) => one.date === tomorrow)
					expect([date, day?.isOpen, day?.freeCount]).toEqual([date, true, 0])
					expect(days.some((one) => one.freeCount > 0)).toBe(true)
				}
				for (const days of await slotsOfShop(database, 'garden-city-nails', date)) {
					const [closed] = days
					expect([closed?.date, closed?.isOpen]).toEqual([date, false])
					expect(days.some((one) => one.freeCount > 0)).toBe(true)
				}
				const open = await slotsOfShop(database, 'ade-hair-studio', date)
				for (const days of open) expect(days.every((day) => day.freeCount > 0)).toBe(true)
			},
			now + later * DAY_MS,
		)
	}
})

/** For each service of a shop that is offered: its next days, from the start of `date`, with any staff member. */
async function slotsOfShop({ rows }: SeededDatabase, shopId: string, date: CivilDate) {
	const days = shopDays(DEFAULT_ZONE, date, 7)
	const hours = await rows('SELECT * FROM shop_hours WHERE shop_id = ?', shopId)
	const ofStaff = 'staff_member_id IN (SELECT id FROM staff_members WHERE shop_id = ?)'
	const schedules = await rows(`SELECT * FROM staff_schedules WHERE ${ofStaff}`, shopId)
	const daysOff = await rows(`SELECT * FROM staff_days_off WHERE ${ofStaff}`, shopId)
	const busy = await rows(`SELECT * FROM calendar_entries WHERE ${ofStaff} ORDER BY starts_at`, shopId)
	const offers = await rows(
		`SELECT service.id, duration_minutes, buffer_minutes, json_group_array(member.id) AS staff
		FROM services service JOIN staff_services ON service_id = service.id
		JOIN staff_members member ON member.id = staff_member_id AND member.is_active
		WHERE service.shop_id = ? AND is_enabled GROUP BY service.id`,
		shopId,
	)
	const minuteOrNull = (value: unknown) => (value === null ? null : Number(value))
	return offers.map((offer) =>
		openSlots({
			rows: {
				shopHours: hours.map((row) => ({
					dayOfWeek: Number(row.day_of_week),
					opensMinute: Number(row.opens_minute),
					closesMinute: Number(row.closes_minute),
				})),
				schedules: schedules.map((row) => ({
					staffMemberId: String(row.staff_member_id),
					dayOfWeek: Number(row.day_of_week),
					isAvailable: row.is_available === 1,
					startMinute: Number(row.start_minute),
					endMinute: Number(row.end_minute),
					breakStartMinute: minuteOrNull(row.break_start_minute),
					breakEndMinute: minuteOrNull(row.break_end_minute),
				})),
				daysOff: daysOff.map((row) => ({
					staffMemberId: String(row.staff_member_id),
					date: String(row.date),
				})),
				busy: busy.map((row) => ({
					staffMemberId: String(row.staff_member_id),
					startsAt: Number(row.starts_at),
					blockedUntilAt: Number(row.blocked_until_at),
				})),
			},
			segments: [
				{
					serviceId: String(offer.id),
					staffMemberIds: JSON.parse(String(offer.staff)),
					durationMinutes: Number(offer.duration_minutes),
					bufferMinutes: Number(offer.buffer_minutes),
				},
			],
			days,
			earliestStartAt: days[0]?.startsAt ?? 0,
		}),
	)
}

test('the demo client’s code has brought a friend who has been there, and one whose visit is ahead', async () => {
	await withDemo(async ({ rows }) => {
		expect(
			await rows(`SELECT referral.status, visit.status AS appointment, visit.discount_kobo FROM referrals referral
				JOIN appointments visit ON visit.checkout_id = referral.checkout_id ORDER BY referral.status`),
		).toEqual([
			{ status: 'paid', appointment: 'COMPLETED', discount_kobo: 1_000 },
			{ status: 'reserved', appointment: 'SCHEDULED', discount_kobo: 1_000 },
		])
	})
})

test('three shops sell plans of each kind, and the demo client has one in each state', async () => {
	await withDemo(async ({ rows }) => {
		expect(
			await rows(`SELECT shop_id, count(DISTINCT entry_kind) AS kinds FROM subscription_plans
				WHERE status = 'on_offer' GROUP BY shop_id ORDER BY shop_id`),
		).toEqual([
			{ shop_id: 'eko-dance-and-fitness', kinds: 3 },
			{ shop_id: 'itura-spa', kinds: 3 },
			{ shop_id: 'surulere-strength', kinds: 3 },
		])
		const own = await rows(
			`SELECT * FROM subscriptions WHERE user_id = 'demo-client' ORDER BY starts_at DESC`,
		)
		expect(own.map((row) => [row.entry_kind, subscriptionState(timesOf(row), now)])).toEqual([
			['weekly', 'active'],
			['unlimited', 'paused'],
			['total', 'active'],
			['unlimited', 'cancelled'],
			['weekly', 'expired'],
		])
		expect(
			await rows(`SELECT total_visits_allowed - (SELECT count(*) FROM subscription_entries
				WHERE subscription_id = subscriptions.id AND returned_at IS NULL) AS "left"
				FROM subscriptions WHERE user_id = 'demo-client' AND entry_kind = 'total'`),
		).toEqual([{ left: 1 }])
	})
})

function timesOf(row: Record<string, unknown>) {
	const instantOrNull = (value: unknown) => (value === null ? null : Number(value))
	return {
		startsAt: Number(row.starts_at),
		endsAt: Number(row.ends_at),
		pausedAt: instantOrNull(row.paused_at),
		resumesAt: instantOrNull(row.resumes_at),
		cancelledAt: instantOrNull(row.cancelled_at),
	}
}

test('sessions have every level, and the demo client has places ahead, past ones in every state, and waits', async () => {
	for (const at of [now, now + 2 * DAY_MS]) {
		await withDemo(async ({ rows }) => {
			const ahead = await rows(
				`SELECT session.capacity, (SELECT count(*) FROM session_bookings WHERE session_id = session.id AND status <> 'cancelled') AS taken
					FROM plan_sessions session WHERE starts_at > ?`,
				at,
			)
			const levels = ahead.map(
				({ capacity, taken }) =>
					describeSpots({ capacity: Number(capacity), spotsLeft: Number(capacity) - Number(taken) }).tone,
			)
			expect(new Set(levels)).toEqual(new Set(['green', 'yellow', 'red']))
			const places = await rows(
				`SELECT status, ends_at, cancelled_by, starts_at FROM session_bookings WHERE user_id = 'demo-client'`,
			)
			const states = places.map((place) =>
				sessionBookingState(
					{ status: String(place.status) as SessionBookingStatus, endsAt: Number(place.ends_at) },
					at,
				),
			)
			const count = (state: string) => states.filter((one) => one === state).length
			expect([count('booked'), count('completed'), count('cancelled'), count('no_show')]).toEqual([
				3, 5, 3, 2,
			])
			expect(await rows(`SELECT 1 FROM session_waits WHERE user_id = 'demo-client'`)).toHaveLength(1)
		}, at)
	}
})

test('whatever the day: a shop has a payout that arrived, one on its way and money that is due, and no mail waits', async () => {
	const shopId = 'hasken-spa'
	for (let later = 0; later < 7; later += 2) {
		const at = now + later * DAY_MS
		await withDemo(async ({ url, rows, count }) => {
			const paid = await rows(
				`SELECT way, mode, status, payouts.created_at, changed_at, (SELECT count(*) FROM payout_items WHERE payout_reference = reference) AS items
					FROM payouts JOIN payout_accounts account ON account.id = account_id AND usable_at <= payouts.created_at
					WHERE payouts.shop_id = ? ORDER BY payouts.created_at`,
				shopId,
			)
			expect(paid.map(({ way, mode, status }) => [way, mode, status])).toEqual([
				['bank_file', 'test', 'success'],
				['bank_file', 'test', 'written'],
			])
			for (const { created_at, changed_at, items } of paid) {
				expect([Number(created_at) <= Number(changed_at), Number(changed_at) < at]).toEqual([true, true])
				expect(Number(items)).toBeGreaterThanOrEqual(2)
			}
			const deps = createRepositories(openDatabase({ url }))
			const dues = await readDues(deps, { shopId, mode: 'test', now: at })
			expect(dues.map(({ state }) => state)).toEqual(['due'])
			// Each can be come back to, as from Paystack's page.
			for (const { reference } of await rows('SELECT payment_reference AS reference FROM transactions'))
				expect(await deps.booking.checkouts.checkoutOfPayment(String(reference))).toMatchObject({
					plan: null,
				})
			expect(await count('SELECT count(*) AS n FROM outbox')).toBe(0)
		}, at)
	}
})

test('each start has a fresh link to the kiosk of a demo shop; a database without that shop has none', async () => {
	const asked = { origin: 'http://127.0.0.1:8788', now }
	await withDemo(async (database) => {
		const first = await demoKioskLink(database.url, asked)
		expect(first).toEqual({
			shopName: 'Adé Hair Studio',
			link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8788\/kiosk\/open\?link=[\w-]{43}$/),
		})
		expect((await demoKioskLink(database.url, asked))?.link).not.toBe(first?.link)
	})
	await withSeededDatabase(
		async () => {},
		async ({ url }) => expect(await demoKioskLink(url, asked)).toBeNull(),
	)
})
