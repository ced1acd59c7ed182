import { Link } from '@remix-run/react'
import { countdownLabel } from './use-countdown.ts'

interface TimeLeftProps {
	/** Milliseconds left; null without script. */
	leftMs: number | null
	/** The path of this page, for the link that refreshes it without script. */
	here: string
}

/** '9:58 left'. Without script a link refreshes the page instead: the countdown takes its place and moves nothing. */
export function TimeLeft({ leftMs, here }: TimeLeftProps) {
	return (
		<span className="hold-clock num">
			{leftMs === null ? (
				<Link to={here} reloadDocument className="tap">
					Refresh
				</Link>
			) : (
				`${countdownLabel(leftMs)} left`
			)}
		</span>
	)
}
