import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { periodEntriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your plans' }

export const meta = unlisted('Plans')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, plans] = await Promise.all([
		owner.opened(),
		context.subscriptions.shopPlans.own.all(owner.caller),
	])
	return owner.pageData({
		shopName: shop.name,
		plans: plans.map((plan) => ({
			to: `/kiosk/shop/plans/${plan.id}`,
			title: plan.title,
			end: formatNaira(plan.priceKobo),
			detail: periodEntriesLabel(plan),
			tags: plan.status === 'on_offer' ? [] : ['Withdrawn'],
		})),
	})
}

/** Plans on sale first, then the withdrawn ones. */
export default function OwnerPlans() {
	const { shopName, plans } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Plans" subtitle={shopName}>
			{plans.length === 0 ? (
				<EmptyState icon="tag" title="No plans yet. Customers pay for one once, and come for weeks." />
			) : (
				<LinkRows rows={plans} />
			)}
			<ButtonLink to="/kiosk/shop/plans/new" className="mt-3">
				Add a plan
			</ButtonLink>
		</OwnerPage>
	)
}
