/** A plan's entries: unlimited, a number a week, or a number in all. */
export const entryKinds = ['unlimited', 'weekly', 'total'] as const
export type EntryKind = (typeof entryKinds)[number]

/** A withdrawn plan is not sold nor renewed; its holders keep it to the end. */
export const planStatuses = ['on_offer', 'withdrawn'] as const

/** Where a subscription is, by comparison with now: none of these is stored. */
export const subscriptionStates = ['upcoming', 'active', 'paused', 'expired', 'cancelled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** The stored states of a place in a session. A missed one is found by comparison with now (D48). */
export const sessionBookingStatuses = ['booked', 'completed', 'cancelled'] as const
export type SessionBookingStatus = (typeof sessionBookingStatuses)[number]

/** What a customer sees of a place in a session. */
export const sessionBookingStates = ['booked', 'completed', 'cancelled', 'no_show'] as const
export type SessionBookingState = (typeof sessionBookingStates)[number]

/** By what a place in a session was given up: its holder, the shop that called it off, a pause, the end of the plan. */
export const placeEndings = ['customer', 'shop', 'pause', 'plan'] as const
export type PlaceEnding = (typeof placeEndings)[number]

/** Why a customer no longer waits for a session. */
export const waitEndings = ['left', 'booked', 'called_off', 'plan'] as const
export type WaitEnding = (typeof waitEndings)[number]

/** What happened to a subscription, a line each in its usage history. */
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
