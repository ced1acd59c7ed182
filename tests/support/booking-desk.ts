import { beforeEach } from 'vitest'
import { NO_TIP } from '#app/domain/booking/checkout/price-draft.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { addService, chooseService, removeService } from '#app/flows/booking/choose-services.server.ts'
import { chooseStaff } from '#app/flows/booking/choose-staff.server.ts'
import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import { offerOtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import { readDraft, readPostedDraft } from '#app/flows/booking/read-draft.server.ts'
import { readTimes } from '#app/flows/booking/read-times.server.ts'
import { saveCheckout } from '#app/flows/checkout/save-checkout.server.ts'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type BookingDeps, bookingDeps, cashChoices, readAndBook } from './flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt, type SmallShopPlan, tuesday } from './small-shop.ts'
import { sqlOf, withTestDatabase } from './with-test-database.ts'

/** The time of a test. It stands still until the test moves it. */
export type TestClock = { now: Instant }

type Contact = { firstName: string; lastName: string; email: string; phone: string }
type Changes = Partial<
	Pick<CheckoutChoices, 'promoCode' | 'rewardId' | 'usesCashback' | 'tip' | 'addOnIds' | 'bookingNotes'>
> & {
	paymentChoice?: 'cash' | 'transfer' | 'pos'
}

export type Guest = ReturnType<typeof newGuest>

async function readAndSave(deps: BookingDeps, input: Omit<Parameters<typeof saveCheckout>[1], 'read'>) {
	const { draftId, choices, startsAt, now } = input
	const priced = await readPostedDraft(deps, { draftId, startsAt, promoCode: choices.promoCode, now })
	return saveCheckout(deps, { ...input, read: { priced } })
}

let guestsSoFar = 0

/** Contact details that no shop knows yet. */
export function newContact(): Contact {
	const number = String(++guestsSoFar).padStart(7, '0')
	return {
		firstName: 'Guest',
		lastName: `No ${number}`,
		email: `guest${number}@example.com`,
		phone: `+234803${number}`,
	}
}

