import { ActionBar } from '#app/ui/action-bar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PaymentView } from './payment-view.server.ts'

/** Links from a payment without a booking. */
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
