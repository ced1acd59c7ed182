import { ActionBar } from '#app/ui/action-bar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PaymentView } from './payment-view.server.ts'

/** Where to go from a payment with which nothing is booked. */
export function WaysOn({ view, isSignedIn }: { view: PaymentView; isSignedIn: boolean }) {
	return (
		<ActionBar>
			<ButtonLink to={view.servicesPage}>Start New Booking</ButtonLink>
			{isSignedIn && (
				<ButtonLink to="/appointments" variant="quiet">
					Check My Appointments
				</ButtonLink>
			)}
		</ActionBar>
	)
}
