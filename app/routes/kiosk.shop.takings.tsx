import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { countTakings } from '#app/domain/payments/takings.ts'
import {
	periodAddress,
	periodKinds,
	periodLabel,
	periodLinks,
	readPeriod,
} from '#app/domain/payments/takings-period.server.ts'
import { readTakings } from '#app/flows/shop/read-takings.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { OwnerPage, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import { PriceLines } from '#app/ui/money-lines.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your takings' }

export const meta = ownerTitled('Takings')

const PAGE = '/kiosk/shop/takings'
const units = { day: 'Day', week: 'Week', month: 'Month' } as const

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { caller, opened, now, pageData } = requireOwner(request, context)
	const period = readPeriod(new URL(request.url).searchParams)
	const { key, parts, besides, date, today, ...dates } = await readTakings(context, {
		caller,
		opened,
		period,
		now,
	})
	const { kind } = period
	const sumKobo = (of: (typeof besides)[number]['kind']) =>
		besides.reduce(
			(sum, beside) =>
				beside.kind === of
					? { count: sum.count + beside.count, amountKobo: sum.amountKobo + beside.amountKobo }
					: sum,
			{ count: 0, amountKobo: 0 },
		)
	return pageData({
		shopName: key.shop.name,
		kind,
		label: periodLabel(kind, dates, today),
		kinds: periodKinds.map((one) => ({ kind: one, to: periodAddress({ ...period, kind: one }) })),
		links: periodLinks(kind, date, today),
		file: periodAddress({ kind, date }, `${PAGE}.csv`),
		takings: countTakings(parts),
		besides: {
			kept: formatNaira(sumKobo('kept').amountKobo),
			spent: formatNaira(sumKobo('cashback_spent').amountKobo),
			given: formatNaira(sumKobo('cashback_given').amountKobo),
			rewards: rewardWords(sumKobo('reward_used')),
		},
	})
}

function rewardWords({ count, amountKobo }: { count: number; amountKobo: number }): string {
	return amountKobo === 0 ? String(count) : `${count}, ${formatNaira(amountKobo)} off`
}

export default function OwnerTakings() {
	const { shopName, kind, label, kinds, links, file, takings, besides } = useLoaderData<typeof loader>()
	const total = { label: 'Total', amountKobo: takings.totalKobo }
	return (
		<OwnerPage title="Takings" subtitle={`${shopName} · ${label}`}>
			<nav className="bar" aria-label="Period">
				{kinds.map((one) => (
					<ChipLink key={one.kind} to={one.to} current={one.kind === kind}>
						{units[one.kind]}
					</ChipLink>
				))}
			</nav>
			<DayNavigation
				days={links}
				page={PAGE}
				kept={kind === 'day' ? {} : { period: kind }}
				unit={units[kind]}
			/>
			<p>
				<span className="big num">{formatNaira(takings.totalKobo)}</span>
				<br />
				<span className="soft">
					Online money counts on the day it reached us, money at the shop on the day the visit was completed
					or the transfer marked. Refunds you made by hand aren’t taken off.
				</span>
			</p>
			<div className="two">
				<Sums title="How it was paid" lines={takings.byWay} total={total}>
					At the shop, it’s the way the customer chose when booking. Walk-ins count as cash.
				</Sums>
				<Sums title="By service" lines={takings.byItem} total={total} />
				<Sums title="By person" lines={takings.byPerson} total={total} />
				<Sums
					title="Tips"
					lines={takings.tips}
					total={{ label: 'All tips', amountKobo: takings.tipsKobo }}
					none="No tips"
				/>
				<section>
					<h2>Deposits and rewards</h2>
					<Card>
						<dl className="facts">
							<div>
								<dt>
									Deposits kept
									<br />
									<span className="soft">In the total of the day they were paid</span>
								</dt>
								<dd className="num">{besides.kept}</dd>
							</div>
							<div>
								<dt>
									Paid with cashback
									<br />
									<span className="soft">Not money, so not in the total</span>
								</dt>
								<dd className="num">{besides.spent}</dd>
							</div>
							<div>
								<dt>Cashback given</dt>
								<dd className="num">{besides.given}</dd>
							</div>
							<div>
								<dt>Rewards used</dt>
								<dd className="num">{besides.rewards}</dd>
							</div>
						</dl>
					</Card>
				</section>
			</div>
			<ButtonLink to={file} variant="quiet" className="mt-4" reloadDocument>
				Download as CSV
			</ButtonLink>
		</OwnerPage>
	)
}

interface SumsProps {
	title: string
	lines: { label: string; amountKobo: number }[]
	total: { label: string; amountKobo: number }
	none?: string
	children?: string
}

function Sums({ title, lines, total, none = 'Nothing in this period', children }: SumsProps) {
	return (
		<section>
			<h2>{title}</h2>
			<Card>
				{lines.length === 0 ? (
					<p className="soft">{none}</p>
				) : (
					<>
						<PriceLines lines={lines} total={total} />
						{children && <p className="soft mt-2">{children}</p>}
					</>
				)}
			</Card>
		</section>
	)
}
