import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { termsWords } from '#app/domain/payouts/payout-terms.ts'
import { readMoney } from '#app/flows/payouts/read-money.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { payoutMode } from '#app/http/payout-mode.ts'
import { shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { readPlace, writePlace } from '#app/kernel/list-place.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { brandName } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { OwnerPage, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { type DueLine, dueView, payoutView } from './money-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your money' }

export const meta = ownerTitled('Money')

const PAGE = '/kiosk/shop/money'
const PAYOUTS_OF_PAGE = 12

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { caller, opened, now, pageData } = requireOwner(request, context)
	const after = readPlace(new URL(request.url).searchParams.get('after') ?? '')
	const mode = payoutMode(context)
	const { payouts: settings } = context.settings
	const [{ shop }, money, found] = await Promise.all([
		opened(),
		readMoney(context, { caller, mode, settings, now }),
		context.payouts.statements.payoutsOfCaller(caller, { mode, after, limit: PAYOUTS_OF_PAGE + 1 }),
	])
	if (!money) throw new Error('a key that is open has a shop')
	const payouts = found.slice(0, PAYOUTS_OF_PAGE)
	const last = found.length > PAYOUTS_OF_PAGE ? payouts.at(-1) : undefined
	const { terms, coming } = money
	return pageData({
		shopName: shop.name,
		...dueView(money, { zone: shop.timeZone, isByTransfer: settings.isByTransfer, now }),
		payouts: payouts.map((payout) => payoutView(payout, shop.timeZone)),
		next: last ? `${PAGE}?after=${writePlace({ at: last.createdAt, id: last.reference })}` : null,
		terms: termsWords(terms, brandName),
		coming: coming && {
			from: shortDateLabelAt(shop.timeZone, coming.appliesFrom),
			words: termsWords(coming, brandName),
		},
	})
}

export default function OwnerMoney() {
	const { shopName, due, notice, sums, lines, moreLines, payouts, next, terms, coming } =
		useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Money" subtitle={shopName}>
			<p>
				<span className="big num">{formatNaira(due.netKobo)}</span>
				<br />
				<span className="soft">{due.netKobo < 0 ? 'You owe this.' : 'Due to you now.'}</span> {notice.words}
			</p>
			{notice.link && (
				<ButtonLink to={notice.link.to} variant={notice.link.isFirst ? 'main' : 'quiet'} className="mt-3">
					{notice.link.label}
				</ButtonLink>
			)}
			<div className="two">
				<DueLines sums={sums} lines={lines} moreLines={moreLines} file={`${PAGE}.csv`} />
				<section>
					<h2>Payouts</h2>
					{payouts.length === 0 ? (
						<Card>
							<p className="soft">None yet. Each one has a statement with every booking in it.</p>
						</Card>
					) : (
						<Card kind="rows" as="ul">
							{payouts.map(({ to, amountKobo, status, tone, about }, place) => (
								<li key={to}>
									<Link to={to} className="line" discover={place === 0 ? 'render' : 'none'}>
										<b className="num">{formatNaira(amountKobo)}</b>
										<Tag tone={tone}>{status}</Tag>
										<small>{about}</small>
									</Link>
								</li>
							))}
						</Card>
					)}
					<ListPages next={next} label="Earlier payouts" className="mt-4" />
				</section>
				<section>
					<h2>Fees and commission</h2>
					<Card>
						<Sentences words={terms} />
						{coming && (
							<>
								<h3 className="mt-4">For bookings from {coming.from}</h3>
								<Sentences words={coming.words} />
							</>
						)}
					</Card>
				</section>
			</div>
		</OwnerPage>
	)
}

function Sentences({ words }: { words: string[] }) {
	return words.map((one) => <p key={one}>{one}</p>)
}

interface DueLinesProps {
	sums: { label: string; amountKobo: number }[]
	lines: DueLine[]
	/** How many lines only the file has. */
	moreLines: number
	file: string
}

/** What no payout covers yet: its sums and its lines. */
function DueLines({ sums, lines, moreLines, file }: DueLinesProps) {
	return (
		<section>
			<h2>Not paid out yet</h2>
			<Card>
				{sums.length === 0 ? (
					<p className="soft">Nothing. Online payments show here when they are booked.</p>
				) : (
					<dl className="facts">
						{sums.map(({ label, amountKobo }) => (
							<div key={label}>
								<dt>{label}</dt>
								<dd className="num">{formatNaira(amountKobo)}</dd>
							</div>
						))}
					</dl>
				)}
			</Card>
			{lines.length > 0 && (
				<Card kind="rows" as="ul" className="mt-4">
					{lines.map(({ id, name, amountKobo, label, tone, about }) => (
						<li key={id} className="line">
							<b>{name}</b>
							<Tag tone={tone}>{label}</Tag>
							<span className="num">{formatNaira(amountKobo)}</span>
							<small>{about}</small>
						</li>
					))}
				</Card>
			)}
			{moreLines > 0 && <p className="soft mt-2">{moreLines} more are in the file.</p>}
			{lines.length > 0 && (
				<ButtonLink to={file} variant="quiet" className="mt-4" reloadDocument>
					Download as CSV
				</ButtonLink>
			)}
		</section>
	)
}
