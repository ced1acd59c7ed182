import { createAvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import { addService } from '#app/domain/booking/add-service.server.ts'
import { createAppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import { createCheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import { chooseService } from '#app/domain/booking/choose-service.server.ts'
import { type CheckoutChoices, createDraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import { createHoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { NO_TIP } from '#app/domain/booking/tip.ts'
import { createOutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { createPaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { createRefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { type BookAppointmentInput, bookAppointment } from '#app/flows/book-appointment.server.ts'
import { chooseStaff } from '#app/flows/choose-staff.server.ts'
import { holdSlot } from '#app/flows/hold-slot.server.ts'
import { offerOtherTimes } from '#app/flows/offer-other-times.server.ts'
import { readTimes } from '#app/flows/read-times.server.ts'
import { readVisit } from '#app/flows/read-visit.server.ts'
import { removeService } from '#app/flows/remove-service.server.ts'
import { saveCheckout } from '#app/flows/save-checkout.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'

/** Far above what a loaded machine needs: what a slow database does is asked elsewhere. */
const longPatience = { readTimeoutMs: 30_000, writeTimeoutMs: 30_000 }

/** The repositories as the composition root wires them, over a real database. */
export function bookingDeps(databaseUrl: string, patience = longPatience) {
	const { read, writeBatch } = openDatabase({ url: databaseUrl, ...patience })
	return {
		drafts: createDraftRepository(read),
		holds: createHoldRepository(read),
		appointments: createAppointmentRepository(read),
		checkouts: createCheckoutRepository(read),
		availability: createAvailabilityRepository(read),
		payments: createPaymentRepository(read),
		refunds: createRefundRepository(read),
		outbox: createOutboxRepository(),
		/** Without it nothing is paid online. */
		paystack: null as OnlinePayments | null,
		log: (_line: string) => {},
		pause: async () => {},
		writeBatch,
	}
}
export type BookingDeps = ReturnType<typeof bookingDeps>

/** The test's own time: it stands still until it is moved. */
export type TestClock = { now: Instant }

type Contact = { firstName: string; lastName: string; email: string; phone: string }
type Changes = Partial<Pick<CheckoutChoices, 'promoCode' | 'tip' | 'addOnIds'>> & {
	paymentChoice?: 'cash' | 'transfer' | 'pos'
}

export type Customer = ReturnType<typeof newCustomer>

let customersSoFar = 0

/** Somebody nobody knows yet. */
export function newContact(): Contact {
	const number = String(++customersSoFar).padStart(7, '0')
	return {
		firstName: 'Guest',
		lastName: `No ${number}`,
		email: `guest${number}@example.com`,
		phone: `+234803${number}`,
	}
}

/** One guest with a browser of their own, who goes through the steps as the pages do. */
export function newCustomer(deps: BookingDeps, clock: TestClock, contact: Contact = newContact()) {
	let draftId = ''
	/** The time that checkout shows, and the one that was asked for last. */
	let startsAt: Instant = 0
	let wishedAt: Instant = 0
	const choices = {
		contact,
		promoCode: '',
		tip: NO_TIP as CheckoutChoices['tip'],
		paymentChoice: 'cash' as 'cash' | 'transfer' | 'pos',
		addOnIds: [] as readonly string[],
	}
	const visit = () => readVisit(deps, draftId, clock.now)

	return {
		contact,
		get draftId() {
			return draftId
		},
		visit,
		async hold(wished: Instant, networkKey: string | null = null) {
			wishedAt = wished
			const held = await holdSlot(deps, { draftId, startsAt: wished, networkKey, now: clock.now })
			if (held.ok) startsAt = wished
			return held
		},
		/** Chooses a time without keeping it, as after a hold that ran out. */
		async wish(wished: Instant) {
			startsAt = wished
			wishedAt = wished
			await deps.writeBatch([deps.drafts.saveStart(draftId, wished, clock.now)])
		},
		async chooseService(serviceId: string) {
			const chosen = await chooseService(deps, { draftId: draftId || null, serviceId, now: clock.now })
			if (chosen.ok) draftId = chosen.value.draftId
			return chosen
		},
		chooseStaff: (staff = 'any', position = 0) =>
			chooseStaff(deps, { draftId, position, staff, now: clock.now }),
		addService: (serviceId: string) => addService(deps, { draftId, serviceId, now: clock.now }),
		removeService: (serviceId: string) =>
			removeService(deps, { draftId, serviceId, choices: null, startsAt: startsAt || null, now: clock.now }),
		/** The service with a person, ready to look at times. */
		async begin(serviceId: string, staff = 'any') {
			await this.chooseService(serviceId)
			await this.chooseStaff(staff)
			return this
		},
		/** The days that the page of times shows, or null when it sends away. */
		async times(wishedFrom: string | null = null) {
			const times = await readTimes(deps, { draftId, wishedFrom, wishedDate: null, now: clock.now })
			return times.ok ? times.value : null
		},
		/** Whether a start is offered as free, as taken, or not at all. */
		async seesAt(wished: Instant) {
			const times = await this.times()
			const slot = times?.days.flatMap((day) => day.slots).find((one) => one.startsAt === wished)
			return slot === undefined ? 'not listed' : slot.free ? 'free' : 'taken'
		},
		save(changes: Changes = {}, renewsHold = false) {
			Object.assign(choices, changes)
			return saveCheckout(deps, { draftId, choices, startsAt, renewsHold, now: clock.now })
		},
		renew() {
			return this.save({}, true)
		},
		/** Confirms what checkout shows, or `seen` when that is something else. */
		async book(
			seen: { startsAt?: Instant; totalKobo?: number } = {},
			changes: Changes = {},
			own?: BookAppointmentInput['own'],
		) {
			Object.assign(choices, changes)
			const shown = await visit()
			return bookAppointment(deps, {
				draftId,
				choices,
				contact,
				seen: { startsAt, totalKobo: shown?.quote.totalKobo ?? 0, ...seen },
				own,
				now: clock.now,
			})
		},
		offer: () => offerOtherTimes(deps, { draftId, wishedStartAt: wishedAt, now: clock.now }),
	}
}
