import { type LoaderFunctionArgs, replace } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { type MonthDay, monthView } from '#app/domain/availability/month-view.server.ts'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { readWantedStaff } from '#app/domain/booking/draft/step-forms.server.ts'
import { readMonth, readMoveMonth } from '#app/flows/booking/read-times.server.ts'
import { readDraftId } from '#app/http/booking-cookies.server.ts'
import {
	monthPath,
	moveMonthPath,
	notReadyPath,
	reschedulePath,
	restartPath,
	timePath,
} from '#app/kernel/booking-paths.ts'
import { isCivilDate } from '#app/kernel/civil.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import monthCss from './month.css?inline'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: 'Failed to load available dates',
}

export const meta = titled('Choose a date')

/** The month of a draft or of an appointment that is moved. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const requestedMonth = searchParams.get('month')
	const token = searchParams.get('visit')
	const day = readDay(searchParams)
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

/** The day that the customer last saw; '' for none. */
function readDay(params: URLSearchParams): string {
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

interface MonthGridProps {
	label: string
	/** Empty cells before the first day. */
	blanks: number
	days: readonly MonthDay[]
	/** The address of the times; a date is appended. */
	times: string
}

const weekdays = ['M', 'T', 'W', 'T', 'F', 'S', 'S']

/** Why a day has no free time: the words, and their sign in the cell. */
const closedWords = {
	full: ['Full', 'full'],
	closed: ['–', 'no times'],
	none: ['', 'cannot be booked'],
} as const

/** Weeks begin on Monday. Days with a free time are links; the others say why not. */
function MonthGrid({ label, blanks, days, times }: MonthGridProps) {
	return (
		<>
			<PageStyle css={monthCss} />
			<nav aria-label={label}>
				<ol className="month">
					{weekdays.map((letter, place) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: Tuesday and Thursday share a letter
						<li key={place} aria-hidden="true" className="soft text-sm">
							{letter}
						</li>
					))}
					{Array.from({ length: blanks }, (_, place) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: empty cells
						<li key={place} aria-hidden="true" />
					))}
					{days.map(({ date, dayOfMonth, state, label: words }) => (
						<li key={date}>
							{state === 'free' ? (
								<Link to={`${times}from=${date}&date=${date}`} aria-label={words} discover="none" replace>
									<b>{dayOfMonth}</b>
								</Link>
							) : (
								<span className="soft">
									{dayOfMonth} <small aria-hidden="true">{closedWords[state][0]}</small>
									<span className="sr">{closedWords[state][1]}</span>
								</span>
							)}
						</li>
					))}
				</ol>
			</nav>
			<p className="soft text-sm">Full = no times left · – = no times</p>
		</>
	)
}
