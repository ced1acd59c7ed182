import type { AppLoadContext } from '@remix-run/cloudflare'
import { cleanCustomerSearch } from '#app/domain/booking/customer/customer-search.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import {
	type FindCustomersRefusal,
	type FoundCustomers,
	findCustomers,
} from '#app/flows/booking/find-customers.server.ts'
import { calendarWindow } from '#app/flows/booking/read-draft.server.ts'
import type { Kiosk } from '#app/http/kiosk-guard.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { type BookingChoice, bookingAddress, readBookingChoice } from './booking-choice.server.ts'
import { bookingView, DAYS_READ } from './booking-view.server.ts'

/** The latest visitors come first; for others the desk types more of the name. */
const MOST_FOUND = 6

/** The page for an address's choices, or for a form with the same fields, in one round trip. */
export async function readBookingPage(context: AppLoadContext, kiosk: Kiosk, search: URLSearchParams) {
	const { caller, now } = kiosk
	const choice = readBookingChoice(search)
	const { serviceIds, staffMemberId, date, clientId } = choice
	const { discovery, booking, availability } = context
	const typed = clientId === null ? cleanCustomerSearch(search.get('q') ?? '') : ''
	const [key, offers, addOns, day, calendar, customer, found, details] = await Promise.all([
		kiosk.opened(),
		discovery.shopOffers.servicesOf(caller),
		discovery.catalogue.ownAddOns.all(caller),
		booking.appointmentViews.dayOfShop(caller, { date, now, after: null, limit: 1 }),
		serviceIds.length === 0
			? null
			: availability.calendar.calendarOf(
					{ kind: 'own services', caller, serviceIds, staffMemberId },
					calendarWindow(date ?? dateOfInstant(now, -1), DAYS_READ),
					now,
				),
		clientId === null ? null : booking.appointments.knownCustomerOf(caller, clientId),
		typed === '' ? null : findCustomers(context, { caller, typed, before: null, limit: MOST_FOUND, now }),
		discovery.details.own(caller),
	])
	const isAgain = search.has('again')
	const { shop } = key
	const depositRule = context.onlinePayments &&
		details && { ...details, minimumKobo: context.onlinePayments.minimumKobo }
	const view = bookingView(
		choice,
		{ offers, addOns, day, calendar, shop, customer, depositRule, isAgain },
		now,
	)
	return { view, search: searchView(choice, typed, found) }
}

/** Each found customer with a link to book for them; `found` is null before a search. */
function searchView(
	choice: BookingChoice,
	typed: string,
	answer: Outcome<FoundCustomers, FindCustomersRefusal> | null,
) {
	const refusal: Wording | null =
		answer && !answer.ok && answer.refusal !== 'search_empty' ? kioskWords[answer.refusal] : null
	return {
		typed,
		refusal,
		found: answer?.ok
			? answer.value.customers.map(({ clientId, appointmentCount, phone, email, ...person }) => ({
					id: clientId,
					name: customerName(person),
					text: [phone ?? email, appointmentCount === 1 ? '1 visit' : `${appointmentCount} visits`]
						.filter(Boolean)
						.join(' · '),
					to: bookingAddress({ ...choice, clientId }),
				}))
			: null,
	}
}

export type SearchView = ReturnType<typeof searchView>
