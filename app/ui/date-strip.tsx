import { Link } from '@remix-run/react'
import { classNames } from './class-names.ts'

export interface StripDay {
	/** The civil date, as key. */
	date: string
	/** 'Today', 'Tomorrow', 'Tue'. */
	label: string
	/** 24. */
	dayOfMonth: number
	/** 'Nov'. */
	month: string
	state: 'free' | 'full' | 'closed'
	/** The page of that day. */
	to: string
}

/** Seven days as links. A day that is full or closed says so and cannot be chosen (spec 1 §4). */
export function DateStrip({ days, chosenDate }: { days: StripDay[]; chosenDate: string | null }) {
	return (
		<nav className="days" aria-label="Day">
			{days.map(({ date, label, dayOfMonth, month, state, to }) => {
				const chosen = date === chosenDate
				const inner = (
					<>
						{label} <b>{dayOfMonth}</b> {state === 'free' ? month : state === 'full' ? 'Full' : 'Off'}
					</>
				)
				if (state === 'free') {
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
	)
}
