import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { haveLinksEnded } from '#app/domain/booking/appointment/booking-link.server.ts'
import { readPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { readUser } from '#app/http/signed-in-user.server.ts'
import { paymentLinkPath } from '#app/kernel/booking-paths.ts'
import { shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ActionBar, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Page, unlistedMeta } from '#app/ui/page.tsx'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	unlistedMeta(data?.startsOn ? 'Plan renewed' : 'Plan started')

/** A plan paid online, for the holder of the payment's link, in any browser (K27). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('payment')
	const { cookieKeys } = context.settings
	const paymentReference = token === null ? null : await readPaymentLink(cookieKeys, token)
	if (token === null || paymentReference === null) throw new Response(null, { status: 404 })
	const [payment, order, user] = await Promise.all([
		context.payments.attempts.payment(paymentReference),
		context.subscriptions.planOrders.orderOfPayment(paymentReference, context.now()),
		readUser(request, context),
	])
	if (!payment || !order || haveLinksEnded(payment.createdAt, context.now()))
		throw new Response(null, { status: 404 })
	if (payment.received?.outcome !== 'subscribed' || order.subscriptionId === null)
		throw redirect(paymentLinkPath(token))
	const { subscriptionStartsAt } = order
	return {
		title: order.plan.title,
		/** Of a renewal that starts later; null for a running plan. */
		startsOn:
			subscriptionStartsAt !== null && subscriptionStartsAt > context.now()
				? shortDateLabelAt(order.shop.timeZone, subscriptionStartsAt)
				: null,
		shop: order.shop.name,
		amount: formatNaira(payment.received.amountKobo),
		paymentReference,
		/** For the buying account; others see only the payment. */
		page: user?.id === order.userId ? `/subscriptions/${order.subscriptionId}` : null,
		isSignedIn: user !== null,
	}
}

export default function PlanStarted() {
	const { title, shop, amount, paymentReference, page, isSignedIn, startsOn } = useLoaderData<typeof loader>()
	return (
		<Page>
			<span className="medal leaf">
				<Icon name="check" size={28} />
			</span>
			<h1 className="mt-3">{startsOn ? `Your plan starts on ${startsOn}` : 'Your plan has started'}</h1>
			<p className="mt-1" role="status">
				We received {amount} for {title} at {shop}.
			</p>
			<p className="soft mt-3 text-sm">
				Payment reference
				<br />
				<b className="text-ink num">{paymentReference}</b>
			</p>
			<ActionBar>
				{page ? (
					<ButtonLink to={page}>See your subscription</ButtonLink>
				) : (
					<ButtonLink to={isSignedIn ? '/subscriptions' : '/login?redirectTo=%2Fsubscriptions'}>
						{isSignedIn ? 'See your subscriptions' : 'Sign in to see it'}
					</ButtonLink>
				)}
			</ActionBar>
		</Page>
	)
}
