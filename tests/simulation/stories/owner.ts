import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { ownerChanges } from './owner-changes.ts'
import { ownerHours } from './owner-hours.ts'
import { ownerPeople } from './owner-people.ts'
import type { Story } from './story.ts'

/**
 * The owner changes what the shop offers and when, while customers are in checkout; most changes are undone after some
 * hours, so that the shop goes on. Conflicting appointments are kept where the owner says so.
 */
export const ownerStory: Story = async (setting) => {
	const { me } = setting
	const { random } = me
	const acts = [...ownerChanges, ...ownerHours, ...ownerPeople]
	for (let changes = random.pick([0, 1, 2, 3]); changes > 0; changes--) {
		await me.wait(random.below(5 * HOUR_MS))
		const first = random.pick(acts)
		const second = random.pick(acts)
		const undoFirst = await first(setting)
		const undoSecond = random.chance(0.2) ? await second(setting) : null
		await me.wait(random.below(random.chance(0.5) ? 30 * MINUTE_MS : 4 * HOUR_MS))
		await undoFirst?.()
		await undoSecond?.()
	}
}
