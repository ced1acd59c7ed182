import type { Client, InStatement } from '@libsql/client/web'
import { timeText } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'

/** A Monday, 08:00 in Lagos: the small shop opens in an hour. */
export const monday = '2026-11-23'
export const tuesday = '2026-11-24'
export const mondayMorningAt: Instant = Date.parse('2026-11-23T08:00+01:00')

/** The instant at which the clock of Lagos shows this, such as lagos(tuesday, '09:00'). */
export function lagos(date: string, time: string): Instant {
	return Date.parse(`${date}T${time}+01:00`)
}

/** The nine appointments of an hour that one person has time for on that day. */
export const hourlyTimes = Array.from({ length: 9 }, (_, hour) => lagos(tuesday, timeText((9 + hour) * 60)))

type StaffMember = {
	isActive?: boolean
	/** Default 540 to 1080 (9:00 to 18:00), every day. */
	hours?: [startMinute: number, endMinute: number]
	/** Default none. */
	breakMinutes?: [startMinute: number, endMinute: number]
	daysOff?: string[]
}
type Service = {
	minutes?: number
	bufferMinutes?: number
	priceKobo?: number
	isEnabled?: boolean
	/** Who offers it; default everybody. */
	staff?: string[]
}
type Promo = {
	percent?: number
	amountKobo?: number
	isActive?: boolean
	expiresAt?: Instant
	maxUses?: number
	minimumKobo?: number
}

export type SmallShopPlan = {
	zone?: string
	noticeMinutes?: number
	horizonDays?: number
	/** Default 9:00 to 18:00, every day. */
	hours?: [opensMinute: number, closesMinute: number]
	bankAccount?: boolean
	/** By first name. Default: Ada. */
	staff?: Record<string, StaffMember>
	/** By name. Default: 'cut', 60 minutes, ₦5,000. */
	services?: Record<string, Service>
	/** By name. Default: 'wash', 30 minutes, ₦1,000. */
	addOns?: Record<string, { minutes: number; priceKobo: number }>
	/** By code. */
	promoCodes?: Record<string, Promo>
}

export type SmallShop = {
	id: string
	/** The id of a member of staff, a service, an add-on or a promo code of this shop. */
	idOf: (name: string) => string
}

/** A shop whose every row the test chose. Each test takes one of its own, so that tests of a file do not meet. */
export async function addSmallShop(client: Client, id: string, plan: SmallShopPlan = {}): Promise<SmallShop> {
	const { staff = { Ada: {} }, services = { cut: {} }, hours = [540, 1080] } = plan
	const idOf = (name: string) => `${id}-${name.toLowerCase()}`
	const insert = (sql: string, ...args: (string | number | null)[]): InStatement => ({ sql, args })
	const everyDay = [1, 2, 3, 4, 5, 6, 7]
	await client.batch(
		[
			`INSERT OR IGNORE INTO categories (id, name, position) VALUES ('hair-beauty', 'Hair & Beauty', 0)`,
			insert(
				`INSERT INTO shops (id, name, type, address, area, city, latitude, longitude, time_zone, minimum_notice_minutes, horizon_days, created_at)
					VALUES (?, ?, 'salon', '1 Tejuosho Street', 'Yaba', 'Lagos', 6.5, 3.4, ?, ?, ?, 0)`,
				id,
				`Shop ${id}`,
				plan.zone ?? 'Africa/Lagos',
				plan.noticeMinutes ?? 30,
				plan.horizonDays ?? 60,
			),
			...everyDay.map((day) => insert('INSERT INTO shop_hours VALUES (?, ?, ?, ?)', id, day, ...hours)),
			...(plan.bankAccount
				? [insert(`INSERT INTO shop_bank_accounts VALUES (?, 'Kuda', '0123456789', 'Shop')`, id)]
				: []),
			...Object.entries(staff).flatMap(([name, member]) => [
				insert(
					`INSERT INTO staff_members (id, shop_id, first_name, last_name, is_active) VALUES (?, ?, ?, 'Obi', ?)`,
					idOf(name),
					id,
					name,
					member.isActive === false ? 0 : 1,
				),
				...everyDay.map((day) =>
					insert(
						'INSERT INTO staff_schedules VALUES (?, ?, 1, ?, ?, ?, ?)',
						idOf(name),
						day,
						...(member.hours ?? [540, 1080]),
						...(member.breakMinutes ?? [null, null]),
					),
				),
				...(member.daysOff ?? []).map((date) =>
					insert('INSERT INTO staff_days_off (staff_member_id, date) VALUES (?, ?)', idOf(name), date),
				),
			]),
			...Object.entries(services).flatMap(([name, service]) => [
				insert(
					`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, buffer_minutes, price_kobo, is_enabled)
						VALUES (?, ?, 'hair-beauty', ?, ?, ?, ?, ?)`,
					idOf(name),
					id,
					name,
					service.minutes ?? 60,
					service.bufferMinutes ?? 0,
					service.priceKobo ?? 500_000,
					service.isEnabled === false ? 0 : 1,
				),
				...(service.staff ?? Object.keys(staff)).map((member) =>
					insert('INSERT INTO staff_services VALUES (?, ?)', idOf(member), idOf(name)),
				),
			]),
			...Object.entries(plan.addOns ?? { wash: { minutes: 30, priceKobo: 100_000 } }).map(
				([name, addOn], position) =>
					insert(
						'INSERT INTO add_ons (id, shop_id, name, duration_minutes, price_kobo, position) VALUES (?, ?, ?, ?, ?, ?)',
						idOf(name),
						id,
						name,
						addOn.minutes,
						addOn.priceKobo,
						position,
					),
			),
			...Object.entries(plan.promoCodes ?? {}).map(([code, promo]) =>
				insert(
					`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value, is_active, expires_at, max_uses, minimum_amount_kobo)
						VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
					idOf(code),
					id,
					code,
					promo.amountKobo === undefined ? 'percent' : 'amount',
					promo.amountKobo ?? promo.percent ?? 10,
					promo.isActive === false ? 0 : 1,
					promo.expiresAt ?? null,
					promo.maxUses ?? null,
					promo.minimumKobo ?? 0,
				),
			),
		],
		'write',
	)
	return { id, idOf }
}
