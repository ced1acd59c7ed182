import { checkoutPath } from '#app/kernel/booking-paths.ts'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { useCountdown } from '#app/ui/use-countdown.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import { IntentButton } from './intent-button.tsx'

interface HoldStatusProps {
	view: CheckoutView
	/** Every typed value is saved. */
	isSaved: boolean
}

/** '2:30 PM is yours until 10:42 AM', with a countdown, and the buttons to keep the time longer or once more. */
export function HoldStatus({ view, isSaved }: HoldStatusProps) {
	const { hold, timeLabel } = view
	const leftMs = useCountdown(hold?.leftMs ?? 0)
	if (!hold || leftMs === 0)
		return (
			<div role={leftMs === 0 ? 'alert' : undefined}>
				<b className="text-ink">Your hold on {timeLabel} has ended.</b> It may still be free.{' '}
				{isSaved && 'Your details are saved.'}
				<div className="row mt-2">
					{view.mayHoldAgain && (
						<IntentButton intent="hold-again" busyLabel="Holding…">
							Hold it again
						</IntentButton>
					)}
					<IntentButton intent="times">Choose another</IntentButton>
				</div>
			</div>
		)
	const { renewableLeftMs } = hold
	return (
		<div className="row flex-wrap">
			<span className="flex-1">
				<b className="text-ink">{timeLabel}</b> is yours until {hold.untilLabel}
			</span>
			<TimeLeft leftMs={leftMs} here={checkoutPath} />
			{renewableLeftMs !== null && (leftMs ?? hold.leftMs) <= renewableLeftMs && (
				<IntentButton intent="renew-hold" busyLabel="Extending…">
					10 more minutes
				</IntentButton>
			)}
		</div>
	)
}
