import type { SubmissionResult } from '@conform-to/react'
import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { filterInstants, filterQuery } from '#app/domain/payments/movement-filter.server.ts'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { TransactionRow, type TransactionRowView } from '#app/ui/account/rows.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { filterView, listView, MOVEMENTS_PER_PAGE, readMovementsQuery } from './transactions-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'wallet' }

export const meta = titled('All Transactions')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const url = new URL(request.url)
	const { filter, result, after, isCursorForged } = readMovementsQuery(url.searchParams)
	const page = {
		filter: filterView(filter, civilAt(DEFAULT_ZONE, actor.at).date),
		result,
		path: url.pathname + url.search,
	}
	try {
		if (filter === null || isCursorForged) {
			await requireUser(request, context)
			const firstPage = filter && `/transactions${filterQuery(filter)}`
			return data({ ...page, list: null, firstPage, isFailed: false }, { status: 400 })
		}
		const input = { ...filterInstants(filter, DEFAULT_ZONE), after, limit: MOVEMENTS_PER_PAGE + 1 }
		const [, movements] = await Promise.all([
			requireUser(request, context),
			context.payments.movements.listMovements(actor, input),
		])
		return data({ ...page, list: listView(movements, filter), firstPage: null, isFailed: false })
	} catch (error) {
		if (!isUnavailable(error)) throw error
		return data({ ...page, list: null, firstPage: null, isFailed: true }, { status: 503 })
	}
}

export default function Transactions() {
	const { filter, result, path, list, firstPage, isFailed } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="All Transactions" back={{ to: '/wallet', label: 'Wallet' }} />
			<DateFilter filter={filter} result={result} path={path} />
			{isFailed && (
				<EmptyState
					icon="alert"
					title="Unable to load transactions. Please try again."
					action={
						<ButtonLink to={path} reloadDocument>
							Try Again
						</ButtonLink>
					}
				/>
			)}
			{firstPage && (
				<EmptyState
					icon="alert"
					title="This link doesn’t lead to a page of your transactions"
					action={<ButtonLink to={firstPage}>Show the newest</ButtonLink>}
				>
					It may be cut off. Nothing is lost.
				</EmptyState>
			)}
			{list && <TransactionList list={list} isFiltered={filter.isFiltered} />}
		</Page>
	)
}

function TransactionList({ list, isFiltered }: { list: ReturnType<typeof listView>; isFiltered: boolean }) {
	const rows: TransactionRowView[] = JSON.parse(list.rows)
	if (rows.length === 0) return <NoTransactions isFiltered={isFiltered} />
	return (
		<>
			<h2 className="mb-3">{isFiltered ? 'Filtered Results' : 'Recent Transactions'}</h2>
			<Card as="ul" kind="rows">
				{rows.map((row) => (
					<TransactionRow key={row.name} row={row} />
				))}
			</Card>
			<ListPages next={list.next} className="mt-4" />
			<ButtonLink to={list.file} variant="quiet" className="mt-4" reloadDocument>
				<Icon name="download" size={18} />
				Download as CSV
			</ButtonLink>
			<p className="soft mt-2 text-sm">
				The file has all transactions from {isFiltered ? 'these dates' : 'all time'}, up to the newest 5,000.
			</p>
		</>
	)
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
	return isFiltered ? (
		<EmptyState
			icon="calendar"
			title="No transactions found for the selected date range"
			action={<ButtonLink to="/transactions">Show all time</ButtonLink>}
		/>
	) : (
		<EmptyState
			icon="wallet"
			title="No transactions found"
			action={<ButtonLink to="/discover">Browse Businesses</ButtonLink>}
		>
			What you pay and earn will be listed here.
		</EmptyState>
	)
}

interface DateFilterProps {
	filter: ReturnType<typeof filterView>
	/** Unusable dates, with the typed values. */
	result: SubmissionResult | null
	/** The fields restart when the address changes. */
	path: string
}

/** Quick ranges are links; From and To are a form. */
function DateFilter({ filter, result, path }: DateFilterProps) {
	const form = formState(result, { from: filter.from, to: filter.to })
	return (
		<Card as="section" className="mb-4">
			<ErrorSummary form={form} order={['from', 'to']} />
			<nav className="row flex-wrap gap-2" aria-label="Dates">
				{filter.ranges.map(({ label, path, isCurrent }) => (
					<ChipLink key={label} to={path} current={isCurrent}>
						{label}
					</ChipLink>
				))}
			</nav>
			<Form method="get" action="/transactions" noValidate className="mt-3">
				<DateFields key={path} form={form} />
				<div className="row mt-3">
					<SubmitButton size="small" variant="quiet">
						Show these dates
					</SubmitButton>
					{filter.isFiltered && (
						<Link to="/transactions" className="tap" preventScrollReset>
							Clear filters
						</Link>
					)}
				</div>
			</Form>
		</Card>
	)
}

function DateFields({ form }: { form: FormState }) {
	const [from, setFrom] = useState(form.field('from').defaultValue)
	// Without script the limit could not follow From, and would block days.
	const earliestTo = useHydrated() ? from : undefined
	return (
		<div className="date-range">
			<TextField
				field={form.field('from')}
				kind="date"
				label="From"
				onChange={(event) => setFrom(event.currentTarget.value)}
			/>
			<TextField field={form.field('to')} kind="date" label="To" min={earliestTo} enterKeyHint="go" />
		</div>
	)
}
