import { bookingPath, checkoutPath } from '#app/kernel/booking-paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

export type NothingPaid = 'expired' | 'incomplete' | 'unpaid'

/** Titles and texts are fixed (C60). */
const words: Record<NothingPaid, { title: string; text: string; way: { to: string; label: string } | null }> =
	{
		expired: {
			title: 'Booking session expired. Please start a new booking.',
			text: 'Nothing was charged in this browser. If you have paid, use the link in our email.',
			way: null,
		},
		incomplete: {
			title: 'Booking information is incomplete.',
			text: 'Nothing has been charged. Your choices are saved.',
			way: { to: bookingPath, label: 'Continue your booking' },
		},
		unpaid: {
			title: 'No payment yet',
			text: 'Nothing has been charged. Your choices are saved at checkout.',
			way: { to: checkoutPath, label: 'Back to Checkout' },
		},
	}

export function NothingPaidPage({ problem, isSignedIn }: { problem: NothingPaid; isSignedIn: boolean }) {
	const { title, text, way } = words[problem]
	return (
		<EmptyState
			icon="bag"
			title={title}
			isPage
			action={
				<>
					{way && <ButtonLink to={way.to}>{way.label}</ButtonLink>}
					<ButtonLink to="/discover" variant={way ? 'quiet' : 'main'}>
						Start New Booking
					</ButtonLink>
					{isSignedIn && (
						<ButtonLink to="/appointments" variant="quiet">
							Check My Appointments
						</ButtonLink>
					)}
				</>
			}
		>
			{text}
		</EmptyState>
	)
}
