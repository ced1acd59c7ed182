import type { Instant } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

const records = new WeakMap<World, Map<string, Instant>>()

/** When a shop last changed each promo code, by its id: an end that it moved says nothing of uses before that. */
export function promoChangesOf(world: World): Map<string, Instant> {
	const kept = records.get(world) ?? new Map<string, Instant>()
	records.set(world, kept)
	return kept
}
