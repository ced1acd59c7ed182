import { PageStyle } from '#app/ui/inline.tsx'
import subscriptionsCss from '#app/ui/styles/subscriptions.css?inline'
import valueCardCss from '#app/ui/styles/value-card.css?inline'

export function SubscriptionsStyle() {
	return <PageStyle css={subscriptionsCss} />
}

export function ValueCardStyle() {
	return <PageStyle css={valueCardCss} />
}
