import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { daysLabel, entriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { PlanNotFound } from '#app/ui/account/not-found.tsx'
import { useBack } from '#app/ui/account/origin.ts'
import { ActionBar, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { publicMeta } from '#app/ui/public-meta.ts'

export const handle: PageHandle = { bottomNavigation: 'discover', guestBanner: true }

export const meta: MetaFunction<typeof loader> = ({ data }) => {
	if (!data?.plan) return [{ title: pageTitle('Plan Not Found') }]
	const { id, title, description, shop, price, entries, days } = data.plan
	return publicMeta({
		title,
		description: description || `${entries}, ${days}, at ${shop.name} for ${price}.`,
		path: `/plans/${id}`,
		origin: data.origin,
		seed: shop.id,
	})
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const planId = readId(params.planId)
	const actor = readActor(request, context)
	const [plan, orders] = await Promise.all([
		planId === null ? null : context.subscriptions.plans.offeredPlan(planId, { actor, renews: null }),
		actor === null ? [] : context.subscriptions.planOrders.openOrders(actor),
	])
	return data(
		{
			origin: context.settings.appOrigin,
			plan: plan && {
				id: plan.id,
				title: plan.title,
				description: plan.description,
				shop: { id: plan.shop.id, name: plan.shop.name },
				price: formatNaira(plan.priceKobo),
				entries: entriesLabel(plan),
				days: daysLabel(plan.periodDays),
				pause:
					plan.maxPauses === 0
						? null
						: `${plan.maxPauses === 1 ? 'Once' : `${plan.maxPauses} times`}, for up to ${daysLabel(plan.maxPauseDays)}`,
				isPayableAtShop: plan.isPayableAtShop,
				isOnOffer: plan.isOnOffer,
				heldId: plan.heldId,
				orderNumber: orders.find((order) => order.planId === plan.id)?.referenceNumber ?? null,
			},
		},
		{ status: plan ? 200 : 404 },
	)
}

export default function PlanPage() {
	const { plan } = useLoaderData<typeof loader>()
	return plan ? <OfferedPlan plan={plan} /> : <PlanNotFound />
}

type PlanView = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['plan']>

function OfferedPlan({ plan }: { plan: PlanView }) {
	const { id, shop, heldId } = plan
	const back = useBack({ to: `/business/${shop.id}`, label: shop.name })
	const facts = [
		['Price', plan.price],
		['Entries', plan.entries],
		['Lasts', plan.days],
		...(plan.pause === null ? [] : [['Can be paused', plan.pause]]),
		['Payment', plan.isPayableAtShop ? 'Online, or at the shop' : 'Online'],
	]
	return (
		<Page>
			<PageHeader title={plan.title} back={back} />
			<p>
				<Link to={`/business/${shop.id}`} className="link tap">
					{shop.name}
				</Link>
			</p>
			{plan.description && <p className="mt-2">{plan.description}</p>}
			<Card className="mt-3">
				<dl className="price-lines">
					{facts.map(([label, value]) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd className="num">{value}</dd>
						</div>
					))}
				</dl>
			</Card>
			<p className="hint mt-3">
				Cancel within 7 days and, if you haven’t used it, you get all your money back.
			</p>
			{plan.orderNumber && (
				<Notice tone="hold" className="mt-3" title={`Your order number: ${plan.orderNumber}`}>
					Pay at {shop.name} to start it.{' '}
					<Link to="/subscriptions" className="link">
						See the order
					</Link>
				</Notice>
			)}
			{!plan.isOnOffer && (
				<Notice tone="info" className="mt-3" title="This plan is no longer on offer.">
					See what else {shop.name} offers.
				</Notice>
			)}
			<ActionBar>
				{heldId !== null ? (
					<ButtonLink to={`/subscriptions/${heldId}`}>See your subscription</ButtonLink>
				) : plan.isOnOffer ? (
					<ButtonLink to={`/plans/${id}/buy`}>Buy this plan</ButtonLink>
				) : (
					<ButtonLink to={`/business/${shop.id}`}>Back to {shop.name}</ButtonLink>
				)}
			</ActionBar>
		</Page>
	)
}
