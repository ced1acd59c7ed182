import { type CheckoutValues, checkoutFormSchema } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { amountDueNow, depositFor } from '#app/domain/booking/checkout/deposit.ts'
import { chooseService } from '#app/flows/booking/choose-services.server.ts'
import { ANY_STAFF, chooseStaff } from '#app/flows/booking/choose-staff.server.ts'
import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import { readTimes } from '#app/flows/booking/read-times.server.ts'
import type { CheckoutAnswer } from '#app/flows/checkout/checkout-post.server.ts'
import { postCheckout } from '#app/flows/checkout/post-checkout.server.ts'
import { readCheckout } from '#app/flows/checkout/read-checkout.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Teller } from '../teller.ts'
import type { SimulatedPerson } from '../town.ts'

/** Who books: a guest by what is typed, or a member by the session. */
export type Visitor = {
	contact: { firstName: string; lastName: string; email: string; phone: string }
	person: SimulatedPerson | null
	/** Whether the account of that e-mail has signed in on this phone before. */
	isKnownHere?: (email: string) => boolean
}

/** What is typed at checkout beside the contact. */
export type Typed = Partial<{
	promoCode: string
	reward: string
	usesCashback: '1'
	tip: string
	addOns: string[]
	paymentChoice: NonNullable<CheckoutValues['paymentChoice']>
}>

/** What the page of checkout shows of the amounts. */
export type Shown = { seenTotalKobo: number; seenCashbackKobo: number; seenDueKobo: number }

/** The browser of one visitor: its draft, and what was typed into checkout. Each act is a request of its own. */
export function openBrowser(me: Teller, { contact, person, isKnownHere }: Visitor) {
	let draftId: string | null = null
	let startsAt: Instant = 0
	let typed: Typed = { paymentChoice: 'cash' }
	const actorAt = (at: Instant): Actor | null => person && { sessionHash: person.sessionHash, at }
	const caller = (at: Instant) => ({ actor: actorAt(at), networkKey: null })
	const customer = person && {
		userId: person.userId,
		firstName: person.firstName,
		lastName: person.lastName,
		email: person.email,
		phone: person.phone,
	}

	const browser = {
		contact,
		person,
		actorAt,
		get draftId() {
			return draftId
		},
		set draftId(id) {
			draftId = id
		},
		get startsAt() {
			return startsAt
		},
		set startsAt(at) {
			startsAt = at
		},
		async chooseService(serviceId: string): Promise<boolean> {
			const chosen = await me.ask('chooses a service', (deps, now) =>
				chooseService(deps, { draftId, serviceId, caller: caller(now), now }),
			)
			if (chosen?.ok) draftId = chosen.value.draftId
			return chosen?.ok === true
		},
		async chooseStaff(staff = ANY_STAFF): Promise<boolean> {
			const id = draftId
			if (id === null) return false
			const chosen = await me.ask('chooses a person', (deps, now) =>
				chooseStaff(deps, { draftId: id, position: 0, staff, isFirst: true, now }),
			)
			return chosen?.ok === true
		},
		/** The free starts that the page of times shows for a day. */
		async freeTimes(date: CivilDate): Promise<Instant[]> {
			const id = draftId
			if (id === null) return []
			const times = await me.ask('looks at the times', (deps, now) =>
				readTimes(deps, { draftId: id, requestedFrom: date, requestedDate: date, now }),
			)
			if (!times?.ok) return []
			const day = times.value.days.find((one) => one.date === date)
			return (day?.slots ?? []).filter(({ free }) => free).map((slot) => slot.startsAt)
		},
		async hold(at: Instant): Promise<boolean> {
			const id = draftId
			if (id === null) return false
			startsAt = at
			const held = await me.ask('chooses a time', (deps, now) =>
				holdSlot(deps, { draftId: id, startsAt: at, caller: caller(now), now }),
			)
			return held?.ok === true
		},
		/** What checkout shows; null without a draft alive, or an answer. */
		async sees(): Promise<Shown | null> {
			const id = draftId
			if (id === null) return null
			const shown = await me.ask('looks at checkout', (deps, now) =>
				readCheckout(deps, { draftId: id, actor: actorAt(now), now }),
			)
			if (!shown) return null
			const { quote, shop, noShowCount } = shown
			return {
				seenTotalKobo: quote.totalKobo,
				seenCashbackKobo: quote.cashbackKobo,
				seenDueKobo: amountDueNow(depositFor(shop, noShowCount), quote.toPayKobo),
			}
		},
		type(fields: Typed) {
			typed = { ...typed, ...fields }
		},
		/** Posts the form of checkout by one of its buttons; gives each answer that came. */
		post(intent: CheckoutValues['intent'], seen: Partial<Shown> = {}): Promise<CheckoutAnswer[]> {
			const id = draftId
			if (id === null) return Promise.resolve([])
			const form = checkoutFormSchema.parse({
				...(person ? { isSignedIn: '1' } : contact),
				...typed,
				intent,
				startsAt: String(startsAt),
				...Object.fromEntries(Object.entries(seen).map(([field, kobo]) => [field, String(kobo)])),
			})
			return me.press(`posts checkout (${intent})`, (deps, now) =>
				postCheckout(deps, {
					draftId: id,
					form,
					customer: Promise.resolve(customer),
					actor: actorAt(now),
					ownAppointmentIds: [],
					...(isKnownHere && { isKnownHere }),
					networkKey: null,
					now,
				}),
			)
		},
		/** Chooses service, person and a time of that day; false where none could be held. */
		async choose(
			serviceId: string,
			{ staff, date, wanted }: { staff?: string; date: CivilDate; wanted: Instant | null },
		) {
			if (!(await browser.chooseService(serviceId))) return false
			await me.wait(2_000 + me.random.below(30_000))
			if (!(await browser.chooseStaff(staff))) return false
			await me.wait(2_000 + me.random.below(30_000))
			const free = await browser.freeTimes(date)
			if (free.length === 0) return false
			const chosen = wanted !== null && free.includes(wanted) ? wanted : me.random.pick(free)
			await me.wait(1_000 + me.random.below(60_000))
			return browser.hold(chosen)
		},
	}
	return browser
}

export type Browser = ReturnType<typeof openBrowser>
