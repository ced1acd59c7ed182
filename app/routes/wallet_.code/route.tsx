import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { qrCode } from '#app/kernel/qr-code.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { useBack, useTrail, withTrail } from '#app/ui/account/origin.ts'
import { QrCode } from '#app/ui/account/qr-code.tsx'
import { MenuRow } from '#app/ui/account/rows.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { countdownLabel, useElapsed } from '#app/ui/use-elapsed.ts'

export const handle: PageHandle = { bottomNavigation: 'wallet', loadFailure: 'Unable to load your code' }

export const meta = titled('Your QR Code')

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

/** Identifies the customer to one shop (D34, S37). */
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

const WARNING_MS = 60_000

type CodeView = {
	code: { size: number; path: string }
	at: number
	leftMs: number
	until: string
}

/** The code and its time left; without script its end. */
function MemberCode({
	code: { code, at, leftMs, until },
	shop,
	name,
	hasOthers,
}: {
	code: CodeView
	/** The code is for this shop (S37). */
	shop: { id: string; name: string }
	name: string
	/** The customer has cards of other shops. */
	hasOthers: boolean
}) {
	const trail = useTrail()
	const elapsedMs = useElapsed(at)
	const left = elapsedMs === null ? null : Math.max(0, leftMs - elapsedMs)
	const ends = `Expires ${left === null ? `at ${until}` : `in ${countdownLabel(left)}`}`
	return (
		<div className="empty">
			{left === 0 ? (
				<p role="status">
					<b>This code has expired.</b>
				</p>
			) : (
				<>
					<QrCode {...code} label={`Your QR code, ${name}`} />
					<p>Show this code at the shop to get your stamp or cashback.</p>
					<p>
						For <b>{shop.name}</b>
					</p>
					<p className="num">
						{left !== null && left <= WARNING_MS ? <Tag tone="clay">{ends}</Tag> : <b>{ends}</b>}
					</p>
				</>
			)}
			<ButtonLink to={withTrail(`/wallet/code?shop=${shop.id}`, trail)} variant="quiet" preventScrollReset>
				{left === 0 ? 'Generate New Code' : 'Refresh Code'}
			</ButtonLink>
			{hasOthers && (
				<p>
					<Link to={withTrail('/wallet/code', trail)} className="link tap">
						At another shop?
					</Link>
				</p>
			)}
		</div>
	)
}
