import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { periodEntriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load your plans',
}

export const meta: MetaFunction = () => unlistedMeta('Plans')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, plans] = await Promise.all([
		owner.opened(),
		context.subscriptions.shopPlans.own.all(owner.caller),
	])
	return data(
		{
			shopName: shop.name,
			plans: plans.map((plan) => ({
				to: `/kiosk/shop/plans/${plan.id}`,
				title: plan.title,
				price: formatNaira(plan.priceKobo),
				gives: periodEntriesLabel(plan),
				isOnOffer: plan.status === 'on_offer',
			})),
		},
		{ headers: owner.headers },
	)
}

/** Plans on sale first, then the withdrawn ones. */
export default function OwnerPlans() {
	const { shopName, plans } = useLoaderData<typeof loader>()
	return (
		<KioskPage
			title="Plans"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop', label: 'Your shop' }}
		>
			{plans.length === 0 ? (
				<EmptyState icon="tag" title="No plans yet. Customers pay for one once, and come for weeks." />
			) : (
				<Card kind="rows" as="ul">
					{plans.map(({ to, title, price, gives, isOnOffer }, place) => (
						<li key={to}>
							<Link to={to} className="line" discover={place === 0 ? 'render' : 'none'}>
								<b>{title}</b>
								<span className="num">{price}</span>
								<small>
									{gives} {!isOnOffer && <Tag tone="plain">Withdrawn</Tag>}
								</small>
							</Link>
						</li>
					))}
				</Card>
			)}
			<ButtonLink to="/kiosk/shop/plans/new" className="mt-3">
				Add a plan
			</ButtonLink>
		</KioskPage>
	)
}
