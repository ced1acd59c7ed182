import { PageStyle } from '#app/ui/inline.tsx'
import subscriptionsCss from '#app/ui/styles/subscriptions.css?inline'
import valueCardCss from '#app/ui/styles/value-card.css?inline'

/** The styles of the pages of plans and sessions. */
export function SubscriptionsStyle() {
	return <PageStyle css={subscriptionsCss} />
}

/** The styles of cards that hold value: stamps and cashback. */
export function ValueCardStyle() {
	return <PageStyle css={valueCardCss} />
}
