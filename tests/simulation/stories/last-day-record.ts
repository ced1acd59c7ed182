import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

const records = new WeakMap<World, Map<string, { lastDay: CivilDate; namedAt: Instant }>>()

/** The last days of people, and when their owner was told that they are kept. */
export function lastDaysOf(world: World): Map<string, { lastDay: CivilDate; namedAt: Instant }> {
	const kept = records.get(world) ?? new Map<string, { lastDay: CivilDate; namedAt: Instant }>()
	records.set(world, kept)
	return kept
}
