import { addDays } from '#app/kernel/civil.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { type Browser, openBrowser } from './browser.ts'
import { guestOf } from './customer.ts'
import type { Setting, Story } from './story.ts'

/** Two visitors want one time of one person, or one draft is confirmed in two tabs: at the very same moment. */
export const clashStory: Story = async (setting) => {
	const { me } = setting
	if (me.random.chance(0.6)) await twoVisitors(setting)
	else await twoTabs(setting)
}

async function twoVisitors(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const staff = random.pick(shop.staff)
	const serviceId = random.pick(shop.services)
	const browsers = [guestOf(setting), guestOf(setting)].map((visitor) => openBrowser(me, visitor))
	const startsAt = await freeTime(setting, browsers[0], { serviceId, staff })
	if (startsAt === null) return
	await me.together(...browsers.map((browser) => () => browser.chooseService(serviceId)))
	await me.together(...browsers.map((browser) => () => browser.chooseStaff(staff)))
	await me.together(...browsers.map((browser) => () => browser.hold(startsAt)))
	// Checkout of the one who was too late still has the time from before, as a page that was left open.
	if (random.chance(0.3)) await me.wait(14 * MINUTE_MS)
	await bothBook(setting, browsers)
}

async function twoTabs(setting: Setting): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const serviceId = random.pick(shop.services)
	const first = openBrowser(me, guestOf(setting))
	const startsAt = await freeTime(setting, first, { serviceId })
	if (startsAt === null || !(await first.hold(startsAt))) return
	const second = openBrowser(me, { contact: first.contact, person: null })
	second.draftId = first.draftId
	second.startsAt = first.startsAt
	if (random.chance(0.6)) await me.wait(14 * MINUTE_MS)
	await bothBook(setting, [first, second])
}

/** A start that is free for the choice, of a day that few have looked at. */
export async function freeTime(
	{ me, shop }: Setting,
	browser: Browser | undefined,
	{ serviceId, staff }: { serviceId: string; staff?: string },
): Promise<number | null> {
	const date = addDays(civilAt(shop.zone, me.now()).date, 1 + me.random.below(5))
	if (!browser || !(await browser.chooseService(serviceId)) || !(await browser.chooseStaff(staff)))
		return null
	const free = await browser.freeTimes(date)
	const wanted = instantOf(shop.zone, date, me.random.pick([600, 720, 900]))
	if (free.length === 0) return null
	return wanted !== null && free.includes(wanted) ? wanted : me.random.pick(free)
}

async function bothBook({ me }: Setting, browsers: readonly Browser[]): Promise<void> {
	const paymentChoice = me.random.pick(['cash', 'online'] as const)
	await me.together(
		...browsers.map((browser) => async () => {
			browser.type({ paymentChoice })
			const seen = await browser.sees()
			if (seen) await browser.post('book', seen)
		}),
	)
}
