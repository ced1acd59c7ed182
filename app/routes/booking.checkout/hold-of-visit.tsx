import { Link } from '@remix-run/react'
import { SubmitButton } from '#app/ui/button.tsx'
import { HoldNotice } from '#app/ui/hold-notice.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

/** How long the time is kept, and the buttons to keep it longer or once more. */
export function HoldOfVisit({ view }: { view: CheckoutView }) {
	return (
		<HoldNotice
			timeLabel={view.timeLabel}
			hold={view.hold}
			here="/booking/checkout"
			expired={
				<>
					It may still be free. What you typed is kept.{' '}
					<div className="row mt-2">
						<SubmitButton variant="quiet" size="small" name="intent" value="hold-again" busyLabel="Asking…">
							Keep it again
						</SubmitButton>
						<Link to={view.timePage} className="tap">
							Choose another
						</Link>
					</div>
				</>
			}
		>
			{view.hold?.mayRenew && (
				<SubmitButton variant="quiet" size="small" name="intent" value="renew-hold" busyLabel="Extending…">
					10 more minutes
				</SubmitButton>
			)}
		</HoldNotice>
	)
}
