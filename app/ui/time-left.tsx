import { Link } from '@remix-run/react'
import { countdownLabel } from './use-elapsed.ts'

interface TimeLeftProps {
	/** Null without script. */
	leftMs: number | null
	/** The page's path, for the refresh link without script. */
	here: string
}

/** '9:58 left'. Without script a refresh link stands in the same place. */
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
