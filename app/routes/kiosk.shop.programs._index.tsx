import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: 'Unable to load your loyalty programs',
}

export const meta = unlisted('Loyalty programs')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, programs] = await Promise.all([
		owner.opened(),
		context.loyalty.shopPrograms.own.all(owner.caller),
	])
	return owner.pageData({
		shopName: shop.name,
		programs: programs.map(({ id, name, kind, cashbackPercent, visitsRequired, status, expiresAt }) => ({
			to: `/kiosk/shop/programs/${id}`,
			title: name,
			end: kind === 'cashback' ? `${cashbackPercent}%` : `${visitsRequired} stamps`,
			detail: kind === 'cashback' ? 'Cashback' : 'Punch card',
			tags: status === 'ended' || (expiresAt !== null && expiresAt <= owner.now) ? ['Ended'] : [],
		})),
	})
}

/** Active programs first, then the ended ones. */
export default function OwnerPrograms() {
	const { shopName, programs } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Loyalty programs" subtitle={shopName}>
			{programs.length === 0 ? (
				<EmptyState icon="tag" title="No programs yet. A punch card or cashback brings customers back." />
			) : (
				<LinkRows rows={programs} />
			)}
			<ButtonLink to="/kiosk/shop/programs/new" className="mt-3">
				Add a program
			</ButtonLink>
		</OwnerPage>
	)
}
