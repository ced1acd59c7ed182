import type { Instant } from '#app/kernel/instant.ts'

/** One person who is about to press a button, with everything that they would send. */
export type Caller = {
	draftId: string
	startsAt: Instant
	seenTotalKobo: number
	promoCode: string
	email: string
	phone: string
	/** The network that the ceilings count, where the use-cases are called themselves. */
	networkKey?: string
}

/** What one process of a race does: all its callers at once. */
export type RacePlan = {
	/** 'http': form posts to Workers. 'flow': the use-cases themselves, straight on the database, for volume. */
	through: 'http' | 'flow'
	/** The Workers, taken in turn, or the one database. */
	targets: string[]
	action: 'book' | 'hold' | 'hold and book'
	callers: Caller[]
}

/**
 * How it ended for one caller: 'booked', 'held', the code or the title of a refusal, or 'error: …' for everything
 * that no customer should ever see.
 */
export type RaceResult = { outcome: string; answer: string }
