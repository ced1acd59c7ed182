import { bookWalkIn, type WalkInAnswer } from '#app/flows/booking/book-walk-in.server.ts'
import type { WalkInOffer } from '#app/flows/booking/plan-walk-in.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { openBrowser } from './browser.ts'
import { freeTime } from './clash.ts'
import { guestOf } from './customer.ts'
import { priceService } from './owner-changes.ts'
import { isPriceFit, newCall, otherCall } from './phone-call.ts'
import { type PhoneCall, phoneCallsOf } from './phone-record.ts'
import { deviceOf, tap } from './shop-device.ts'
import type { Setting, Story } from './story.ts'

/** What became of a call at the desk: the time is taken, or others are offered. */
export type Taken = { isTaken: boolean; offer: WalkInOffer | null }
type Take = (call: PhoneCall) => Promise<Taken>

/** A customer calls, and the desk books for them. */
export const phoneStory: Story = (setting) => takeCall(setting, (call) => bookCall(setting, call))

/** A call for any day, which takes what is offered where its time is not free; or one that meets another customer. */
export async function takeCall(setting: Setting, take: Take): Promise<void> {
	const { me } = setting
	if (me.random.chance(0.35)) return raceOnline(setting, take)
	let call = await newCall(setting)
	for (let tries = 0; call && tries < 3; tries++) {
		await me.wait(me.random.below(3 * MINUTE_MS))
		// The owner sets another price while the customer is on the line.
		if (me.random.chance(0.25)) await priceService(setting)
		const { isTaken, offer } = await take(call)
		const other = offer && chosenOf(setting, offer)
		if (isTaken || !other) return
		call = await otherCall(setting, call, other)
	}
}

/** One of the offered ways out. */
function chosenOf({ me: { random } }: Setting, { freeStaff, times }: WalkInOffer) {
	const ways = [
		...freeStaff.map(({ staffMemberId }) => ({ staffMemberId })),
		...times.map(({ startsAt }) => ({ startsAt })),
	]
	return ways.length === 0 ? null : random.pick(ways)
}

/** On the desk's page, or by a program whose draft is its own; pressed again, the first booking is the answer. */
async function bookCall({ me, world, shop, news }: Setting, call: PhoneCall): Promise<Taken> {
	const page = { pageAct: newId(), action: ['book', JSON.stringify(call)] } as const
	const ownDraftId = newId()
	const isOnPage = me.random.chance(0.6)
	const agreed = { ...call, shopId: shop.id, isDeposit: false, askedAt: me.now(), promisedUntil: null }
	const calls = phoneCallsOf(world)
	const answers = await me.press('books on the telephone', async (deps, now) => {
		const asked = { ...call, shopId: shop.id, isByPhone: true, now }
		const ofCustomer = { ...asked, customer: { ...call.customer, userId: null } }
		if (!isOnPage) {
			calls.set(ownDraftId, agreed)
			return bookWalkIn(deps, { ...ofCustomer, draftId: ownDraftId })
		}
		return tap(deps, deviceOf(shop.id, 'desk'), { ...page, now }, ({ actId, actOf }) => {
			calls.set(actId, agreed)
			const alongside = actOf({ kind: 'visit_booked', subjectId: actId, summary: 'By telephone' })
			return bookWalkIn(deps, { ...ofCustomer, draftId: actId, alongside })
		})
	})
	const told = answers.filter((answer): answer is WalkInAnswer => typeof answer === 'object')
	const booked = told.flatMap((answer) => (answer.ok ? [answer.value] : []))
	me.expect(booked.length === 0 || isPriceFit(call), 'booked at a price that the shop may not take')
	const ids = new Set(booked.map(({ appointmentId }) => appointmentId))
	me.expect(ids.size <= 1, `one booking on the telephone became ${ids.size} appointments`)
	const [first] = booked
	if (first)
		news.appointments.push({
			...first,
			shopId: shop.id,
			serviceId: call.serviceIds[0] ?? '',
			userId: null,
			paymentReference: null,
		})
	const refused = told.find((answer) => !answer.ok)
	return { isTaken: first !== undefined, offer: refused && !refused.ok ? refused.offer : null }
}

/**
 * A customer at checkout and one on the telephone want the same time of the same person, at the same moment: the time
 * is being chosen, or was held until just now. `take` is the shop's side.
 */
async function raceOnline(setting: Setting, take: Take): Promise<void> {
	const { me, shop } = setting
	const { random } = me
	const browser = openBrowser(me, guestOf(setting))
	const serviceId = random.pick(shop.services)
	const staff = random.pick(shop.staff)
	const startsAt = await freeTime(setting, browser, { serviceId, staff })
	if (startsAt === null) return
	const call = await newCall(setting, { startsAt, serviceIds: [serviceId], staffMemberId: staff })
	if (!call) return
	const books = async () => {
		browser.type({ paymentChoice: random.pick(['cash', 'online']) })
		const seen = await browser.sees()
		if (seen) await browser.post('book', seen)
	}
	if (random.chance(0.5)) {
		await me.together(
			() => browser.hold(startsAt),
			() => take(call),
		)
		return books()
	}
	if (!(await browser.hold(startsAt))) return
	// The hold of ten minutes is over, or nearly.
	await me.wait(random.pick([10 * MINUTE_MS - 500, 14 * MINUTE_MS]))
	await me.together(books, () => take(call))
}

/** Another customer on the telephone wants the time that this call had, while `other` happens. */
export async function raceForTime(
	setting: Setting,
	{ startsAt, serviceIds, staffMemberId }: PhoneCall,
	other: () => Promise<unknown>,
): Promise<void> {
	const call = await newCall(setting, { startsAt, serviceIds, staffMemberId })
	await setting.me.together(other, async () => call && bookCall(setting, call))
}
