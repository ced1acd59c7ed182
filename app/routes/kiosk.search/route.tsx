import { type AppLoadContext, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { cleanCustomerSearch, MAX_CUSTOMER_SEARCH_LETTERS } from '#app/domain/booking/customer-search.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { findCustomers } from '#app/flows/booking/find-customers.server.ts'
import { closedKiosk, type Kiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { type ListPlace, readPlace } from '#app/kernel/list-place.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { FoundCustomerCard } from './found-customer-card.tsx'
import { type CustomerView, customerAddress, customerView, searchAddress } from './search-view.server.ts'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to search',
}

export const meta: MetaFunction = () => unlistedMeta('Search')

/** As many as fit into 10 KB with five visits each (P1), and as many visits of one customer. */
const CUSTOMERS_OF_PAGE = 8
const APPOINTMENTS_OF_PAGE = 30

type SearchPage = {
	shopName: string
	typed: string
	/** Null before the first search. */
	found: CustomerView[] | null
	/** All visits of this customer. */
	customer: CustomerView | null
	next: string | null
	refusal: Wording | null
}

const nothing: Omit<SearchPage, 'shopName'> = {
	typed: '',
	found: null,
	customer: null,
	next: null,
	refusal: null,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { searchParams } = new URL(request.url)
	const before = readPlace(searchParams.get('before') ?? '')
	const customerId = readId(searchParams.get('customer') ?? undefined)
	const typed = cleanCustomerSearch(searchParams.get('q') ?? '')
	const page =
		customerId === null
			? await searched(context, kiosk, { typed, before })
			: await ofCustomer(context, kiosk, { customerId, before })
	const status = page.refusal?.status ?? (customerId !== null && page.customer === null ? 404 : 200)
	return data(page, { status, headers: kiosk.headers })
}

async function searched(
	context: AppLoadContext,
	kiosk: Kiosk,
	{ typed, before }: { typed: string; before: ListPlace | null },
): Promise<SearchPage> {
	const { caller, now } = kiosk
	const found = await findCustomers(context, { caller, typed, before, limit: CUSTOMERS_OF_PAGE, now })
	if (!found.ok) {
		const { shop } = await kiosk.opened()
		const refusal = found.refusal === 'search_empty' ? null : kioskWords[found.refusal]
		return { ...nothing, shopName: shop.name, typed, refusal }
	}
	const { shop, customers, next } = found.value
	if (!shop) throw closedKiosk()
	return {
		...nothing,
		shopName: shop.name,
		typed,
		found: customers.map((customer) => customerView(customer, shop.timeZone, now)),
		next: next && searchAddress(typed, next),
	}
}

/** Costs no search: an id of a customer is no secret that could be guessed. */
async function ofCustomer(
	context: AppLoadContext,
	kiosk: Kiosk,
	{ customerId, before }: { customerId: string; before: ListPlace | null },
): Promise<SearchPage> {
	const { caller, now } = kiosk
	const limit = APPOINTMENTS_OF_PAGE + 1
	const [{ shop }, customer] = await Promise.all([
		kiosk.opened(),
		context.booking.people.customerOfShop(caller, customerId, { before, limit }),
	])
	if (!customer) return { ...nothing, shopName: shop.name }
	const appointments = customer.appointments.slice(0, APPOINTMENTS_OF_PAGE)
	const last = customer.appointments.length > APPOINTMENTS_OF_PAGE ? appointments.at(-1) : undefined
	return {
		...nothing,
		shopName: shop.name,
		customer: customerView({ ...customer, appointments }, shop.timeZone, now),
		next: last ? customerAddress(customerId, { at: last.startsAt, id: last.appointmentId }) : null,
	}
}

/** A customer of the shop by name, phone or reference, with all their visits, past and ahead. */
export default function KioskSearch() {
	const { shopName, typed, found, customer, next, refusal } = useLoaderData<typeof loader>()
	const back = customer ? { to: '/kiosk/search', label: 'Search' } : { to: '/kiosk', label: 'Today' }
	return (
		<KioskPage title={customer?.name ?? 'Search'} subtitle={shopName} section="Today" back={back}>
			{!customer && (
				<Form action="/kiosk/search" key={typed}>
					<SearchField
						name="q"
						label="Name, phone or reference"
						placeholder="Name, phone or reference"
						defaultValue={typed}
						maxLength={MAX_CUSTOMER_SEARCH_LETTERS}
					/>
				</Form>
			)}
			<RefusalNotice refusal={refusal} />
			{!found && !customer && !refusal && (
				<p className="soft">Two letters of a name or seven digits of a phone are enough.</p>
			)}
			{found?.length === 0 && (
				<EmptyState title="No one found">
					Only customers who have booked at your shop are found. Try their phone number.
				</EmptyState>
			)}
			{found && (
				<div className="two">
					{found.map((one) => (
						<FoundCustomerCard key={one.id} customer={one} />
					))}
				</div>
			)}
			{customer && <FoundCustomerCard customer={customer} isAlone />}
			<ListPages
				next={next}
				label={customer ? 'Earlier visits' : 'More customers'}
				place="before"
				className="mt-4"
			/>
		</KioskPage>
	)
}
