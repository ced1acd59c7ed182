import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { SimulatedPerson } from '../town.ts'
import type { Visitor } from './browser.ts'
import { guestOf } from './customer.ts'
import { reviewReferrals } from './referral-review.ts'
import {
	chooseWith,
	confirmed,
	join,
	memberVisitor,
	type OwnAppointment,
	postAtOnce,
	untilClosed,
} from './savings.ts'
import type { Setting, Story } from './story.ts'

/** A customer gives the code for friends to a guest, a member, or keeps it; a friend who books with it comes or not. */
export const friendStory: Story = async (setting) => {
	const { me, town, shop } = setting
	const { random } = me
	if (!shop.programs.some(({ isReferral }) => isReferral)) return
	const referrer = random.pick(town.people)
	const code = (await codeOf(setting, referrer)) ?? 'NOCODE22'
	const friend = friendOf(setting, referrer)
	const visits: OwnAppointment[] = []
	if (random.chance(0.3)) await bookAtOnce(setting, friend, code)
	for (let times = random.pick([1, 1, 2, 3]); times > 0; times--) {
		const visit = await book(setting, friend, code)
		if (visit && random.chance(0.3)) await cancelSometime(setting, visit)
		else if (visit) visits.push(visit)
	}
	for (const visit of visits) {
		await untilClosed(setting, visit)
		if (friend.isKnownHere?.(referrer.email)) await expectSameDevice(setting, visit)
	}
	await me.wait(random.below(HOUR_MS))
	await reviewReferrals(setting)
}

/** D41: what was booked with the phone of the referrer is known as that, whenever its money came. */
async function expectSameDevice({ me, world }: Setting, { appointmentId }: OwnAppointment): Promise<void> {
	const [row] = await world.sql.rows(
		`SELECT is_same_device FROM referrals JOIN appointments visit ON visit.checkout_id = referrals.checkout_id
			WHERE visit.id = ?`,
		appointmentId,
	)
	me.expect(!row || Number(row.is_same_device) === 1, `${appointmentId} was booked with the referrer's phone`)
}

/** The code of a customer, who joins for it. */
async function codeOf(setting: Setting, referrer: SimulatedPerson): Promise<string | null> {
	await join(setting, referrer)
	const [row] = await setting.world.sql.rows(
		'SELECT referral_code FROM loyalty_enrollments WHERE user_id = ? AND shop_id = ? AND referral_code IS NOT NULL',
		referrer.userId,
		setting.shop.id,
	)
	return row ? String(row.referral_code) : null
}

/** A new customer, a known one, or the referrer: as themselves, or as a guest with their number or their address. */
function friendOf(setting: Setting, referrer: SimulatedPerson): Visitor {
	const { me, town } = setting
	const { random } = me
	const isOnTheirPhone = random.chance(0.2)
	const isKnownHere = (email: string) => isOnTheirPhone && email === referrer.email
	const guest = { ...guestOf(setting), isKnownHere }
	const { contact } = guest
	const kind = random.below(10)
	if (kind < 6) return guest
	if (kind < 8) return { ...memberVisitor(random.pick(town.people)), isKnownHere }
	if (kind < 9) return { ...memberVisitor(referrer), isKnownHere }
	const { email, phone } = referrer
	return { ...guest, contact: random.chance(0.5) ? { ...contact, email } : { ...contact, phone } }
}

async function book(setting: Setting, friend: Visitor, code: string): Promise<OwnAppointment | null> {
	const chosen = await chooseAs(setting, friend, code)
	return chosen && confirmed(setting, chosen.browser, chosen.serviceId)
}

async function chooseAs(setting: Setting, friend: Visitor, code: string) {
	const { me, shop } = setting
	const { random } = me
	const serviceId = random.pick(shop.services)
	const typed = { promoCode: code, paymentChoice: random.pick(['online', 'cash', 'cash'] as const) }
	const browser = await chooseWith(setting, friend, { serviceId, inDays: random.pick([0, 0, 1, 2]), typed })
	return browser && { browser, serviceId }
}

/** Two browsers of one friend, with the same code. */
async function bookAtOnce(setting: Setting, friend: Visitor, code: string): Promise<void> {
	const both = [await chooseAs(setting, friend, code), await chooseAs(setting, friend, code)]
	const chosen = both.filter((one) => one !== null)
	await postAtOnce(
		setting,
		chosen.map(({ browser }) => browser),
	)
	for (const { browser, serviceId } of chosen)
		if (setting.me.random.chance(0.6)) await confirmed(setting, browser, serviceId)
}

async function cancelSometime({ me }: Setting, { appointmentId, startsAt }: OwnAppointment): Promise<void> {
	const leftMs = Math.max(1, startsAt - me.now())
	await me.wait(me.random.chance(0.6) ? me.random.below(10 * MINUTE_MS) : me.random.below(leftMs))
	await me.press('cancels', (deps, now) =>
		cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now }),
	)
}
