import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { discountWords, promoStateWords, usesWords } from '#app/domain/booking/checkout/promo-code.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { lastDayLabel } from '#app/kernel/date-labels.server.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load your promo codes',
}

export const meta: MetaFunction = () => unlistedMeta('Promo codes')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, promos] = await Promise.all([owner.opened(), context.booking.promos.own.all(owner.caller)])
	return data(
		{
			shopName: shop.name,
			promos: promos.map((promo) => ({
				to: `/kiosk/shop/promos/${promo.id}`,
				code: promo.code,
				discount: discountWords(promo),
				uses: usesWords(promo),
				until: promo.expiresAt === null ? null : `until ${lastDayLabel(shop.timeZone, promo.expiresAt)}`,
				state: promoStateWords(promo, owner.now),
			})),
		},
		{ headers: owner.headers },
	)
}

export default function OwnerPromos() {
	const { shopName, promos } = useLoaderData<typeof loader>()
	return (
		<KioskPage
			title="Promo codes"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop', label: 'Your shop' }}
		>
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
		</KioskPage>
	)
}
