import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { netAmount } from '#app/domain/payouts/payout-share.ts'
import { payoutReasonWords, payoutStatusWords } from '#app/domain/payouts/payout-words.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { momentLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this statement' }

export const meta = ownerTitled('Statement')

const LIST = '/kiosk/shop/money'
/** As many as fit into 10 KB (P1); the file and the printed page have all. */
const LINES_OF_PAGE = 30

export async function loader({ request, params: { payoutReference = '' }, context }: LoaderFunctionArgs) {
	const { caller, opened, now, pageData } = requireOwner(request, context)
	const { statements } = context.payouts
	const [{ shop }, payout, items] = await Promise.all([
		opened(),
		statements.payoutOfCaller(caller, payoutReference),
		statements.itemsOfCaller(caller, payoutReference),
	])
	if (!payout) throw data(null, { status: 404 })
	const isWhole = new URL(request.url).searchParams.get('lines') === 'all'
	const { status, grossKobo, commissionKobo, paymentFeeKobo, transferFeeKobo, amountKobo } = payout
	const { label, means } = payoutStatusWords[status]
	const tipKobo = items.reduce((sum, item) => sum + item.tipKobo, 0)
	const fact = (name: string, kobo: number) => (kobo === 0 ? [] : [{ name, amount: formatNaira(kobo) }])
	const zone = shop.timeZone
	return pageData({
		shopName: shop.name,
		payoutReference,
		amount: formatNaira(amountKobo),
		state: `${label} ${momentLabelAt(zone, payout.changedAt, now)}`,
		isVoid: means === 'void',
		sums: [
			...fact('Earned online', grossKobo - tipKobo),
			...fact('Tips', tipKobo),
			...fact('Commission', -commissionKobo),
			...fact('Paystack’s fees', -paymentFeeKobo),
			...fact('Fee for sending it', -transferFeeKobo),
			{ name: 'Sent to you', amount: formatNaira(amountKobo) },
		],
		facts: [
			{ name: 'Bank', amount: payout.bankName },
			{ name: 'Account ending in', amount: payout.lastDigits },
			{ name: 'Account name', amount: payout.holderName },
			{ name: 'Made', amount: momentLabelAt(zone, payout.createdAt, now) },
			{ name: 'Reference', amount: payoutReference },
		],
		lines: (isWhole ? items : items.slice(0, LINES_OF_PAGE)).map((item) => ({
			id: item.paymentReference,
			to: item.appointmentReference && `/kiosk/visits/${item.appointmentReference}`,
			name: item.name,
			amount: formatNaira(netAmount(item)),
			about: `${payoutReasonWords(item.reason, item)} ${shortDateLabelAt(zone, item.dueAt)}`,
			parts: [
				formatNaira(item.earnedKobo),
				...part('tip', item.tipKobo),
				...part('commission', -item.commissionKobo),
				...part('fee', -item.paymentFeeKobo),
			].join(' · '),
		})),
		lineCount: items.length,
		isWhole: isWhole || items.length <= LINES_OF_PAGE,
	})
}

function part(name: string, kobo: number): string[] {
	return kobo === 0 ? [] : [`${name} ${formatNaira(kobo)}`]
}

export default function OwnerStatement() {
	const { shopName, payoutReference, amount, state, isVoid, sums, facts, lines, lineCount, isWhole } =
		useLoaderData<typeof loader>()
	return (
		<KioskPage title="Statement" subtitle={shopName} section="More" back={{ to: LIST, label: 'Money' }}>
			<p>
				<span className="big num">{amount}</span>
				<br />
				{state}. {isVoid && <span className="soft">What is in it is due again.</span>}
			</p>
			<div className="two">
				<Facts title="What it comes to" facts={sums} />
				<Facts title="Where it went" facts={facts} />
			</div>
			<h2>{lineCount === 1 ? '1 payment' : `${lineCount} payments`}</h2>
			<Card kind="rows" as="ul">
				{lines.map(({ id, to, name, amount: net, about, parts }) => (
					<li key={id} className="line">
						<b>
							{to ? (
								<Link to={to} className="tap" discover="none">
									{name}
								</Link>
							) : (
								name
							)}
						</b>
						<span className="num self-center">{net}</span>
						<small>
							{about}
							<br />
							<span className="num">{parts}</span>
						</small>
					</li>
				))}
			</Card>
			{!isWhole && (
				<p className="mt-2">
					<Link to="?lines=all" className="tap" discover="none">
						Show all {lineCount}, to print them
					</Link>
				</p>
			)}
			<ButtonLink to={`${LIST}/${payoutReference}/csv`} variant="quiet" className="mt-4" reloadDocument>
				Download as CSV
			</ButtonLink>
		</KioskPage>
	)
}

function Facts({ title, facts }: { title: string; facts: { name: string; amount: string }[] }) {
	return (
		<section>
			<h2>{title}</h2>
			<Card>
				<dl className="facts">
					{facts.map(({ name, amount }) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd className="num">{amount}</dd>
						</div>
					))}
				</dl>
			</Card>
		</section>
	)
}
