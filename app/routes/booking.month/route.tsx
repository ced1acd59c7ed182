import { type LoaderFunctionArgs, type MetaFunction, replace } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { monthView } from '#app/domain/availability/month-view.server.ts'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { readWantedStaff } from '#app/domain/booking/draft/step-forms.server.ts'
import { readMonth, readMoveMonth } from '#app/flows/booking/read-times.server.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'
import {
	monthPath,
	moveMonthPath,
	notReadyPath,
	reschedulePath,
	restartPath,
	timePath,
} from '#app/kernel/booking-paths.ts'
import { isCivilDate } from '#app/kernel/civil.ts'
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

/** A month of the days of a draft, or of a visit that is moved: each that has a free time leads to its times. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const requestedMonth = searchParams.get('month')
	const token = searchParams.get('visit')
	const day = dayOf(searchParams)
	if (token !== null) {
		const appointmentId = await readBookingLink(context.settings.cookieKeys, token)
		const staff = readWantedStaff(searchParams)
		const input = { requestedMonth, staff, now: context.now() }
		const month = appointmentId === null ? null : await readMoveMonth(context, { appointmentId, ...input })
		if (!month) throw new Response(null, { status: 404 })
		const query = staff === null ? '' : `with=${staff}`
		const wanted = [query, day].filter(Boolean).join('&')
		return {
			shopName: month.appointment.shop.name,
			back: reschedulePath(token, wanted),
			times: `${reschedulePath(token, query)}&`,
			months: `${moveMonthPath(token, wanted)}&`,
			step: null,
			...monthView(month),
		}
	}
	const draftId = readDraftId(request, context.settings.cookieKeys)
	if (draftId === null) throw replace(restartPath)
	const month = await readMonth(context, { draftId, requestedMonth, now: context.now() })
	if (!month.ok) throw replace(notReadyPath[month.refusal])
	return {
		shopName: month.value.found.shop.name,
		back: timePath(day),
		times: `${timePath()}?`,
		months: monthPath(day && `${day}&`),
		step: 3 as const,
		...monthView(month.value),
	}
}

/** The day that the customer comes from: '' where the address names none. */
function dayOf(params: URLSearchParams): string {
	const named = ['from', 'date'].flatMap((name) => {
		const date = params.get(name) ?? ''
		return isCivilDate(date) ? [`${name}=${date}`] : []
	})
	return named.join('&')
}

export default function Month() {
	const { shopName, back, times, months, step, title, blanks, days, previous, next } =
		useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader
				title="Choose a date"
				back={{ to: back, label: 'Time' }}
				step={step ?? undefined}
				subtitle={shopName}
			/>
			<h2>{title}</h2>
			<MonthGrid label={title} blanks={blanks} days={days} times={times} />
			<div className="row justify-between text-sm mt-3">
				{previous ? (
					<Link to={`${months}month=${previous}`} className="tap" preventScrollReset replace>
						Previous month
					</Link>
				) : (
					<span />
				)}
				{next && (
					<Link to={`${months}month=${next}`} className="tap" preventScrollReset replace>
						Next month
					</Link>
				)}
			</div>
		</Page>
	)
}
