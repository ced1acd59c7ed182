import { Link } from '@remix-run/react'
import { classNames } from './class-names.ts'
import { PageStyle } from './inline.tsx'
import daysCss from './styles/days.css?inline'

export interface StripDay {
	date: string
	/** 'Today', 'Tomorrow', 'Tue'. */
	label: string
	dayOfMonth: number
	/** 'Nov'. */
	month: string
	isFree: boolean
	/** All times are taken. A day that has none, or none left, is not full. */
	isFull: boolean
	/** Open, but for less time than the appointment needs. */
	isTooShort: boolean
	to: string
}

/**
 * Seven days as links. A day without a free time reads 'Full', 'Closed' or 'Too short' and is no link (C31, L1, R51).
 */
export function DateStrip({ days, chosenDate }: { days: StripDay[]; chosenDate: string | null }) {
	return (
		<>
			<PageStyle css={daysCss} />
			<nav className="days" aria-label="Day">
				{days.map(({ date, label, dayOfMonth, month, isFree, isFull, isTooShort, to }) => {
					const chosen = date === chosenDate
					const why = isFull ? 'Full' : isTooShort ? 'Too short' : 'Closed'
					const inner = (
						<>
							{label} <b>{dayOfMonth}</b> {isFree ? month : why}
						</>
					)
					if (isFree) {
						return (
							<Link
								key={date}
								to={to}
								className="day"
								aria-current={chosen ? 'date' : undefined}
								preventScrollReset
								replace
							>
								{inner}
							</Link>
						)
					}
					return (
						<span key={date} className={classNames('day', 'off')}>
							{inner}
						</span>
					)
				})}
			</nav>
		</>
	)
}
