import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { TimeLeft } from './time-left.tsx'
import { useCountdown } from './use-elapsed.ts'

export interface HoldClock {
	/** On the shop's clock: '10:42 AM'. */
	untilLabel: string
	/** Milliseconds to the end. A duration, because a phone's clock may be wrong. */
	leftMs: number
}

interface HoldNoticeProps {
	whenLabel: string
	hold: HoldClock | null
	/** The page's path, for the refresh link without script. */
	here: string
	children?: ReactNode
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
