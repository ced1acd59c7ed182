import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { cleanCustomerSearch } from '#app/domain/booking/customer-search.ts'
import { bookFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { findCustomers } from '#app/flows/booking/find-customers.server.ts'
import { calendarWindow } from '#app/flows/booking/read-draft.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { bookByPhone } from './book-by-phone.server.ts'
import { bookingChoiceOf } from './booking-choice.server.ts'
import { BookingForm } from './booking-form.tsx'
import { bookingView, DAYS_READ } from './booking-view.server.ts'
import { FreeTimes } from './free-times.tsx'
import { searchView } from './search-view.server.ts'
import { ServicesForm } from './services-form.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this page',
}

export const meta: MetaFunction = () => unlistedMeta('New booking')

const fields = ['firstName', 'lastName', 'phone', 'email', 'note', 'price', 'priceReason'] as const
const constraints = fieldConstraints(bookFormSchema, fields)

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers } = kiosk
	const { searchParams } = new URL(request.url)
	const choice = bookingChoiceOf(searchParams)
	const { serviceIds, staffMemberId, date, clientId } = choice
	const { discovery, booking, availability } = context
	const typed = clientId === null ? cleanCustomerSearch(searchParams.get('q') ?? '') : ''
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
	const isAgain = searchParams.has('again')
	const { shop } = key
	const depositRule = context.paystack === null ? null : details
	const view = bookingView(
		choice,
		{ offers, addOns, day, calendar, shop, customer, depositRule, isAgain },
		now,
	)
	const search = searchView(choice, typed, found)
	return data({ view, search, act: newId(), constraints }, { status: search.refusal?.status ?? 200, headers })
}

export const action = ({ request, context }: ActionFunctionArgs) => bookByPhone(request, context)

/** Of a search: the caller is among those who came last, or says more of their name. */
const MOST_FOUND = 6

/** A booking on the telephone: services, a free time, the customer. */
export default function NewBooking() {
	const { view, search, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	// Without script an answer is drawn with what is loaded anew, where the time is known to be taken.
	const isForm = view.step === 'customer' && (view.taken === null || answer !== undefined)
	return (
		<KioskPage
			title="New booking"
			subtitle={view.step === 'services' ? view.shopName : view.what}
			section="Today"
			back={
				view.step === 'services'
					? { to: '/kiosk', label: 'Today' }
					: isForm && view.step === 'customer'
						? { to: view.otherTime, label: 'Another time' }
						: { to: view.again, label: 'Services' }
			}
		>
			{view.step === 'services' ? (
				<ServicesForm view={view} refusal={answer?.refusal} />
			) : isForm && view.step === 'customer' ? (
				<BookingForm
					search={answer ? null : search}
					view={view}
					act={act}
					form={formState(answer?.result, { price: view.price }, constraints)}
					refusal={answer?.refusal}
					ways={answer?.offer?.ways ?? []}
					intent={answer?.offer?.intent ?? 'book'}
				/>
			) : (
				<FreeTimes times={view.times} more={view.more} problem={view.taken} />
			)}
		</KioskPage>
	)
}
