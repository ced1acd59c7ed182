import type { CategoryId } from '#app/kernel/vocabulary/discovery.ts'
import type { DemoExtras } from './demo-extras.ts'
import type { SeedDay } from './seed-day.server.ts'

/** A demo shop before its import, with what its file cannot say. */
export type DemoShop = DemoExtras & {
	shopId: string
	values: { name: string; freeCancellationMinutes: number }
	/** The first one decides the words of its reviews. */
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
