import { Form, Link } from '@remix-run/react'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { PaymentView } from './payment-view.server.ts'

/** No money has arrived: 'Complete Booking' asks the provider again, on a whole page that then polls. */
export function UnfinishedPage({ view, isSignedIn }: { view: PaymentView; isSignedIn: boolean }) {
	return (
		<>
			<span className="medal">
				<Icon name="clock" size={28} />
			</span>
			<h1 className="mt-3">Your booking is not complete yet</h1>
			<p className="soft mt-1">
				{view.summary}, {view.lostLabel}. We haven’t received your {view.amount} yet. If you’ve paid, tap
				Complete Booking and we’ll check again.
			</p>
			<Form method="post" action={view.here} reloadDocument className="fill">
				<p className="mt-4">
					{view.checkoutPage && (
						<Link to={view.checkoutPage} className="tap">
							Back to Checkout
						</Link>
					)}{' '}
					{isSignedIn && (
						<Link to="/appointments" className="tap">
							Check My Appointments
						</Link>
					)}
				</p>
				<ActionBar
					note={
						<Link to={view.servicesPage} className="tap">
							Start New Booking
						</Link>
					}
				>
					<Button type="submit" name="intent" value="retry">
						Complete Booking
					</Button>
				</ActionBar>
			</Form>
		</>
	)
}
