/** Unlimited, a number a week, or a number in all. */
export const entryKinds = ['unlimited', 'weekly', 'total'] as const
export type EntryKind = (typeof entryKinds)[number]

/** A withdrawn plan is neither sold nor renewed; its holders keep it. */
export const planStatuses = ['on_offer', 'withdrawn'] as const

/** Found by comparison with now, never stored. */
export const subscriptionStates = ['upcoming', 'active', 'paused', 'expired', 'cancelled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** Stored. A missed place is found by comparison with now (D48). */
export const sessionBookingStatuses = ['booked', 'completed', 'cancelled'] as const
export type SessionBookingStatus = (typeof sessionBookingStatuses)[number]

/** As a customer sees it. */
export const sessionBookingStates = ['booked', 'completed', 'cancelled', 'no_show'] as const
export type SessionBookingState = (typeof sessionBookingStates)[number]

/** What ended a place: its holder, a call-off, a pause, or the plan's end. */
export const placeEndings = ['customer', 'shop', 'pause', 'plan'] as const
export type PlaceEnding = (typeof placeEndings)[number]

export const waitEndings = ['left', 'booked', 'called_off', 'plan'] as const
export type WaitEnding = (typeof waitEndings)[number]

/** Lines of a subscription's usage history. */
export const usageActions = [
	'visit',
	'booking',
	'cancel',
	'late_cancel',
	'called_off',
	'pause',
	'resume',
	'renewed',
	'cancelled',
] as const
export type UsageAction = (typeof usageActions)[number]
