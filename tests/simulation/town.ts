import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { weekStartsAt } from '#app/domain/subscriptions/week.server.ts'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { addShopSide } from './town-programs.ts'
import type { World } from './world.ts'

/** A shop of a simulation, with what its customers and its desk name. */
export type SimulatedShop = {
	id: string
	zone: ZoneName
	/** Ids. */
	staff: string[]
	services: string[]
	addOns: string[]
	promoCodes: string[]
	programs: {
		id: string
		kind: 'card' | 'cashback'
		visitsRequired: number
		percent: number
		isReferral: boolean
	}[]
	plans: { id: string; kind: 'unlimited' | 'total' | 'weekly' }[]
	/** Sessions that were planned at the beginning, in order of their start. */
	sessions: { id: string; planId: string; startsAt: Instant; capacity: number }[]
}

/** Somebody with an account, a session that does not end, and a proven address. */
export type SimulatedPerson = {
	userId: string
	firstName: string
	lastName: string
	email: string
	phone: string
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

export type Row = { sql: string; args: (string | number | bigint | null)[] }
const row = (sql: string, ...args: Row['args']): Row => ({
	sql,
	args: args.map((value) => (typeof value === 'number' ? BigInt(value) : value)),
})

/** Shops and people that a seed chose, as their owners and they themselves have set them up. */
export async function buildTown(
	world: World,
	size: { shops: number; people: number; days: number },
): Promise<Town> {
	const random = world.random('town')
	const rows: Row[] = [
		row(`INSERT OR IGNORE INTO categories (id, name, position) VALUES ('hair-beauty', 'Hair & Beauty', 0)`),
	]
	const shops = Array.from({ length: size.shops }, (_, i) => addShop(rows, random, world.now(), i, size.days))
	const people = Array.from({ length: size.people }, (_, i) => addPerson(rows, world.now(), i))
	shops.forEach((shop, i) => void addShopSide(rows, shop, i))
	await world.sql.batch(rows, 'write')
	return { shops, people }
}

function addPerson(rows: Row[], now: Instant, i: number): SimulatedPerson {
	const userId = newId()
	const email = `member${i}@example.com`
	const phone = `+234803${String(5_000_000 + i)}`
	const sessionHash = hashSecretToken(newSecretToken())
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
	return { userId, firstName, lastName, email, phone, sessionHash }
}

function addShop(rows: Row[], random: PseudoRandom, now: Instant, i: number, days: number): SimulatedShop {
	const id = `shop${i}`
	const zone = zones[i % zones.length] ?? 'Africa/Lagos'
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
				free_cancellation_minutes, deposit_kind, deposit_value, max_moves, created_at)
				VALUES (?, ?, 'salon', '1 Tejuosho Street', 'Yaba', 'Lagos', 6.5, 3.4, ?, ?, 60, ?, ?, ?, ?, 0)`,
			id,
			`Shop ${i}`,
			zone,
			random.pick([0, 30, 60]),
			random.pick([1_440, 120, 0]),
			depositKind,
			depositValue,
			random.pick([1, 2, 6]),
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
					VALUES (?, ?, ?, ?, ?, 1, ?, ?, 0)`,
				`${id}-${code}`,
				id,
				code,
				code === 'TEN' ? 'percent' : 'amount',
				code === 'TEN' ? 10 : 50_000,
				code === 'TEN' ? null : now + Math.ceil(days / 2) * DAY_MS,
				code === 'TEN' ? null : 3,
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

function addPrograms(rows: Row[], random: PseudoRandom, shop: SimulatedShop, i: number) {
	const program = (name: string, kind: 'card' | 'cashback', isReferral: boolean) => {
		const id = `${shop.id}-${name}`
		const visitsRequired = 2 + random.below(3)
		const percent = random.pick([3, 5, 7])
		rows.push(
			row(
				`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, cashback_percent, minimum_spend_kobo, expires_at,
					referral_referrer_kobo, referral_friend_kobo, created_at) VALUES (?, ?, ?, ?, 'active', ?, 0, NULL, ?, ?, 0)`,
				id,
				shop.id,
				kind === 'card' ? 'punch_card' : 'cashback',
				name,
				kind === 'card' ? null : percent,
				isReferral ? 50_000 : null,
				isReferral ? 30_000 : null,
			),
		)
		if (kind === 'card') {
			const isCyclic = random.chance(0.7)
			rows.push(
				row(
					'INSERT INTO punch_cards (program_id, visits_required, is_cyclic) VALUES (?, ?, ?)',
					id,
					visitsRequired,
					isCyclic ? 1 : 0,
				),
			)
			const rewards = [
				['discount', 10, 'percent', null],
				['discount', 100_000, 'kobo', null],
				['free_service', 0, 'percent', shop.services[0] ?? ''],
			] as const
			const [rewardKind, value, unit, serviceId] = rewards[i % 3] ?? rewards[0]
			rows.push(
				row(
					`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, service_id, description)
						VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
					`${id}-at-${visitsRequired}`,
					id,
					visitsRequired,
					rewardKind,
					value,
					unit,
					serviceId,
					'A reward',
				),
			)
			// The first stamp gives something by hand, or cashback.
			const [firstKind, firstValue, firstUnit] =
				i % 3 === 1 ? ['cashback', 20_000, 'kobo'] : ['upgrade', null, null]
			rows.push(
				row(
					`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, description)
						VALUES (?, ?, 1, ?, ?, ?, 'Welcome')`,
					`${id}-first`,
					id,
					firstKind,
					firstValue,
					firstUnit,
				),
			)
		}
		shop.programs.push({ id, kind, visitsRequired, percent: kind === 'card' ? 0 : percent, isReferral })
	}
	program('card', 'card', i % 2 === 0)
	program('cashback', 'cashback', false)
}

function addPlans(
	rows: Row[],
	random: PseudoRandom,
	shop: SimulatedShop,
	{ now, days }: { now: Instant; days: number },
) {
	for (const kind of ['unlimited', 'total', 'weekly'] as const) {
		const id = `${shop.id}-${kind}`
		rows.push(
			row(
				`INSERT INTO subscription_plans (id, shop_id, title, price_kobo, entry_kind, total_visits_allowed, max_entries_per_week, period_days, created_at)
					VALUES (?, ?, ?, 1500000, ?, ?, ?, ?, 0)`,
				id,
				shop.id,
				`Plan ${kind}`,
				kind,
				kind === 'total' ? 3 : null,
				kind === 'weekly' ? 2 : null,
				{ unlimited: 30, total: 5, weekly: 8 }[kind],
			),
		)
		shop.plans.push({ id, kind })
	}
	const today = civilAt(shop.zone, now).date
	for (let day = 1; day <= days + 4; day++) {
		const plan = random.pick(shop.plans)
		const date: CivilDate = addDays(today, day)
		const startsAt = instantOf(shop.zone, date, random.pick([600, 1_080, 1_170]))
		if (startsAt === null) continue
		const id = `${shop.id}-session${day}`
		const capacity = 1 + random.below(2)
		rows.push(
			row(
				`INSERT INTO plan_sessions (id, plan_id, shop_id, starts_at, duration_minutes, week_starts_at, capacity) VALUES (?, ?, ?, ?, 60, ?, ?)`,
				id,
				plan.id,
				shop.id,
				startsAt,
				weekStartsAt(shop.zone, startsAt),
				capacity,
			),
		)
		shop.sessions.push({ id, planId: plan.id, startsAt, capacity })
	}
}
