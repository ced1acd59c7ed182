import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { qrCode } from '#app/kernel/qr-code.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { MenuRow } from '#app/ui/account/menu-row.tsx'
import { useBack, useTrail, withTrail } from '#app/ui/account/origin.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { MemberCode } from './member-code.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'wallet',
	loadFailure: () => 'Unable to load your code',
}

export const meta: MetaFunction = () => [{ title: pageTitle('Your QR Code') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [{ id, firstName, lastName }, shops] = await Promise.all([
		requireUser(request, context),
		context.loyalty.wallet.shopsOfCards(actor),
	])
	const name = `${firstName} ${lastName}`
	const requested = new URL(request.url).searchParams.get('shop')
	const shop = shops.length === 1 ? shops[0] : shops.find((one) => one.id === requested)
	if (!shop) return { name, shops, shown: null }
	const { at } = actor
	const { token, expiresAt } = await signMemberCode(
		context.settings.cookieKeys,
		{ userId: id, shopId: shop.id },
		at,
	)
	const code = {
		code: await qrCode(token),
		at,
		leftMs: expiresAt - at,
		until: clockLabelAt(DEFAULT_ZONE, expiresAt),
	}
	return { name, shops, shown: { shop, code } }
}

/** Who the customer is, for one shop to scan (D34, S37). */
export default function YourQrCode() {
	const { name, shops, shown } = useLoaderData<typeof loader>()
	const back = useBack('wallet')
	return (
		<Page>
			<PageHeader title="Your QR Code" subtitle={name} back={back} />
			{shown ? (
				<MemberCode {...shown} name={name} hasOthers={shops.length > 1} />
			) : (
				<WhichShop shops={shops} />
			)}
		</Page>
	)
}

function WhichShop({ shops }: { shops: { id: string; name: string }[] }) {
	const trail = useTrail()
	if (shops.length === 0)
		return (
			<EmptyState
				icon="card"
				title="No cards yet"
				action={<ButtonLink to={withTrail('/loyalty-enrollment', 'code')}>Join a program</ButtonLink>}
			/>
		)
	return (
		<>
			<h2 className="mb-4">Which shop are you at?</h2>
			<Card kind="rows" as="ul">
				{shops.map(({ id, name }) => (
					<MenuRow key={id} to={withTrail(`/wallet/code?shop=${id}`, trail)} icon="qr" label={name} />
				))}
			</Card>
		</>
	)
}
