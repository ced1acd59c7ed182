import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load your loyalty programs',
}

export const meta: MetaFunction = () => unlistedMeta('Loyalty programs')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, programs] = await Promise.all([
		owner.opened(),
		context.loyalty.shopPrograms.own.all(owner.caller),
	])
	return data(
		{
			shopName: shop.name,
			programs: programs.map(({ id, name, kind, cashbackPercent, visitsRequired, status, expiresAt }) => ({
				to: `/kiosk/shop/programs/${id}`,
				name,
				gist: kind === 'cashback' ? `${cashbackPercent}%` : `${visitsRequired} stamps`,
				kind: kind === 'cashback' ? 'Cashback' : 'Punch card',
				isOver: status === 'ended' || (expiresAt !== null && expiresAt <= owner.now),
			})),
		},
		{ headers: owner.headers },
	)
}

/** Active programs first, then the ended ones. */
export default function OwnerPrograms() {
	const { shopName, programs } = useLoaderData<typeof loader>()
	return (
		<KioskPage
			title="Loyalty programs"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop', label: 'Your shop' }}
		>
			{programs.length === 0 ? (
				<EmptyState icon="tag" title="No programs yet. A punch card or cashback brings customers back." />
			) : (
				<Card kind="rows" as="ul">
					{programs.map(({ to, name, gist, kind, isOver }, place) => (
						<li key={to}>
							<Link to={to} className="line" discover={place === 0 ? 'render' : 'none'}>
								<b>{name}</b>
								<span className="num">{gist}</span>
								<small>
									{kind} {isOver && <Tag tone="plain">Ended</Tag>}
								</small>
							</Link>
						</li>
					))}
				</Card>
			)}
			<ButtonLink to="/kiosk/shop/programs/new" className="mt-3">
				Add a program
			</ButtonLink>
		</KioskPage>
	)
}
