import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { changeAppointment, shownSums } from '#app/flows/booking/change-appointment.server.ts'
import { tellLate } from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { planChange, readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { readMoveTimes } from '#app/flows/booking/read-times.server.ts'
import type { CheckoutAnswer } from '#app/flows/checkout/checkout-post.server.ts'
import { acceptOffer, declineOffer } from '#app/flows/payments/answer-offer.server.ts'
import { returnFromPayment } from '#app/flows/payments/settle-payment.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { type Browser, openBrowser, type Typed, type Visitor } from './browser.ts'
import type { KnownAppointment } from './public-news.ts'
import { countMove, expectCancelled } from './refused.ts'
import type { Setting, Story } from './story.ts'

/** Minutes of a day that many want, so that customers meet. */
const popularMinutes = [600, 660, 720, 900, 960, 1_020]

/** A guest or a member chooses, books or pays, and later comes, changes, moves, cancels or stays away. */
export const customerStory: Story = async (setting) => {
	const { me, town, shop } = setting
	const { random } = me
	const browser = openBrowser(
		me,
		random.chance(0.6) ? { person: random.pick(town.people), contact: noContact } : guestOf(setting),
	)
	const today = civilAt(shop.zone, me.now()).date
	const date = addDays(today, random.pick([0, 1, 1, 1, 2, 3]))
	const serviceId = random.pick(shop.services)
	const staff = random.chance(0.4) ? random.pick(shop.staff) : undefined
	const wanted = instantOf(shop.zone, date, random.pick(popularMinutes))
	if (!(await browser.choose(serviceId, { ...(staff && { staff }), date, wanted }))) return
	browser.type(choices(setting, browser))
	await me.wait(random.below(4 * MINUTE_MS))
	if (random.chance(0.2)) await browser.post('update')
	const booked = await confirm(setting, browser, serviceId)
	if (booked) await afterBooking(setting, booked)
}

export const noContact = { firstName: '', lastName: '', email: '', phone: '' }

export function guestOf({ me }: Setting): Visitor {
	const number = me.random.below(1_000_000)
	return {
		person: null,
		contact: {
			firstName: 'Guest',
			lastName: `No ${number}`,
			email: `guest${number}@example.com`,
			phone: `+234809${String(number).padStart(7, '0')}`,
		},
	}
}

function choices({ me: { random }, shop }: Setting, { person }: Browser): Typed {
	return {
		paymentChoice: random.pick(['online', 'online', 'cash', 'pos', 'transfer']),
		...(random.chance(0.25) && { promoCode: random.pick(shop.promoCodes) }),
		...(random.chance(0.3) && { tip: random.pick(['10', '15']) }),
		...(random.chance(0.2) && { addOns: [...shop.addOns] }),
		...(person && random.chance(0.5) && { usesCashback: '1' as const }),
	}
}

/** Presses Book until there is an answer, or patience ends. Gives the appointment that it became. */
export async function confirm(
	setting: Setting,
	browser: Browser,
	serviceId: string,
): Promise<KnownAppointment | null> {
	const { me } = setting
	for (let tries = 0; tries < 4; tries++) {
		const seen = await browser.sees()
		if (!seen) {
			await me.wait(5_000)
			continue
		}
		// A slow reader finds that the hold is over.
		await me.wait(me.random.chance(0.08) ? 14 * MINUTE_MS : me.random.below(90_000))
		const answers = await browser.post(me.random.chance(0.1) ? 'book-anyway' : 'book', seen)
		const booked = answers.filter((answer) => answer.kind === 'booked')
		const ids = new Set(booked.map(({ appointmentId }) => appointmentId))
		me.expect(ids.size <= 1, `one form was booked as ${ids.size} appointments`)
		const [appointmentId] = ids
		if (appointmentId !== undefined)
			return known(setting, browser, { appointmentId, serviceId, paymentReference: null })
		const paying = answers.find((answer) => answer.kind === 'payment')
		if (paying) return pay(setting, browser, serviceId, paying)
		const refused = answers.find((answer) => answer.kind === 'refused')
		if (
			refused &&
			refused.refusal !== 'price_changed' &&
			refused.refusal !== 'busy' &&
			refused.refusal !== 'not_saved'
		) {
			if (refused.refusal === 'promo_not_valid') browser.type({ promoCode: '' })
			else if (refused.refusal === 'prepayment_required') browser.type({ paymentChoice: 'online' })
			else if (refused.refusal === 'cashback_not_available') continue
			else return null
		}
		await me.wait(3_000)
	}
	return null
}

async function known(
	{ world, news, shop }: Setting,
	browser: Browser,
	{
		appointmentId,
		serviceId,
		paymentReference,
	}: { appointmentId: string; serviceId: string; paymentReference: string | null },
): Promise<KnownAppointment | null> {
	const [row] = await world.sql.rows(
		'SELECT reference_number, starts_at FROM appointments WHERE id = ?',
		appointmentId,
	)
	if (!row) {
		world.find(`the answer names appointment ${appointmentId}, and there is none`)
		return null
	}
	const one = {
		appointmentId,
		referenceNumber: String(row.reference_number),
		shopId: shop.id,
		serviceId,
		startsAt: Number(row.starts_at),
		userId: browser.person?.userId ?? null,
		paymentReference,
	}
	news.appointments.push(one)
	return one
}

/** On Paystack's page: pays at once, late, twice in two tabs, after a bad card, or not at all; comes back or not. */
async function pay(
	setting: Setting,
	browser: Browser,
	serviceId: string,
	answer: Extract<CheckoutAnswer, { kind: 'payment' }>,
): Promise<KnownAppointment | null> {
	const { world, me, news } = setting
	const { random } = me
	const [attempt] = await world.sql.rows(
		`SELECT payment_reference FROM payment_attempts WHERE checkout_id IN (SELECT id FROM checkouts WHERE draft_id = ?)
			ORDER BY created_at DESC, payment_reference LIMIT 1`,
		browser.draftId ?? '',
	)
	const reference = answer.next === 'pay' ? String(attempt?.payment_reference) : answer.paymentReference
	news.references.push(reference)
	if (random.chance(0.12)) return null
	if (random.chance(0.15)) world.paystack.pay(reference, 'declined')
	await me.wait(
		random.chance(0.15)
			? random.pick([9, 11, 35, 26 * 60, 80 * 60, 80 * 60]) * MINUTE_MS
			: random.below(3 * MINUTE_MS),
	)
	if (random.chance(0.1)) {
		// A second tab opens another page, and both are paid.
		browser.type({ tip: '20' })
		const seen = await browser.sees()
		if (seen) await browser.post('book', seen)
	}
	const pages = await world.sql.rows(
		`SELECT payment_reference FROM payment_attempts WHERE checkout_id IN (SELECT id FROM checkouts WHERE draft_id = ?)`,
		browser.draftId ?? '',
	)
	for (const page of pages) {
		const paid = world.paystack.pay(
			String(page.payment_reference),
			random.chance(0.05) ? 'refundFails' : 'success',
		)
		me.expect(
			paid || pages.length > 1 || world.paystack.find(reference)?.status !== 'abandoned',
			'could not pay',
		)
		if (!random.chance(0.15)) break
	}
	if (random.chance(0.25)) return null
	await me.wait(random.below(20_000))
	const back = await me.press('comes back from paying', (deps, now) =>
		returnFromPayment(deps, { paymentReference: reference, actor: browser.actorAt(now), now }),
	)
	const received = back.at(-1)?.payment.received
	if (received?.outcome === 'booked' && received.appointmentId !== null)
		return known(setting, browser, {
			appointmentId: received.appointmentId,
			serviceId,
			paymentReference: reference,
		})
	if (received?.outcome === 'offered') await answerOffer(setting, reference)
	return null
}

/** The time was gone when the money came: another one, the money back, or no answer at all. */
export async function answerOffer({ me, shop }: Setting, paymentReference: string): Promise<void> {
	const { random } = me
	await me.wait(random.below(2 * HOUR_MS))
	if (random.chance(0.2)) return
	const declines = () =>
		me.press('wants the money back', (deps, now) => declineOffer(deps, { paymentReference, now }))
	if (random.chance(0.3)) return void (await declines())
	const date = addDays(civilAt(shop.zone, me.now()).date, 1)
	const startsAt = instantOf(shop.zone, date, random.pick(popularMinutes))
	if (startsAt === null) return
	const accepts = () =>
		me.press('takes another time', (deps, now) => acceptOffer(deps, { paymentReference, startsAt, now }))
	// In two tabs both buttons are pressed.
	if (random.chance(0.3)) await me.together(accepts, declines)
	else await accepts()
}

/** Until the appointment: some change their mind, once or twice, and at times just when the desk acts as well. */
async function afterBooking(setting: Setting, visit: KnownAppointment): Promise<void> {
	const { me } = setting
	const { random } = me
	for (let changes = random.pick([0, 0, 0, 1, 1, 2]); changes > 0; changes--) {
		const left = visit.startsAt - me.now()
		await me.wait(
			random.chance(0.3) ? random.below(10 * MINUTE_MS) : random.below(Math.max(1, left + HOUR_MS)),
		)
		const acts = [cancel, move, change, late] as const
		const first = random.pick(acts)
		const second = random.pick(acts)
		if (random.chance(0.25))
			await me.together(
				() => first(setting, visit),
				() => second(setting, visit),
			)
		else await first(setting, visit)
	}
}

export async function cancel(setting: Setting, { appointmentId }: KnownAppointment): Promise<void> {
	const answers = await setting.me.press('cancels', (deps, now) =>
		cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now }),
	)
	await expectCancelled(setting, appointmentId, answers)
}

