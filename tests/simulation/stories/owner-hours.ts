import {
	changeDaysOff,
	changeHours,
	changeSchedule,
	closeDays,
	openDay,
} from '#app/flows/shop/change-hours.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { clockAt, dayOf } from '../judges/clock-by-hand.ts'
import type { OwnerAct } from './owner-changes.ts'
import type { Setting } from './story.ts'

/** The clocks of one owner's device and another's differ by so much at most. */
const NEARLY_AT_ONCE_MS = 10_000

/** Opens later or closes earlier on some days, or the other way round. */
const moveHours: OwnerAct = async (setting) => {
	const { me, world, shop } = setting
	const { random } = me
	const former = await hoursOf({ world, shop })
	const week = former
		.filter(() => random.chance(0.9))
		.map(({ dayOfWeek, opensMinute, closesMinute }) => ({
			dayOfWeek,
			opensMinute: Math.max(0, opensMinute + random.pick([-60, 0, 0, 30, 120])),
			closesMinute: Math.min(1_440, closesMinute + random.pick([-180, -60, 0, 0, 60])),
		}))
		.filter(({ opensMinute, closesMinute }) => opensMinute < closesMinute)
	return changeTo(setting, week, { former, keepsAppointments: random.chance(0.5) })
}

/** Closes earlier on one day: while the last visit of such a day is under way. */
const closeDuringAVisit: OwnerAct = async (setting) => {
	const { me, world, shop } = setting
	const [last] = await world.sql.rows(
		`SELECT max(starts_at) AS starts_at FROM appointments WHERE shop_id = ? AND status IN ('SCHEDULED', 'CONFIRMED')
			AND starts_at > ? GROUP BY scheduled_date ORDER BY scheduled_date LIMIT 1 OFFSET ?`,
		shop.id,
		me.now() + HOUR_MS,
		me.random.below(2),
	)
	if (!last) return null
	const former = await hoursOf({ world, shop })
	const { minute } = clockAt(shop.zone, Number(last.starts_at))
	const day = dayOfWeek(shop.zone, Number(last.starts_at))
	const week = former.map((one) => (one.dayOfWeek === day ? { ...one, closesMinute: minute + 15 } : one))
	if (week.some(({ opensMinute, closesMinute }) => opensMinute >= closesMinute)) return null
	return changeTo(setting, week, { former, keepsAppointments: false })
}

async function changeTo(
	setting: Setting,
	week: Hours[],
	{ former, keepsAppointments }: { former: Hours[]; keepsAppointments: boolean },
) {
	const { me, shop } = setting
	const standing = await standingWithin(setting, former)
	const changed = await me.press('changes the hours', (deps, now) =>
		changeHours(deps, { shopId: shop.id, week, keepsAppointments, now }),
	)
	if (changed.some(({ ok }) => ok) && !keepsAppointments) await judgeHours(setting, week, standing)
	return () =>
		me.press('opens as before', (deps, now) =>
			changeHours(deps, { shopId: shop.id, week: former, keepsAppointments: true, now }),
		)
}

type Hours = { dayOfWeek: number; opensMinute: number; closesMinute: number }

/** From 1, a Monday. */
function dayOfWeek(zone: string, at: number): number {
	return ((dayOf(zone, at) + 3) % 7) + 1
}

async function hoursOf({ world, shop }: Pick<Setting, 'world' | 'shop'>): Promise<Hours[]> {
	const rows = await world.sql.rows(
		'SELECT day_of_week, opens_minute, closes_minute FROM shop_hours WHERE shop_id = ? ORDER BY day_of_week',
		shop.id,
	)
	return rows.map((row) => ({
		dayOfWeek: Number(row.day_of_week),
		opensMinute: Number(row.opens_minute),
		closesMinute: Number(row.closes_minute),
	}))
}

/** By hand: the visits ahead that lie within these hours, as they stand. */
async function standingWithin({ me, world, shop }: Setting, hours: readonly Hours[]): Promise<string[]> {
	const rows = await world.sql.rows(
		`SELECT id, starts_at, ends_at, calendar_sequence FROM appointments WHERE shop_id = ? AND status IN ('SCHEDULED', 'CONFIRMED')
			AND starts_at > ? ORDER BY id`,
		shop.id,
		me.now() + NEARLY_AT_ONCE_MS,
	)
	const isWithin = (startsAt: number, endsAt: number) => {
		const { minute } = clockAt(shop.zone, startsAt)
		const day = dayOfWeek(shop.zone, startsAt)
		const ofDay = hours.find((one) => one.dayOfWeek === day)
		const length = (endsAt - startsAt) / MINUTE_MS
		return ofDay !== undefined && minute >= ofDay.opensMinute && minute + length <= ofDay.closesMinute
	}
	return rows
		.filter((row) => isWithin(Number(row.starts_at), Number(row.ends_at)))
		.map((row) => `${row.id} ${row.calendar_sequence}`)
}

/** By hand: hours are cut through no visit that lay within them, unless its owner keeps them. */
async function judgeHours(
	setting: Setting,
	week: readonly Hours[],
	before: readonly string[],
): Promise<void> {
	if (JSON.stringify(await hoursOf(setting)) !== JSON.stringify(week)) return
	const everyHour = [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({
		dayOfWeek,
		opensMinute: 0,
		closesMinute: 2_880,
	}))
	const stands = new Set(await standingWithin(setting, everyHour))
	const within = new Set(await standingWithin(setting, week))
	const cut = before.find((visit) => stands.has(visit) && !within.has(visit))
	setting.me.expect(cut === undefined, `the hours were cut through ${cut}`)
}

