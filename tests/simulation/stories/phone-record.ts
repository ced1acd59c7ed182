import type { Instant } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** A booking on the telephone, as the shop and the customer agreed on it. */
export type PhoneCall = {
	serviceIds: string[]
	addOnIds: string[]
	/** Null: any person. */
	staffMemberId: string | null
	startsAt: Instant
	/** What the page showed as the price, and what was asked for instead. */
	shownKobo: number
	lowered: { totalKobo: number; reason: string } | null
	customer: { firstName: string; lastName: string; email: string | null; phone: string | null }
	note: string
}

/** What was agreed on, and when it was first sent. `promisedUntil`: the shop was told that the time waits so long. */
export type AgreedCall = PhoneCall & {
	shopId: string
	isDeposit: boolean
	askedAt: Instant
	promisedUntil: Instant | null
}

const records = new WeakMap<World, Map<string, AgreedCall>>()

/** Each booking that a desk has sent, by its draft: written or not. */
export function phoneCallsOf(world: World): Map<string, AgreedCall> {
	const kept = records.get(world) ?? new Map<string, AgreedCall>()
	records.set(world, kept)
	return kept
}
