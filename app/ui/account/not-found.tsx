import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'

export function PlanNotFound() {
	return (
		<Page>
			<EmptyState
				icon="card"
				title="Plan Not Found"
				isPage
				action={<ButtonLink to="/discover">Browse Shops</ButtonLink>}
			>
				The link may be old, or the shop no longer has this plan.
			</EmptyState>
		</Page>
	)
}

/** For an unknown subscription, or another customer's. */
export function SubscriptionNotFound() {
	return (
		<Page>
			<EmptyState
				icon="card"
				title="Subscription not found"
				isPage
				action={<ButtonLink to="/subscriptions">See your subscriptions</ButtonLink>}
			>
				The link may be cut off, or it belongs to another account.
			</EmptyState>
		</Page>
	)
}
