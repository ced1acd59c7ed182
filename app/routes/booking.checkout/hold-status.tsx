import { checkoutPath } from '#app/kernel/booking-paths.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { HoldNotice } from '#app/ui/hold-notice.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

interface HoldStatusProps {
	view: CheckoutView
	/** What was typed is saved, all of it. */
	isSaved: boolean
}

/** How long the time is kept, and the buttons to keep it longer or once more. */
export function HoldStatus({ view, isSaved }: HoldStatusProps) {
	return (
		<HoldNotice
			whenLabel={`${view.dayLabel}, ${view.timeLabel}`}
			hold={view.hold}
			here={checkoutPath}
			childrenFromMs={view.hold?.renewableLeftMs ?? 0}
			expired={
				<>
					It may still be free. {isSaved && 'Your details are saved.'}
					<div className="row mt-2">
						{view.mayHoldAgain && (
							<SubmitButton
								variant="quiet"
								size="small"
								name="intent"
								value="hold-again"
								busyLabel="Holding…"
							>
								Hold it again
							</SubmitButton>
						)}
						<SubmitButton variant="quiet" size="small" name="intent" value="times">
							Choose another
						</SubmitButton>
					</div>
				</>
			}
		>
			{view.hold?.renewableLeftMs && (
				<SubmitButton variant="quiet" size="small" name="intent" value="renew-hold" busyLabel="Extending…">
					10 more minutes
				</SubmitButton>
			)}
		</HoldNotice>
	)
}
