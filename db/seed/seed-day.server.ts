import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE, instantOf } from '#app/kernel/zone.server.ts'

/** The day in Lagos that seeded rows are relative to. */
export type SeedDay = { today: CivilDate; todayStartsAt: Instant }

export function seedDayOf(now: Instant): SeedDay {
	const today = civilAt(DEFAULT_ZONE, now).date
	const todayStartsAt = instantOf(DEFAULT_ZONE, today, 0)
	if (todayStartsAt === null) throw new Error(`no midnight on ${today}`)
	return { today, todayStartsAt }
}
