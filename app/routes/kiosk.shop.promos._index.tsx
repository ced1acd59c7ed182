import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { discountWords, promoStateWords, usesWords } from '#app/domain/booking/checkout/promo-code.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

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
		promos: promos.map((promo) => ({
			to: `/kiosk/shop/promos/${promo.id}`,
			code: promo.code,
			discount: discountWords(promo),
			uses: usesWords(promo),
			until: promo.expiresAt === null ? null : `until ${lastDayLabel(shop.timeZone, promo.expiresAt)}`,
			state: promoStateWords(promo, owner.now),
		})),
	})
}

export default function OwnerPromos() {
	const { shopName, promos } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Promo codes" subtitle={shopName}>
			{promos.length === 0 ? (
				<EmptyState icon="tag" title="No promo codes yet. Customers type one at checkout and pay less." />
			) : (
				<Card kind="rows" as="ul">
					{promos.map(({ to, code, discount, uses, until, state }, place) => (
						<li key={to}>
							<Link to={to} className="line" discover={place === 0 ? 'render' : 'none'}>
								<b>{code}</b>
								<span className="num">{discount}</span>
								<small>
									{[uses, until].filter(Boolean).join(', ')} {state && <Tag tone="plain">{state}</Tag>}
								</small>
							</Link>
						</li>
					))}
				</Card>
			)}
			<ButtonLink to="/kiosk/shop/promos/new" className="mt-3">
				Add a promo code
			</ButtonLink>
		</OwnerPage>
	)
}
