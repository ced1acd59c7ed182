import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import { makeReferralCode } from '#app/flows/loyalty/referrals.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { SimulatedPerson } from '../town.ts'
import { type Browser, openBrowser, type Typed, type Visitor } from './browser.ts'
import { confirm } from './customer.ts'
import type { Setting } from './story.ts'

/** An appointment as its customer's list shows it. */
export type OwnAppointment = {
	appointmentId: string
	referenceNumber: string
	startsAt: Instant
	isOpen: boolean
}
/** `takesOff`: lowers a bill, at checkout too; the shop gives other rewards by hand. */
export type OwnReward = {
	id: string
	code: string
	serviceId: string | null
	isFree: boolean
	takesOff: boolean
}

const noContact = { firstName: '', lastName: '', email: '', phone: '' }

export const memberVisitor = (person: SimulatedPerson): Visitor => ({ person, contact: noContact })

/** Joins programs of a shop, one or all, the same one in two tabs too; and asks for the code for friends. */
export async function join({ me, shop, world }: Setting, person: SimulatedPerson): Promise<void> {
	const { random } = me
	const joinOne = async (programId: string) => {
		await me.press('joins', (deps, now) =>
			enroll(deps, { sessionHash: person.sessionHash, at: now }, programId),
		)
	}
	for (const { id } of shop.programs) {
		if (random.chance(0.1)) continue
		if (random.chance(0.2)) await me.together(...[0, 1].map(() => () => joinOne(id)))
		else await joinOne(id)
	}
	const enrollments = await world.sql.rows(
		'SELECT id FROM loyalty_enrollments WHERE user_id = ? AND shop_id = ? ORDER BY id',
		person.userId,
		shop.id,
	)
	for (const { id } of enrollments)
		await me.press('asks for the code', (deps, now) =>
			makeReferralCode(deps, { sessionHash: person.sessionHash, at: now }, String(id)),
		)
}

/** A customer's rewards at a shop, free ones first. Their own list shows used ones as well. */
export async function rewardsOf({ world, shop }: Setting, { userId }: SimulatedPerson): Promise<OwnReward[]> {
	const rows = await world.sql.rows(
		`SELECT id, code, service_id, reward_kind IN ('discount', 'free_service') AS takes_off,
				used_at IS NULL AND id NOT IN (SELECT reward_id FROM reward_uses) AS is_free
			FROM rewards WHERE user_id = ? AND shop_id = ? ORDER BY is_free DESC, earned_at DESC, id LIMIT 5`,
		userId,
		shop.id,
	)
	return rows.map((row) => ({
		id: String(row.id),
		code: String(row.code),
		serviceId: row.service_id === null ? null : String(row.service_id),
		isFree: Number(row.is_free) === 1,
		takesOff: Number(row.takes_off) === 1,
	}))
}

/** A browser with a held time and savings typed in; null where no time was to be had. */
export async function chooseWith(
	{ me, shop }: Setting,
	visitor: Visitor,
	{ serviceId, inDays, typed }: { serviceId: string; inDays: number; typed: Typed },
): Promise<Browser | null> {
	const browser = openBrowser(me, visitor)
	const date = addDays(civilAt(shop.zone, me.now()).date, inDays)
	if (!(await browser.choose(serviceId, { date, wanted: null }))) return null
	browser.type(typed)
	if (me.random.chance(0.7)) await browser.post('update')
	return browser
}

/** Posts both forms at the same moment, as two tabs would. `confirmed` then reads the outcome. */
export async function postAtOnce({ me }: Setting, browsers: readonly Browser[]): Promise<void> {
	const posts: (() => Promise<unknown>)[] = []
	for (const browser of browsers) {
		const seen = await browser.sees()
		if (seen) posts.push(() => browser.post('book', seen))
	}
	await me.together(...posts)
}

/** Confirms; if refused, tries to pay online, and then without a saving. Gives the draft's appointment. */
export async function confirmed(
	setting: Setting,
	browser: Browser,
	serviceId: string,
): Promise<OwnAppointment | null> {
	const { me } = setting
	const others: Typed[] = [{ paymentChoice: 'online' }, { reward: '', promoCode: '' }]
	for (const other of others) {
		if (await confirm(setting, browser, serviceId)) return appointmentOf(setting, browser)
		const booked = await appointmentOf(setting, browser)
		if (booked || me.random.chance(0.3)) return booked
		await me.wait(me.random.below(5 * MINUTE_MS))
		browser.type(other)
	}
	await confirm(setting, browser, serviceId)
	return appointmentOf(setting, browser)
}

/** What a draft has become. */
export async function appointmentOf(
	{ world }: Setting,
	{ draftId }: Browser,
): Promise<OwnAppointment | null> {
	const [row] = await world.sql.rows(
		`SELECT visit.id, visit.reference_number, visit.starts_at, visit.status
			FROM checkouts JOIN appointments visit ON visit.checkout_id = checkouts.id WHERE checkouts.draft_id = ?`,
		draftId ?? '',
	)
	if (!row) return null
	return {
		appointmentId: String(row.id),
		referenceNumber: String(row.reference_number),
		startsAt: Number(row.starts_at),
		isOpen: row.status === 'SCHEDULED' || row.status === 'CONFIRMED',
	}
}

/** Waits until the desk has closed an appointment, or it was cancelled. False where no one at the desk does. */
export async function untilClosed(
	{ me, world }: Setting,
	{ appointmentId }: OwnAppointment,
): Promise<boolean> {
	for (let looks = 0; looks < 40; looks++) {
		const [row] = await world.sql.rows(
			'SELECT status, starts_at FROM appointments WHERE id = ?',
			appointmentId,
		)
		if (!row) return false
		if (row.status !== 'SCHEDULED' && row.status !== 'CONFIRMED') return true
		const beginsIn = Number(row.starts_at) - me.now()
		if (beginsIn < -16 * HOUR_MS) return false
		await me.wait(Math.max(beginsIn + 40 * MINUTE_MS, 45 * MINUTE_MS))
	}
	return false
}
