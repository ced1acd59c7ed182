import { Link } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from './notice.tsx'

export interface HoldClock {
	/** When it ends, on the shop's clock: '10:42 AM'. */
	untilLabel: string
	/** The page counts down from here by its own clock: a phone's clock may be wrong. */
	leftMs: number
}

interface HoldNoticeProps {
	/** The time that was chosen: '2:30 PM'. */
	timeLabel: string
	/** Null when there is no hold, or it has run out. */
	hold: HoldClock | null
	/** This page: without script a link there looks again. */
	here: string
	/** What can be done while it is kept. */
	children?: ReactNode
	/** What can be done once it is not kept any more. */
	expired: ReactNode
}

/** '2:30 PM is yours until 10:42 AM', with a countdown where there is script; without, a link that looks again. */
export function HoldNotice({ timeLabel, hold, here, children, expired }: HoldNoticeProps) {
	const leftMs = useCountdown(hold?.leftMs ?? 0)
	if (!hold || leftMs === 0)
		return <Notice title={`${timeLabel} is not kept for you any more.`}>{expired}</Notice>
	return (
		<Notice title={`${timeLabel} is yours until ${hold.untilLabel}.`}>
			Then others can take it.{' '}
			{leftMs !== null && <span className="num">{countdownLabel(leftMs)} left.</span>}
			{(leftMs === null || children) && (
				<div className="row mt-2">
					{leftMs === null && (
						<Link to={here} reloadDocument className="tap">
							Refresh
						</Link>
					)}
					{children}
				</div>
			)}
		</Notice>
	)
}

/** Milliseconds left, each second; null until script runs. It starts from what the server said was left. */
function useCountdown(leftMs: number): number | null {
	const [left, setLeft] = useState<number | null>(null)
	useEffect(() => {
		const endsAt = performance.now() + leftMs
		const tick = () => setLeft(Math.max(0, endsAt - performance.now()))
		tick()
		const timer = setInterval(tick, 1_000)
		return () => clearInterval(timer)
	}, [leftMs])
	return left
}

function countdownLabel(leftMs: number): string {
	const seconds = Math.ceil(leftMs / 1_000)
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
