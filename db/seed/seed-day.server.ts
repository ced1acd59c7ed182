import { addDays, type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE, dayStartsAt, instantOf } from '#app/kernel/zone.server.ts'

/** The day in Lagos that seeded rows are relative to. */
export type SeedDay = { today: CivilDate; todayStartsAt: Instant }

export function seedDayOf(now: Instant): SeedDay {
	const today = civilAt(DEFAULT_ZONE, now).date
	const todayStartsAt = instantOf(DEFAULT_ZONE, today, 0)
	if (todayStartsAt === null) throw new Error(`no midnight on ${today}`)
	return { today, todayStartsAt }
}

/** Monday 00:00 in Lagos, of the instant's week. */
export function seedWeekStartsAt(at: Instant): Instant {
	const { date } = civilAt(DEFAULT_ZONE, at)
	return dayStartsAt(DEFAULT_ZONE, addDays(date, 1 - dayOfWeekOf(date)))
}
