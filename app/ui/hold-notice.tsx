import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { countdownLabel, useCountdown } from './use-countdown.ts'

export interface HoldClock {
	/** The end of the hold, on the shop's clock: '10:42 AM'. */
	untilLabel: string
	/** Milliseconds until the end. The countdown starts from this length, because a phone's clock may be wrong. */
	leftMs: number
}

interface HoldNoticeProps {
	/** The chosen time with its day: 'Mon 23 Nov, 2:30 PM'. */
	whenLabel: string
	/** Null without a live hold. */
	hold: HoldClock | null
	/** The path of this page, for the link that refreshes it without script. */
	here: string
	/** Actions while the time is held. */
	children?: ReactNode
	/** They show once no more than this is left, in milliseconds. Default: always. */
	childrenFromMs?: number
	/** Actions once the hold is over. */
	expired: ReactNode
}

/**
 * 'We’re holding Mon 23 Nov, 2:30 PM for you until 10:42 AM.', with a countdown. Without script a link refreshes the
 * page instead.
 */
export function HoldNotice({
	whenLabel,
	hold,
	here,
	children,
	childrenFromMs = Number.POSITIVE_INFINITY,
	expired,
}: HoldNoticeProps) {
	const leftMs = useCountdown(hold?.leftMs ?? 0)
	if (!hold || leftMs === 0) return <Notice title={`Your hold on ${whenLabel} has ended.`}>{expired}</Notice>
	const actions = (leftMs ?? hold.leftMs) <= childrenFromMs && children
	return (
		<Notice title={`We’re holding ${whenLabel} for you until ${hold.untilLabel}.`}>
			After that, others can book it.
			{/* The countdown takes the link's place: script moves nothing. */}
			<div className="row mt-2">
				<span className="hold-clock num">
					{leftMs === null ? (
						<Link to={here} reloadDocument className="tap">
							Refresh
						</Link>
					) : (
						`${countdownLabel(leftMs)} left`
					)}
				</span>
				{actions}
			</div>
		</Notice>
	)
}
