import { Link } from '@remix-run/react'
import type { MonthDay } from '#app/domain/availability/month-view.server.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import monthCss from './month.css?inline'

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
export function MonthGrid({ label, blanks, days, times }: MonthGridProps) {
	return (
		<>
			<PageStyle css={monthCss} />
			<nav aria-label={label}>
				<ol className="month">
					{weekdays.map((letter, place) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: Tuesday and Thursday have one letter
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
