import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** For a visitor without proof that the payment is theirs: no state, no amount, no name. */
export function NeutralPage({ loginPage }: { loginPage: string | null }) {
	return (
		<EmptyState
			icon="card"
			title="Open the link in your email"
			isPage
			action={
				<>
					<ButtonLink to="/discover">Start New Booking</ButtonLink>
					{loginPage && (
						<ButtonLink to={loginPage} variant="quiet">
							Sign In
						</ButtonLink>
					)}
				</>
			}
		>
			For your privacy, this address alone doesn’t show the payment. Use the link in our email, the browser
			you booked in, or your account.
		</EmptyState>
	)
}
