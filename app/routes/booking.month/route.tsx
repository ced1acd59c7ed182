import { type LoaderFunctionArgs, type MetaFunction, replace } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { monthView } from '#app/domain/availability/month-view.server.ts'
import { readMonth } from '#app/flows/booking/read-times.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import { monthPath, notReadyPath, restartPath, timePath } from '#app/kernel/booking-paths.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { MonthGrid } from './month-grid.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Failed to load available dates',
}

export const meta: MetaFunction = () => [{ title: pageTitle('Choose a date') }]

/** A month of the draft's days: each that has a free time leads to its times. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) throw replace(restartPath)
	const requestedMonth = new URL(request.url).searchParams.get('month')
	const month = await readMonth(context, { draftId, requestedMonth, now: context.now() })
	if (!month.ok) throw replace(notReadyPath[month.refusal])
	return { shopName: month.value.priced.shop.name, ...monthView(month.value) }
}

export default function Month() {
	const { shopName, title, blanks, days, previous, next } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader
				title="Choose a date"
				back={{ to: timePath(), label: 'Time' }}
				step={3}
				subtitle={shopName}
			/>
			<h2>{title}</h2>
			<MonthGrid label={title} blanks={blanks} days={days} />
			<div className="row justify-between text-sm mt-3">
				{previous ? (
					<Link to={monthPath(previous)} className="tap" preventScrollReset>
						Previous month
					</Link>
				) : (
					<span />
				)}
				{next && (
					<Link to={monthPath(next)} className="tap" preventScrollReset>
						Next month
					</Link>
				)}
			</div>
		</Page>
	)
}
