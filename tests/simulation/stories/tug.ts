import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { cancel, change, move } from './customer.ts'
import { cancelIt, handOver, moveIt } from './desk.ts'
import type { KnownAppointment } from './public-news.ts'
import type { Setting, Story } from './story.ts'

type Act = (setting: Setting, visit: KnownAppointment) => Promise<unknown>

const ofCustomers: readonly Act[] = [move, cancel, change]
const ofDesks: readonly Act[] = [handOver, moveIt, moveIt, cancelIt]

/** The customer and the desk, or two at the desk, change one visit that is ahead at the very same time. */
export const tugStory: Story = async (setting) => {
	const { me, news, shop } = setting
	const { random } = me
	for (let round = 0; round < 4; round++) {
		await me.wait(random.below(3 * HOUR_MS))
		const ahead = news.appointments.filter(
			(one) => one.shopId === shop.id && one.startsAt > me.now() + 30 * MINUTE_MS,
		)
		if (ahead.length === 0) continue
		const visit = random.pick(ahead)
		const rivals = [random.pick(ofDesks), random.pick(random.chance(0.5) ? ofCustomers : ofDesks)]
		await me.together(...rivals.map((act) => () => act(setting, visit)))
	}
}
