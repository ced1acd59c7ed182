import { Form, Link } from '@remix-run/react'
import { MAX_CUSTOMER_SEARCH_LETTERS } from '#app/domain/booking/customer/customer-search.ts'
import { Card } from '#app/ui/card.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import type { SearchView } from './search-view.server.ts'

/** Finds a past customer; the choices so far go with the search. */
export function CustomerSearchForm({ search, kept }: { search: SearchView; kept: Record<string, string> }) {
	const { typed, refusal, found } = search
	return (
		<section>
			<h2>Been here before?</h2>
			<RefusalNotice refusal={refusal} />
			<Form action="/kiosk/book" key={typed}>
				{Object.entries(kept).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<SearchField
					name="q"
					label="Name or phone"
					placeholder="Name or phone"
					defaultValue={typed}
					maxLength={MAX_CUSTOMER_SEARCH_LETTERS}
				/>
			</Form>
			{found?.length === 0 && <p className="soft mt-3">No one found. Type their details below.</p>}
			{found && found.length > 0 && (
				<Card kind="rows" as="ul" className="mt-3">
					{found.map(({ id, name, text, to }) => (
						<li key={id}>
							<Link to={to} className="line">
								<b>{name}</b>
								<small className="num">{text}</small>
							</Link>
						</li>
					))}
				</Card>
			)}
		</section>
	)
}
