import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** Why this browser has no payment to complete. */
export type NothingPaid = 'expired' | 'incomplete' | 'unpaid'

/** Words of spec 1 §8, Payment return. */
const words: Record<NothingPaid, { title: string; text: string; way: { to: string; label: string } | null }> =
	{
		expired: {
			title: 'Booking session expired. Please start a new booking.',
			text: 'Nothing was charged in this browser. If you have paid, the link in our mail shows your payment.',
			way: null,
		},
		incomplete: {
			title: 'Booking information is incomplete.',
			text: 'Nothing has been charged. What you chose so far is kept.',
			way: { to: '/booking', label: 'Go on with your booking' },
		},
		unpaid: {
			title: 'Nothing is paid yet',
			text: 'Nothing has been charged. What you chose is kept at checkout.',
			way: { to: '/booking/checkout', label: 'Back to Checkout' },
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
