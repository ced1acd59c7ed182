import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { TimeLeft } from './time-left.tsx'
import { useCountdown } from './use-countdown.ts'

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
	/** Actions once the hold is over. */
	expired: ReactNode
}

/** 'We’re holding Mon 23 Nov, 2:30 PM for you until 10:42 AM.', with a countdown. */
export function HoldNotice({ whenLabel, hold, here, children, expired }: HoldNoticeProps) {
	const leftMs = useCountdown(hold?.leftMs ?? 0)
	if (!hold || leftMs === 0) return <Notice title={`Your hold on ${whenLabel} has ended.`}>{expired}</Notice>
	return (
		<Notice title={`We’re holding ${whenLabel} for you until ${hold.untilLabel}.`}>
			After that, others can book it.
			<div className="row mt-2">
				<TimeLeft leftMs={leftMs} here={here} />
				{children}
			</div>
		</Notice>
	)
}
