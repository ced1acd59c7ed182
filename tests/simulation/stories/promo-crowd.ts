import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { Browser } from './browser.ts'
import { guestOf } from './customer.ts'
import { appointmentOf, chooseWith, confirmed, memberVisitor, postAtOnce } from './savings.ts'
import type { Setting, Story } from './story.ts'

/** Many try a code with few uses at once; some never pay or pay late, some cancel, and others try again then. */
export const promoCrowdStory: Story = async (setting) => {
	const { me, town, shop } = setting
	const { random } = me
	const serviceId = random.pick(shop.services)
	const browsers: Browser[] = []
	for (let guests = 3 + random.below(3); guests > 0; guests--) {
		const visitor = random.chance(0.7) ? guestOf(setting) : memberVisitor(random.pick(town.people))
		const paymentChoice = random.pick(['online', 'online', 'cash'] as const)
		const typed = { promoCode: random.chance(0.8) ? 'FEW' : ' few ', paymentChoice }
		const browser = await chooseWith(setting, visitor, {
			serviceId,
			inDays: random.pick([0, 1, 2, 3]),
			typed,
		})
		if (browser) browsers.push(browser)
	}
	await postAtOnce(setting, browsers)
	// A customer who waits for a while finds a hold that is over, and a use that others may have.
	for (const browser of browsers) {
		if (random.chance(0.25)) continue
		if (random.chance(0.3)) await me.wait(random.below(50 * MINUTE_MS))
		await confirmed(setting, browser, serviceId)
	}
	await cancelSome(setting, browsers)
}

async function cancelSome(setting: Setting, browsers: readonly Browser[]): Promise<void> {
	const { me } = setting
	for (const browser of browsers) {
		const booked = await appointmentOf(setting, browser)
		if (!booked?.isOpen || !me.random.chance(0.4)) continue
		await me.wait(me.random.below(30 * MINUTE_MS))
		const { appointmentId } = booked
		await me.press('cancels', (deps, now) =>
			cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now }),
		)
	}
}
