import { addDays } from '#app/kernel/civil.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { openBrowser } from './browser.ts'
import { change, confirm, guestOf, move } from './customer.ts'
import type { KnownAppointment } from './public-news.ts'
import type { Setting, Story } from './story.ts'

/**
 * A guest who cannot decide: far ahead and moved again and again, paid and made cheaper again and again, or in the last
 * minutes before the start.
 */
export const restlessStory: Story = async (setting) =>
	setting.me.random.pick([movesOften, becomesCheaper, comesAtOnce])(setting)

async function movesOften(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const visit = await booksAhead(setting, me.random.pick(['online', 'cash']), me.random.pick(shop.services))
	if (!visit) return
	for (let moves = 0; moves < 4; moves++) {
		await me.wait(me.random.below(30 * MINUTE_MS))
		await move(setting, visit)
	}
}

/** From the dearest service down: each change sends a difference back, and a later one must not send it again. */
async function becomesCheaper(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const [dearest = '', ...cheaper] = shop.services.toReversed()
	const visit = await booksAhead(setting, 'online', dearest)
	if (!visit) return
	for (const serviceId of cheaper) {
		await me.wait(me.random.below(me.random.chance(0.5) ? MINUTE_MS : 90 * MINUTE_MS))
		await change(setting, visit, serviceId)
	}
}

async function booksAhead(
	setting: Setting,
	paymentChoice: 'online' | 'cash',
	serviceId: string,
): Promise<KnownAppointment | null> {
	const { me, shop } = setting
	const browser = openBrowser(me, guestOf(setting))
	const date = addDays(civilAt(shop.zone, me.now()).date, 4 + me.random.below(3))
	if (!(await browser.choose(serviceId, { date, wanted: null }))) return null
	browser.type({ paymentChoice })
	return confirm(setting, browser, serviceId)
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
