import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { SimulatedPerson } from '../town.ts'
import type { Browser, Typed } from './browser.ts'
import {
	appointmentOf,
	chooseWith,
	confirmed,
	join,
	memberVisitor,
	type OwnAppointment,
	postAtOnce,
	rewardsOf,
	untilClosed,
} from './savings.ts'
import type { Setting, Story } from './story.ts'
import { showReward, showVoucher } from './voucher.ts'

/** How many people most regulars of a shop are. */
const REGULARS = 3

/** A member joins the programs of a shop and comes again and again: earns, spends, cancels, shows a reward. */
export const regularStory: Story = async (setting) => {
	const { random } = setting.me
	const person = regularOf(setting)
	await join(setting, person)
	for (let times = 3 + random.below(5); times > 0; times--) {
		const booked = await (random.chance(0.3) ? bookTwiceAtOnce : bookOnce)(setting, person)
		if (booked.length === 0) await setting.me.wait(random.below(8 * HOUR_MS))
		for (const visit of booked) if (random.chance(0.2)) await cancelSometime(setting, visit)
		for (const visit of booked) if (!(await comes(setting, person, visit))) return
		await setting.me.wait(random.below(4 * HOUR_MS))
	}
}

/** Most are of the few who come to this shop again and again, also with two phones that know nothing of each other. */
function regularOf({ me: { random }, town, shop }: Setting): SimulatedPerson {
	const first = town.shops.indexOf(shop) * REGULARS
	const own = town.people.slice(first, first + REGULARS)
	return random.pick(own.length > 0 && random.chance(0.8) ? own : town.people)
}

/** What is typed at checkout: mostly a reward that is free, now and then a used one, and all the cashback. */
async function savingsOf(
	setting: Setting,
	person: SimulatedPerson,
): Promise<{ typed: Typed; serviceId: string }> {
	const { me, shop } = setting
	const { random } = me
	const rewards = await rewardsOf(setting, person)
	const reward = rewards.find(({ isFree, takesOff }) => (isFree && takesOff) || random.chance(0.05))
	const takesReward = reward !== undefined && random.chance(0.85)
	const serviceId = random.pick(shop.services)
	return {
		typed: {
			paymentChoice: random.pick(['online', 'online', 'online', 'cash', 'transfer'] as const),
			...(takesReward && { reward: reward.id }),
			...(random.chance(0.7) && { usesCashback: '1' as const }),
			...(random.chance(takesReward ? 0.05 : 0.25) && { promoCode: random.pick(shop.promoCodes) }),
			...(random.chance(0.2) && { tip: random.pick(['10', '15']) }),
		},
		serviceId: takesReward && random.chance(0.8) ? (reward.serviceId ?? serviceId) : serviceId,
	}
}

async function choose(
	setting: Setting,
	person: SimulatedPerson,
	wanted: { typed: Typed; serviceId: string },
) {
	const inDays = setting.me.random.pick([0, 0, 0, 1, 1, 2])
	return chooseWith(setting, memberVisitor(person), { ...wanted, inDays })
}

async function bookOnce(setting: Setting, person: SimulatedPerson): Promise<OwnAppointment[]> {
	const wanted = await savingsOf(setting, person)
	const browser = await choose(setting, person, wanted)
	// Shown at the counter with the other hand, at that very moment: it pays one of the two.
	const rewardId = wanted.typed.reward
	const seen = browser && rewardId && setting.me.random.chance(0.35) ? await browser.sees() : null
	if (browser && rewardId && seen)
		await setting.me.together(
			() => browser.post('book', seen),
			() => showVoucher(setting, person, rewardId),
		)
	const booked = browser && (await confirmed(setting, browser, wanted.serviceId))
	return booked ? [booked] : []
}

/** Two phones with two appointments, and in both the same reward and the same cashback. */
async function bookTwiceAtOnce(setting: Setting, person: SimulatedPerson): Promise<OwnAppointment[]> {
	const { me } = setting
	const wanted = await savingsOf(setting, person)
	const browsers: Browser[] = []
	for (let phone = 0; phone < 2; phone++) {
		const browser = await choose(setting, person, wanted)
		if (browser) browsers.push(browser)
	}
	await postAtOnce(setting, browsers)
	const booked: OwnAppointment[] = []
	for (const browser of browsers) {
		// Some phones are laid aside once they have been answered.
		const isLeft = me.random.chance(0.2)
		const one = isLeft
			? await appointmentOf(setting, browser)
			: await confirmed(setting, browser, wanted.serviceId)
		if (one) booked.push(one)
	}
	return booked.sort((one, other) => one.startsAt - other.startsAt)
}

/** At once, or any time until it begins; in two tabs too. */
async function cancelSometime({ me }: Setting, { appointmentId, startsAt }: OwnAppointment): Promise<void> {
	const { random } = me
	const leftMs = Math.max(1, startsAt - me.now())
	await me.wait(random.chance(0.5) ? random.below(20 * MINUTE_MS) : random.below(leftMs))
	const cancel = () =>
		me.press('cancels', (deps, now) =>
			cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now }),
		)
	if (random.chance(0.3)) await me.together(cancel, cancel)
	else await cancel()
}

/** Is there at the time, and shows a reward before the desk closes the visit. False where the desk no longer works. */
async function comes(setting: Setting, person: SimulatedPerson, visit: OwnAppointment): Promise<boolean> {
	const { me } = setting
	const { random } = me
	const rewards = (await rewardsOf(setting, person)).filter(({ isFree }) => isFree || random.chance(0.05))
	if (rewards.length > 0 && random.chance(0.6)) {
		const reward = random.pick(rewards)
		await me.wait(Math.max(0, visit.startsAt - me.now()) + random.below(20 * MINUTE_MS))
		await showReward(setting, person, reward, random.chance(0.7) ? visit.referenceNumber : null)
	}
	return untilClosed(setting, visit)
}
