import { checkoutPath } from '#app/kernel/booking-paths.ts'
import { TimeLeft } from '#app/ui/time-left.tsx'
import { useCountdown } from '#app/ui/use-elapsed.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import { IntentButton } from './intent-button.tsx'

interface HoldStatusProps {
	view: CheckoutView
	isSaved: boolean
}

/** The hold's countdown, and buttons to extend or renew it. */
export function HoldStatus({ view, isSaved }: HoldStatusProps) {
	const { hold, heldLabel } = view
	const leftMs = useCountdown(hold?.leftMs ?? 0)
	if (!hold || leftMs === 0)
		return (
			<div role={leftMs === 0 ? 'alert' : undefined}>
				<b className="text-ink">Your hold on {view.heldWords} has ended.</b> It may still be free.{' '}
				{isSaved && 'Your details are saved.'}
				<div className="row gap-2 mt-2">
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
	const isRenewable = renewableLeftMs !== null && (leftMs ?? hold.leftMs) <= renewableLeftMs
	return (
		<div className="row flex-wrap gap-y-0">
			{/* Beside a button the words would have a column as narrow as the button. */}
			<span className={isRenewable ? 'w-full' : 'flex-1'}>
				<b className="text-ink">{heldLabel}</b> is yours until {hold.untilLabel}
			</span>
			<TimeLeft leftMs={leftMs} here={checkoutPath} />
			{isRenewable && (
				<IntentButton intent="renew-hold" busyLabel="Extending…" className="ml-auto">
					10 more minutes
				</IntentButton>
			)}
		</div>
	)
}