/** A guest with a browser of their own, who goes through the flows in the order of the pages. */
export function newGuest(
	deps: BookingDeps,
	clock: TestClock,
	contact: Contact = newContact(),
	/** Who they are to the ceilings; by default nothing is known of them. */
	caller: RateLimitedCaller = { networkKey: null },
) {
	let draftId = ''
	/** The start that checkout shows. */
	let startsAt: Instant = 0
	/** The start that was asked for last, whether it could be held or not. */
	let requestedStartAt: Instant = 0
	const choices = {
		contact,
		...cashChoices,
		tip: NO_TIP as CheckoutChoices['tip'],
		paymentChoice: 'cash' as 'cash' | 'transfer' | 'pos',
	}

	return {
		contact,
		get draftId() {
			return draftId
		},
		/** The draft as the pages show it, or null when there is none. */
		readDraft: () => readDraft(deps, draftId, clock.now),
		async hold(requested: Instant, networkKey: string | null = caller.networkKey) {
			requestedStartAt = requested
			const held = await holdSlot(deps, {
				draftId,
				startsAt: requested,
				caller: { ...caller, networkKey },
				now: clock.now,
			})
			if (held.ok) startsAt = requested
			return held
		},
		/** Chooses a start without a hold, as after a hold that expired. */
		async chooseTime(requested: Instant) {
			startsAt = requested
			requestedStartAt = requested
			await deps.writeBatch([deps.booking.drafts.saveStart(draftId, requested, clock.now)])
		},
		async chooseService(serviceId: string) {
			const chosen = await chooseService(deps, {
				draftId: draftId || null,
				serviceId,
				caller,
				now: clock.now,
			})
			if (chosen.ok) draftId = chosen.value.draftId
			return chosen
		},
		chooseStaff: (staff = 'any', position = 0) =>
			// `isFirst` as the page posts it before a choice; otherwise the draft is read all the same.
			chooseStaff(deps, { draftId, position, staff, isFirst: position === 0, now: clock.now }),
		addService: (serviceId: string) => addService(deps, { draftId, serviceId, now: clock.now }),
		/** `changes`: what checkout posts with it; null where the services are chosen. */
		removeService: (serviceId: string, changes: Changes | null = null) =>
			removeService(deps, {
				...{ draftId, serviceId, choices: changes && { ...choices, ...changes } },
				...{ startsAt: startsAt || null, now: clock.now },
			}),
		/** Chooses the service and who does it; the times come next. */
		async begin(serviceId: string, staff = 'any') {
			await this.chooseService(serviceId)
			await this.chooseStaff(staff)
			return this
		},
		/** Gives the days that the page of times shows, or null when it redirects. */
		async times(requestedFrom: string | null = null) {
			const times = await readTimes(deps, { draftId, requestedFrom, requestedDate: null, now: clock.now })
			return times.ok ? times.value : null
		},
		/** Gives whether a start is listed as free, as taken, or not at all. */
		async seesAt(requested: Instant) {
			const times = await this.times()
			const slot = times?.days.flatMap((day) => day.slots).find((one) => one.startsAt === requested)
			return slot === undefined ? 'not listed' : slot.free ? 'free' : 'taken'
		},
		save(changes: Changes = {}, renewsHold = false) {
			Object.assign(choices, changes)
			return readAndSave(deps, { draftId, choices, startsAt, renewsHold, now: clock.now })
		},
		renew() {
			return this.save({}, true)
		},
		/** Confirms what checkout shows, or `seen` when that is something else. */
		async book(
			seen: { startsAt?: Instant; totalKobo?: number; overlapIds?: readonly string[] } = {},
			changes: Changes = {},
			by: Pick<Parameters<typeof readAndBook>[1], 'own' | 'userId' | 'networkKey'> = {},
		) {
			Object.assign(choices, changes)
			const shown = await this.readDraft()
			return readAndBook(deps, {
				draftId,
				choices,
				contact,
				seen: { startsAt, totalKobo: shown?.quote.totalKobo ?? 0, cashbackKobo: 0, ...seen },
				...by,
				now: clock.now,
			})
		},
		offer: () => offerOtherTimes(deps, { draftId, requestedStartAt, now: clock.now }),
	}
}

/** The start that most tests ask for. */
export const ten = lagos(tuesday, '10:00')

export const refused = (refusal: string) => ({ ok: false, refusal })

/** What the tests of a booking need: one database for the file, audited at its end, a clock and shops. */
export function withBookingDesk(name: string) {
	const database = withTestDatabase()
	const clock: TestClock = { now: mondayMorningAt }
	let shopCount = 0
	const desk = {
		...sqlOf(database),
		database,
		clock,
		/** A test may replace them, or a part of them. */
		get deps(): BookingDeps {
			return current()
		},
		set deps(changed: BookingDeps) {
			deps = changed
		},
		newShop: (plan: SmallShopPlan = {}) => addSmallShop(database().client, `${name}${++shopCount}`, plan),
		appointmentsOf: (shopId: string) =>
			database().rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', shopId),
		/** A guest with a browser of their own, who has not begun yet. */
		newGuest: (contact = newContact()) => newGuest(current(), clock, contact),
		/** A guest at checkout, with a hold on ten o'clock. */
		async atCheckout(serviceId: string, staff = 'any', contact = newContact()) {
			const guest = await newGuest(current(), clock, contact).begin(serviceId, staff)
			await guest.hold(ten)
			return guest
		},
	}
	let deps: BookingDeps | undefined
	function current(): BookingDeps {
		if (!deps) throw new Error('the desk is open only while tests run')
		return deps
	}
	beforeEach(() => {
		deps = bookingDeps(database().url)
		clock.now = mondayMorningAt
	})
	return desk
}
