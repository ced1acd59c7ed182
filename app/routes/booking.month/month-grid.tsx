import { Link } from '@remix-run/react'
import type { MonthDay } from '#app/domain/availability/month-view.server.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import monthCss from './month.css?inline'

interface MonthGridProps {
	label: string
	/** Cells before the first day. */
	blanks: number
	days: readonly MonthDay[]
	/** The page of the times; a date is added to it. */
	times: string
}

const weekdays = ['M', 'T', 'W', 'T', 'F', 'S', 'S']

/** The words of a day without a free time, and the sign that stands for them in its cell. */
const closedWords = {
	full: ['Full', 'full'],
	closed: ['–', 'no times'],
	none: ['', 'cannot be booked'],
} as const

/** A month, weeks from Monday on. Days with a free time are links; the others say why they are none. */
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
