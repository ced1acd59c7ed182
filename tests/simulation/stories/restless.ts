import { addDays } from '#app/kernel/civil.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { openBrowser } from './browser.ts'
import { confirm, guestOf, move } from './customer.ts'
import type { Setting, Story } from './story.ts'

/** A guest who cannot decide: far ahead and moved again and again, or in the last minutes before the start. */
export const restlessStory: Story = async (setting) => {
	const { me } = setting
	if (me.random.chance(0.5)) await movesOften(setting)
	else await comesAtOnce(setting)
}

async function movesOften(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const browser = openBrowser(me, guestOf(setting))
	const date = addDays(civilAt(shop.zone, me.now()).date, 4 + random.below(3))
	if (!(await browser.choose(random.pick(shop.services), { date, wanted: null }))) return
	browser.type({ paymentChoice: random.pick(['online', 'cash'] as const) })
	const visit = await confirm(setting, browser, shop.services[0] ?? '')
	if (!visit) return
	for (let moves = 0; moves < 4; moves++) {
		await me.wait(random.below(30 * MINUTE_MS))
		await move(setting, visit)
	}
}

/** Chooses the next time of today, and confirms it when it has begun. */
async function comesAtOnce(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const browser = openBrowser(me, guestOf(setting))
	if (!(await browser.chooseService(me.random.pick(shop.services)))) return
	if (!(await browser.chooseStaff())) return
	const { date } = civilAt(shop.zone, me.now())
	const [next] = await browser.freeTimes(date)
	if (next === undefined) return
	await me.until(next - 5 * MINUTE_MS)
	if (!(await browser.hold(next))) return
	browser.type({ paymentChoice: 'cash' })
	const seen = await browser.sees()
	await me.until(next + MINUTE_MS)
	if (seen) await browser.post('book', seen)
}
