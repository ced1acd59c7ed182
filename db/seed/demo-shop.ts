import { addDays, type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { CategoryId } from '#app/kernel/vocabulary/discovery.ts'
import { civilAt, DEFAULT_ZONE, dayStartsAt, instantOf } from '#app/kernel/zone.server.ts'
import type { DemoExtras } from './demo-extras.ts'

/** A demo shop before its import, with what its file cannot say. */
export type DemoShop = DemoExtras & {
	shopId: string
	values: { name: string; freeCancellationMinutes: number }
	/** The first category decides the words of reviews. */
	categoryIds: readonly CategoryId[]
	bankAccount: object | null
	week: readonly DemoDay[]
	services: readonly DemoService[]
	addOns: readonly DemoAddOn[]
	staff: readonly DemoStaffMember[]
}

export type DemoAddOn = { id: string; name: string; durationMinutes: number; priceKobo: number }

export type DemoService = DemoAddOn & { bufferMinutes: number; isEnabled: boolean }

export type DemoStaffMember = {
	id: string
	isActive: boolean
	serviceIds: readonly string[]
	week: readonly DemoDay[]
}

/** A day of opening or of work; only people have a break. */
type DemoDay = {
	dayOfWeek: number
	startMinute: number
	endMinute: number
	breakStartMinute: number | null
	breakEndMinute: number | null
}

/** Minutes of the day: from, to. */
export type Range = readonly [from: number, to: number]

/** The shops, and the day that rows are relative to. */
export type DemoSeed = SeedDay & { shops: readonly DemoShop[] }

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
