import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** A replica that follows the database as it can: by minutes, or not at all for hours. */
export async function replicaStory(world: World, endsAt: Instant): Promise<void> {
	const random = world.random('replica')
	while (world.now() < endsAt) {
		world.renewReplica()
		await world.until(world.now() + random.pick([MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 7 * HOUR_MS]))
	}
}
