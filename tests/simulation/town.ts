import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { addPlans, addPrograms } from './town-offers.ts'
import { addPayoutSide, reserveKobo } from './town-payouts.ts'
import { addShopSide } from './town-programs.ts'
import { type Row, row, type SimulatedShop } from './town-shop.ts'
import type { World } from './world.ts'

/** A customer with an account, a session that does not end, and a proven address. */
export type SimulatedPerson = {
	userId: string
	firstName: string
	lastName: string
	email: string
	phone: string
	sessionToken: string
	sessionHash: string
}

export type Town = { shops: SimulatedShop[]; people: SimulatedPerson[] }

const zones: readonly ZoneName[] = [
	'Africa/Lagos',
	'Africa/Lagos',
	'Africa/Lagos',
	'Europe/London',
	'America/New_York',
]
const deposits = [
	['none', 0],
	['none', 0],
	['percent', 50],
	['amount', 100_000],
] as const

/** Shops and people that a seed chose, as their owners and they themselves have set them up. */
export async function buildTown(
	world: World,
	size: { shops: number; people: number; days: number },
): Promise<Town> {
	const random = world.random('town')
	const rows: Row[] = [
		row(`INSERT OR IGNORE INTO categories (id, name, position) VALUES ('hair-beauty', 'Hair & Beauty', 0)`),
	]
	const firstZone = random.below(zones.length)
	const shops = Array.from({ length: size.shops }, (_, i) =>
		addShop(rows, random, {
			now: world.now(),
			i,
			days: size.days,
			zone: zones[(firstZone + i) % zones.length],
		}),
	)
	const people = Array.from({ length: size.people }, (_, i) => addPerson(rows, world.now(), i))
	shops.forEach((shop, i) => void addShopSide(rows, shop, i))
	const ofPayouts = world.random('payouts of the town')
	shops.forEach(
		(shop, i) => void addPayoutSide(rows, ofPayouts, shop, { now: world.now(), i, days: size.days }),
	)
	world.paystack.topUp(reserveKobo(ofPayouts))
	await world.sql.batch(rows, 'write')
	return { shops, people }
}

function addPerson(rows: Row[], now: Instant, i: number): SimulatedPerson {
	const userId = newId()
	const email = `member${i}@example.com`
	const phone = `+234803${String(5_000_000 + i)}`
	const sessionToken = newSecretToken()
	const sessionHash = hashSecretToken(sessionToken)
	const firstName = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Funke', 'Gozie', 'Hauwa'][i % 8] ?? 'Ada'
	const lastName = `Obi${i}`
	rows.push(
		row(
			'INSERT INTO users (id, email, password_hash, email_verified_at, created_at) VALUES (?, ?, ?, ?, ?)',
			userId,
			email,
			'none',
			now,
			now,
		),
		row(
			`INSERT INTO profiles (id, first_name, last_name, email, phone, role) VALUES (?, ?, ?, ?, ?, 'client')`,
			userId,
			firstName,
			lastName,
			email,
			phone,
		),
		row(
			`INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
				VALUES (?, ?, ?, 'Chrome on Android', ?, ?, ?)`,
			sessionHash,
			newId(),
			userId,
			now,
			now,
			now + 4_000 * DAY_MS,
		),
	)
	return { userId, firstName, lastName, email, phone, sessionToken, sessionHash }
}

function addShop(
	rows: Row[],
	random: PseudoRandom,
	{ now, i, days, zone = 'Africa/Lagos' }: { now: Instant; i: number; days: number; zone?: ZoneName },
): SimulatedShop {
	const id = `shop${i}`
	const [depositKind, depositValue] = deposits[i % deposits.length] ?? ['none', 0]
	const everyDay = [1, 2, 3, 4, 5, 6, 7]
	const [opens, closes] = random.pick([
		[540, 1080],
		[480, 1200],
		[600, 1440],
	] as const)
	rows.push(
		row(
			`INSERT INTO shops (id, name, type, address, area, city, latitude, longitude, time_zone, minimum_notice_minutes, horizon_days,
				free_cancellation_minutes, deposit_kind, deposit_value, max_moves, prepaid_from_no_shows, created_at)
				VALUES (?, ?, 'salon', '1 Tejuosho Street', 'Yaba', 'Lagos', 6.5, 3.4, ?, ?, 60, ?, ?, ?, ?, ?, 0)`,
			id,
			`Shop ${i}`,
			zone,
			random.pick([0, 30, 60]),
			random.pick([1_440, 120, 0]),
			depositKind,
			depositValue,
			random.pick([1, 2, 6]),
			i % 3 === 0 ? 1 : null,
		),
		...everyDay.map((day) => row('INSERT INTO shop_hours VALUES (?, ?, ?, ?)', id, day, opens, closes)),
		row(`INSERT INTO shop_bank_accounts VALUES (?, 'Kuda', '0123456789', 'Shop')`, id),
	)
	const staff = Array.from({ length: 1 + random.below(3) }, (_, n) => `${id}-staff${n}`)
	for (const member of staff) {
		rows.push(
			row(
				`INSERT INTO staff_members (id, shop_id, first_name, last_name, is_active) VALUES (?, ?, 'Sade', 'Obi', 1)`,
				member,
				id,
			),
			...everyDay.map((day) =>
				row(
					'INSERT INTO staff_schedules VALUES (?, ?, 1, ?, ?, ?, ?)',
					member,
					day,
					opens,
					closes,
					...(random.chance(0.5) ? [780, 840] : [null, null]),
				),
			),
		)
	}
	const services = (
		[
			[30, 0, 250_000],
			[45, 15, 777_700],
			[60, 0, 1_000_050],
		] as const
	).map(([minutes, buffer, price], n) => {
		const service = `${id}-service${n}`
		rows.push(
			row(
				`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, buffer_minutes, price_kobo, is_enabled)
					VALUES (?, ?, 'hair-beauty', ?, ?, ?, ?, 1)`,
				service,
				id,
				`Service ${n}`,
				minutes,
				buffer,
				price,
			),
			...staff.map((member) => row('INSERT INTO staff_services VALUES (?, ?)', member, service)),
		)
		return service
	})
	const addOns = [`${id}-wash`]
	rows.push(
		row(
			'INSERT INTO add_ons (id, shop_id, name, duration_minutes, price_kobo, position) VALUES (?, ?, ?, 15, 100000, 0)',
			`${id}-wash`,
			id,
			'Wash',
		),
	)
	const promoCodes = ['TEN', 'FEW'].map((code) => {
		rows.push(
			row(
				`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value, is_active, expires_at, max_uses, minimum_amount_kobo)
					VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)`,
				`${id}-${code}`,
				id,
				code,
				code === 'TEN' ? 'percent' : 'amount',
				code === 'TEN' ? 10 : 50_000,
				code === 'TEN' ? null : now + Math.ceil(days / 2) * DAY_MS,
				code === 'TEN' ? null : 3,
				code === 'TEN' ? 0 : 400_000,
			),
		)
		return code
	})
	const shop: SimulatedShop = {
		id,
		zone,
		staff,
		services,
		addOns,
		promoCodes,
		programs: [],
		plans: [],
		sessions: [],
	}
	addPrograms(rows, random, shop, i)
	addPlans(rows, random, shop, { now, days })
	return shop
}