export async function move(setting: Setting, { appointmentId }: KnownAppointment): Promise<void> {
	const { me, shop } = setting
	const date = addDays(civilAt(shop.zone, me.now()).date, me.random.below(4))
	const times = await me.ask('looks where to move', (deps, now) =>
		readMoveTimes(deps, { appointmentId, requestedFrom: date, requestedDate: date, now }),
	)
	const free = times?.days.flatMap((day) => day.slots.filter((slot) => slot.free)) ?? []
	if (free.length === 0) return
	const { startsAt } = me.random.pick(free)
	await me.wait(me.random.below(30_000))
	await me.press('moves', (deps, now) =>
		countMove(setting, appointmentId, () =>
			moveAppointment(deps, { by: { kind: 'customer', appointmentId }, startsAt, now }),
		),
	)
}

export async function change(
	setting: Setting,
	{ appointmentId }: KnownAppointment,
	serviceId: string = setting.me.random.pick(setting.shop.services),
): Promise<void> {
	const { me, world } = setting
	const [row] = await world.sql.rows(
		'SELECT starts_at, calendar_sequence FROM appointments WHERE id = ?',
		appointmentId,
	)
	if (!row) return
	const wanted = { position: 0, serviceId, staffMemberId: null, startsAt: Number(row.starts_at) }
	const shown = await me.ask('looks at a change', async (deps, now) => {
		const found = await readChangeable(deps, { appointmentId, wanted, now })
		if (!found) return null
		const plan = planChange(found, wanted, now)
		return plan.ok
			? { shown: shownSums(plan.value.bill), sequence: found.appointment.calendarSequence }
			: null
	})
	if (!shown) return
	await me.wait(me.random.below(20_000))
	await me.press('changes the service', (deps, now) =>
		countMove(setting, appointmentId, () =>
			changeAppointment(deps, { by: { kind: 'customer', appointmentId }, wanted, ...shown, now }),
		),
	)
}

async function late({ me }: Setting, { appointmentId }: KnownAppointment): Promise<void> {
	await me.press('says to be late', (deps, now) => tellLate(deps, { appointmentId, minutes: 10, now }))
}