/** Another week of one person, with a break at another time or none. */
const moveShift: OwnerAct = async ({ me, world, shop }) => {
	const { random } = me
	const staffMemberId = random.pick(shop.staff)
	const rows = await world.sql.rows(
		`SELECT day_of_week, start_minute, end_minute, break_start_minute, break_end_minute FROM staff_schedules
			WHERE staff_member_id = ? AND is_available = 1 ORDER BY day_of_week`,
		staffMemberId,
	)
	const former = rows.map((row) => ({
		dayOfWeek: Number(row.day_of_week),
		startMinute: Number(row.start_minute),
		endMinute: Number(row.end_minute),
		breakStartMinute: row.break_start_minute === null ? null : Number(row.break_start_minute),
		breakEndMinute: row.break_end_minute === null ? null : Number(row.break_end_minute),
	}))
	const [breakStartMinute, breakEndMinute] = random.pick([
		[null, null],
		[720, 780],
		[840, 930],
	] as const)
	const week = former
		.filter(() => random.chance(0.9))
		.map(({ dayOfWeek, startMinute, endMinute }) => ({
			dayOfWeek,
			startMinute: startMinute + random.pick([0, 0, 10, 60]),
			endMinute: endMinute - random.pick([0, 0, 15, 90]),
			breakStartMinute,
			breakEndMinute,
		}))
		.filter(({ startMinute, endMinute }) => startMinute < endMinute)
	const keepsAppointments = random.chance(0.5)
	const change = (days: typeof former, keeps: boolean) =>
		me.press('changes a schedule', (deps, now) =>
			changeSchedule(deps, { shopId: shop.id, staffMemberId, week: days, keepsAppointments: keeps, now }),
		)
	await change(week, keepsAppointments)
	return () => change(former, true)
}

const giveDayOff: OwnerAct = async (setting) => {
	const { me, shop } = setting
	const { random } = me
	const staffMemberId = random.pick(shop.staff)
	const date = addDays(civilAt(shop.zone, me.now()).date, random.below(4))
	const keepsAppointments = random.chance(0.5)
	const change = (isOff: boolean) =>
		me.press(isOff ? 'gives a day off' : 'takes a day off back', (deps, now) =>
			changeDaysOff(deps, {
				shopId: shop.id,
				staffMemberId,
				from: date,
				until: date,
				isOff,
				keepsAppointments,
				now,
			}),
		)
	await change(true)
	return () => change(false)
}

/** Until the day is opened again nothing is booked on it. */
const closeForADay: OwnerAct = async (setting) => {
	const { me, shop } = setting
	const { random } = me
	const date = addDays(civilAt(shop.zone, me.now()).date, random.pick([0, 1, 1, 2, 3]))
	const keepsAppointments = random.chance(0.7)
	const wasClosed = await isClosed(setting, date)
	const closed = await me.press('closes a day', (deps, now) =>
		closeDays(deps, { shopId: shop.id, days: [{ date, reason: 'Public holiday' }], keepsAppointments, now }),
	)
	const closedAt = me.now()
	if (closed.some(({ ok }) => ok) && !keepsAppointments && !wasClosed) await judgeClosing(setting, date)
	const staysMs = random.below(15 * HOUR_MS)
	return async () => {
		await me.wait(staysMs)
		if (closed.some(({ ok }) => ok)) await judgeClosedDay(setting, date, closedAt)
		await me.press('opens a day', (deps, now) => openDay(deps, { shopId: shop.id, date, now }))
	}
}

/** By hand: what was agreed on after the day was closed is not on that day while it is closed. */
async function judgeClosedDay({ me, world, shop }: Setting, date: string, closedAt: number): Promise<void> {
	if (!(await isClosed({ world, shop }, date))) return
	const late = await world.sql.rows(
		`SELECT visit.id FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			WHERE visit.shop_id = ? AND visit.scheduled_date = ? AND visit.calendar_sequence = 0 AND checkout.created_at > ?`,
		shop.id,
		date,
		closedAt + NEARLY_AT_ONCE_MS,
	)
	me.expect(late.length === 0, `${late[0]?.id} was booked on ${date}, which was closed before`)
}

/** By hand: a day is closed over no visit that stands, unless its owner keeps them. */
async function judgeClosing({ me, world, shop }: Setting, date: string): Promise<void> {
	const standing = await world.sql.rows(
		`SELECT id FROM appointments WHERE shop_id = ? AND scheduled_date = ? AND status IN ('SCHEDULED', 'CONFIRMED') AND ends_at > ?`,
		shop.id,
		date,
		me.now() + NEARLY_AT_ONCE_MS,
	)
	me.expect(standing.length === 0, `${date} was closed over ${standing[0]?.id}`)
}

async function isClosed({ world, shop }: Pick<Setting, 'world' | 'shop'>, date: string): Promise<boolean> {
	const sql = 'SELECT count(*) FROM shop_closed_days WHERE shop_id = ? AND date = ?'
	return (await world.sql.count(sql, shop.id, date)) > 0
}

export const ownerHours: readonly OwnerAct[] = [
	moveHours,
	closeDuringAVisit,
	moveShift,
	giveDayOff,
	closeForADay,
	closeForADay,
]
