import type { DiscountType } from '#app/kernel/vocabulary/booking.ts'
import type { CategoryId, DepositKind, ShopType } from '#app/kernel/vocabulary/discovery.ts'

/** A shop of the demo data as a person would write it down; `addDemoRows` of each context makes rows of it. */
export type DemoShop = {
	id: string
	name: string
	type: ShopType
	/** The first one is that of its services, unless a service says otherwise. */
	categories: readonly [CategoryId, ...CategoryId[]]
	description: string
	phone: string | null
	address: string
	area: string
	city: string
	latitude: number
	longitude: number
	picture?: string
	/** Days from today, both included. */
	featured?: { fromDay: number; untilDay: number }
	policy?: {
		noticeMinutes?: number
		horizonDays?: number
		freeCancellationMinutes?: number
		/** Percent of the total, or naira. */
		deposit?: { kind: Exclude<DepositKind, 'none'>; value: number }
		prepayAfterNoShows?: number
	}
	hours: WeeklyHours
	/** Has no hours on the weekday of today. */
	closedToday?: boolean
	/** Every minute that its staff work tomorrow is booked. */
	fullTomorrow?: boolean
	/** How people find it, where it has something to find it by. */
	landmark?: string
	/** Where the shop is told of its bookings; it answers on WhatsApp under its number. */
	email?: string
	bank: { bankName: string; accountNumber: string; accountName: string } | null
	services: readonly DemoService[]
	addOns?: readonly DemoAddOn[]
	staff: readonly DemoStaffMember[]
	promoCodes?: readonly DemoPromoCode[]
	history: {
		pastAppointments: number
		upcomingAppointments: number
		/** The share of completed visits that left a review, and how often that is a five. */
		reviewShare: number
		fiveShare: number
	}
}

export type DemoService = {
	key: string
	name: string
	description: string
	minutes: number
	bufferMinutes?: number
	naira: number
	category?: CategoryId
	isEnabled?: false
}

export type DemoAddOn = { key: string; name: string; minutes: number; naira: number }

export type DemoStaffMember = {
	key: string
	firstName: string
	lastName: string
	commissionRate: number
	isActive?: false
	/** Keys of services; absent: all of them. */
	offers?: readonly string[]
	/** Absent: the shop's hours. */
	works?: WeeklyHours
	break?: Range
	/** Days from today. */
	daysOff?: readonly number[]
}

export type DemoPromoCode = {
	code: string
	discountType: DiscountType
	/** Percent, or naira. */
	discountValue: number
	/** Days from today; absent: never. */
	expiresOnDay?: number
	maxUses?: number
	minimumNaira?: number
	/** How many completed visits used it. */
	uses?: number
}

/** Minutes of the day: from, to. */
export type Range = readonly [from: number, to: number]

/** ISO weekday, 1 Monday to 7 Sunday → the hours of that day. */
export type WeeklyHours = Readonly<Partial<Record<number, Range>>>

/** `daily(9, 18)`: 9:00 to 18:00 on each of the days, all seven unless told. */
export function daily(fromHour: number, toHour: number, days = [1, 2, 3, 4, 5, 6, 7]): WeeklyHours {
	return Object.fromEntries(days.map((day) => [day, [fromHour * 60, toHour * 60] as const]))
}

export const WEEKDAYS = [1, 2, 3, 4, 5]
export const MONDAY_TO_SATURDAY = [1, 2, 3, 4, 5, 6]
