import type { Instant } from '#app/kernel/instant.ts'
import type { ActRace } from './act-race.ts'

/** One who wants a time: a customer online, or one whom the desk books, or asks for a deposit, on the telephone. */
export type PhoneAct = {
	kind: 'online' | 'phone' | 'deposit'
	draftId: string
	shopId: string
	serviceId: string
	startsAt: Instant
	email: string
	phone: string
	now: Instant
}

export type PhoneRace = ActRace<PhoneAct>
