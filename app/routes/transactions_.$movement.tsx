import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { readMovementName } from '#app/domain/payments/movement.ts'
import { receipt } from '#app/domain/payments/receipt.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { useBack } from '#app/ui/account/origin.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PrintStyle } from '#app/ui/inline.tsx'
import { PriceLines } from '#app/ui/money-lines.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'wallet' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data ? 'Receipt' : 'Receipt Not Found') },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const named = readMovementName(params.movement ?? '')
	const [user, movement] = await Promise.all([
		requireUser(request, context),
		named && context.payments.movements.findMovement(actor, named),
	])
	if (!movement) return data(null, { status: 404 })
	return data({
		...receipt(movement, `${user.firstName} ${user.lastName}`),
		address: fullAddress(movement.shop),
		mailForm: user.isEmailVerified ? `/receipt?movement=${params.movement}` : null,
	})
}

export default function Receipt() {
	const back = useBack('transactions')
	const view = useLoaderData<typeof loader>()
	if (!view) return <ReceiptNotFound />
	return (
		<Page>
			<PrintStyle />
			<PageHeader title="Receipt" back={back} />
			<Card as="article">
				<h2>{view.shopName}</h2>
				<p className="soft text-sm">{view.address}</p>
				<p className="num mt-4 text-2xl font-bold">{view.amount}</p>
				<p className="mt-2">{view.description}</p>
				<p className="mt-2">
					<Tag tone="plain">{view.status}</Tag>
				</p>
				<dl className="price-lines receipt mt-4 text-sm">
					{view.facts.map(({ label, text }) => (
						<div key={label}>
							<dt className="soft">{label}</dt>
							<dd>{text}</dd>
						</div>
					))}
				</dl>
				{view.bill && (
					<>
						<h2 className="mt-4 mb-2">What the visit cost</h2>
						<PriceLines lines={view.bill.lines} total={view.bill.total} />
						{view.bill.cashback && <PriceLines {...view.bill.cashback} />}
					</>
				)}
			</Card>
			{view.mailForm ? (
				<Form method="post" action={view.mailForm} className="screen-only mt-4">
					<SubmitButton variant="quiet" busyLabel="Sending…">
						Email me the receipt
					</SubmitButton>
				</Form>
			) : (
				<p className="screen-only mt-4">
					<Link to="/verify-email" className="link tap">
						Confirm your email to get receipts there
					</Link>
				</p>
			)}
			<p className="soft screen-only mt-4 text-sm">To print or save it, use your browser’s menu.</p>
		</Page>
	)
}

function ReceiptNotFound() {
	return (
		<Page>
			<EmptyState
				icon="alert"
				title="Receipt Not Found"
				isPage
				action={<ButtonLink to="/transactions">All Transactions</ButtonLink>}
			>
				The link may be old, or it’s not one of your transactions.
			</EmptyState>
		</Page>
	)
}
