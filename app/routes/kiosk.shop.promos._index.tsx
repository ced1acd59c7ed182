import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { discountWords, promoStateWords, usesWords } from '#app/domain/booking/checkout/promo-code.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: 'Unable to load your promo codes',
}

export const meta = unlisted('Promo codes')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, promos] = await Promise.all([owner.opened(), context.booking.promos.own.all(owner.caller)])
	return owner.pageData({
		shopName: shop.name,
		promos: promos.map((promo) => {
			const until = promo.expiresAt === null ? null : `until ${lastDayLabel(shop.timeZone, promo.expiresAt)}`
			return {
				to: `/kiosk/shop/promos/${promo.id}`,
				title: promo.code,
				end: discountWords(promo),
				detail: [usesWords(promo), until].filter(Boolean).join(', '),
				tags: [promoStateWords(promo, owner.now)].filter((state) => state !== null),
			}
		}),
	})
}

export default function OwnerPromos() {
	const { shopName, promos } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Promo codes" subtitle={shopName}>
			{promos.length === 0 ? (
				<EmptyState icon="tag" title="No promo codes yet. Customers type one at checkout and pay less." />
			) : (
				<LinkRows rows={promos} />
			)}
			<ButtonLink to="/kiosk/shop/promos/new" className="mt-3">
				Add a promo code
			</ButtonLink>
		</OwnerPage>
	)
}
