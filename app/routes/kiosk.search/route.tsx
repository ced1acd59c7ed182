import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import {
	cleanCustomerSearch,
	MAX_CUSTOMER_SEARCH_LETTERS,
} from '#app/domain/booking/customer/customer-search.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { findCustomers } from '#app/flows/booking/find-customers.server.ts'
import { type Kiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { type ListPlace, readPlace } from '#app/kernel/list-place.ts'
import { CustomersLines } from '#app/ui/kiosk/appointment-list.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { type CustomerView, customerView, searchAddress } from './search-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to search' }

export const meta = unlisted('Search')

/** As many as fit into 10 KB with five appointments each (P1). */
const CUSTOMERS_OF_PAGE = 8

type SearchPage = {
	shopName: string
	typed: string
	/** Null before the first search. */
	found: CustomerView[] | null
	next: string | null
	refusal: Wording | null
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { searchParams } = new URL(request.url)
	const before = readPlace(searchParams.get('before') ?? '')
	const typed = cleanCustomerSearch(searchParams.get('q') ?? '')
	const page = await searched(context, kiosk, { typed, before })
	return data(page, { status: page.refusal?.status ?? 200, headers: kiosk.headers })
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
		return { shopName: shop.name, typed, found: null, next: null, refusal }
	}
	const { key, customers, next } = found.value
	const { shop } = await kiosk.admit(key)
	return {
		shopName: shop.name,
		typed,
		refusal: null,
		found: customers.map((customer) => customerView(customer, shop.timeZone, now)),
		next: next && searchAddress(typed, next),
	}
}

export default function KioskSearch() {
	const { shopName, typed, found, next, refusal } = useLoaderData<typeof loader>()
	return (
		<KioskPage title="Search" subtitle={shopName} section="Today" back={{ to: '/kiosk', label: 'Today' }}>
			<Form action="/kiosk/search" key={typed}>
				<SearchField
					name="q"
					label="Name, phone or reference"
					placeholder="Name, phone or reference"
					defaultValue={typed}
					maxLength={MAX_CUSTOMER_SEARCH_LETTERS}
				/>
			</Form>
			<RefusalNotice refusal={refusal} />
			{!found && !refusal && (
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
			<ListPages next={next} label="More customers" place="before" className="mt-4" />
		</KioskPage>
	)
}

function FoundCustomerCard({ customer }: { customer: CustomerView }) {
	const { name, phone, email, count, card, appointments } = customer
	return (
		<section>
			<h2>
				<Link to={card} className="tap">
					{name}
				</Link>
			</h2>
			<p className="soft num mb-4">
				{phone && (
					<>
						<a href={`tel:${phone}`} className="tap">
							{phone}
						</a>{' '}
					</>
				)}
				{email && `${email} · `}
				{count}
			</p>
			<CustomersLines appointments={appointments} />
		</section>
	)
}
