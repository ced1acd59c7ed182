import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** For somebody who has the reference of a payment and nothing that proves it theirs: no state, no amount, no name. */
export function NeutralPage({ loginPage }: { loginPage: string | null }) {
	return (
		<EmptyState
			icon="card"
			title="Open it from your mail"
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
			This address alone shows nothing of a payment. The link in our mail opens it, and so does the browser in
			which you booked, or your account.
		</EmptyState>
	)
}
