import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { cardView, tierSince } from '#app/domain/loyalty/card-view.server.ts'
import { referralOffer } from '#app/domain/loyalty/referral-code.server.ts'
import { movementRow, RECENT_MOVEMENTS } from '#app/domain/payments/movement-lines.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { countStamps, LoyaltyCard } from '#app/ui/account/loyalty-card.tsx'
import { withTrail } from '#app/ui/account/origin.ts'
import { ValueCardStyle } from '#app/ui/account/styles.tsx'
import { AdirePattern, shopDye } from '#app/ui/adire-pattern.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { CardCarousel } from './card-carousel.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

export const handle: PageHandle = { bottomNavigation: 'wallet', loadFailure: 'Unable to load your wallet' }

export const meta = titled('Wallet')

const CARDS_SHOWN = 6

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, cards, cashback, codes, movements, hasPlans] = await Promise.all([
		requireUser(request, context),
		context.loyalty.wallet.listCards(actor, {
			since: tierSince(actor.at),
			before: null,
			limit: CARDS_SHOWN + 1,
		}),
		context.loyalty.wallet.cashbackByShop(actor),
		context.loyalty.referralCodes.ownCodes(actor),
		context.payments.movements.recentMovements(actor, RECENT_MOVEMENTS),
		context.subscriptions.plans.isAnyOnOffer(),
	])
	const withCashback = cashback.filter(({ balanceKobo }) => balanceKobo > 0)
	const totalKobo = withCashback.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0)
	return data({
		cards: cards.slice(0, CARDS_SHOWN).map(cardView),
		hasMoreCards: cards.length > CARDS_SHOWN,
		cashback:
			cashback.length === 0
				? null
				: {
						total: formatNairaAndKobo(totalKobo),
						shopCount: withCashback.length,
						/** 'Adé Cashback: 5%', even before its first cashback. */
						programs: cashback.flatMap(({ programs }) =>
							programs.map(({ name, percent }) => `${name}: ${percent}%`),
						),
					},
		referralOffer: referralOffer(codes),
		hasPlans,
		transactions: movements.map((movement) => movementRow(movement, 'recent')),
	})
}

export default function Wallet() {
	const { cards, hasMoreCards, cashback, referralOffer, hasPlans, transactions } =
		useLoaderData<typeof loader>()
	return (
		<Page>
			<ValueCardStyle />
			<PageHeader title="Wallet" subtitle="Manage your payments and rewards" />
			<CardCarousel
				slides={[
					{ id: 'cashback', name: 'Cashback Wallet', card: <CashbackCard cashback={cashback} /> },
					...cards.map((card) => ({
						id: card.id,
						name: card.shop.name,
						card: <LoyaltyCard card={card} stamps={countStamps(card.punchCard)} page="wallet" />,
					})),
				]}
			/>
			<p className="row flex-wrap mt-3">
				<ButtonLink to={withTrail('/rewards', 'wallet')} variant="quiet" size="small">
					My Rewards
				</ButtonLink>
				{hasMoreCards && (
					<ButtonLink to="/wallet/cards" variant="quiet" size="small">
						All cards
					</ButtonLink>
				)}
			</p>
			<Banners hasPlans={hasPlans} referralOffer={referralOffer} />
			<RecentTransactions loaded={transactions} />
		</Page>
	)
}

const PROGRAMS_SHOWN = 3
/** The seed of the card's cloth. */
const cloth = 'cashback'

type Cashback = { total: string; shopCount: number; programs: string[] }

/** The cashback of all businesses, and its programs; null without any. */
function CashbackCard({ cashback }: { cashback: Cashback | null }) {
	return (
		<article className={classNames('card value-card cashback-card', shopDye(cloth))}>
			<AdirePattern shopId={cloth} hasBorder={false} className="band" />
			<div className="padded">
				<h2>Cashback Wallet</h2>
				{cashback ? (
					<>
						<ul className="soft text-sm">
							{cashback.programs.slice(0, PROGRAMS_SHOWN).map((program) => (
								<li key={program}>{program}</li>
							))}
						</ul>
						<div className="foot">
							<p className="num">
								<small>Total available cashback</small>
								<b className="amount">{cashback.total}</b>
								{cashback.shopCount > 0 && (
									<small>
										From {cashback.shopCount} {cashback.shopCount === 1 ? 'business' : 'businesses'}
									</small>
								)}
							</p>
						</div>
						<ButtonLink to="/wallet/cashback" variant="quiet" size="small" className="mt-3 self-start">
							View Details
						</ButtonLink>
					</>
				) : (
					<div className="foot">
						<p className="num">
							<b className="amount">₦0.00</b>
							<small>You have no cashback yet. Shop at participating businesses to earn some.</small>
						</p>
					</div>
				)}
			</div>
		</article>
	)
}

interface BannersProps {
	/** Some shop sells plans. */
	hasPlans: boolean
	/** 'Get ₦10 for every friend you refer'; null where no program gives it. */
	referralOffer: string | null
}

/** Further features, side by side. The first one's picture is a drawn cloth. */
function Banners({ hasPlans, referralOffer }: BannersProps) {
	return (
		<section aria-label="More for you">
			<ul className="carousel mt-4 mb-4">
				<li>
					<Link to={withTrail('/loyalty-enrollment', 'wallet')} className="card">
						<AdirePattern shopId="join-a-program" hasBorder={false} className="band" />
						<span className="row p-3.5">
							<Words icon="tag" title="Join a program">
								Stamps, rewards and cashback where you go anyway.
							</Words>
						</span>
					</Link>
				</li>
				{hasPlans && (
					<li>
						<Link to={withTrail('/plans', 'wallet')} className="card padded row">
							<Words icon="card" title="Premium Services" go="Upgrade now" />
						</Link>
					</li>
				)}
				{referralOffer && (
					<li>
						<Link to="/wallet/refer" className="card padded row">
							<Words icon="gift" title="Refer Friends" go="Start referring">
								{referralOffer}
							</Words>
						</Link>
					</li>
				)}
			</ul>
		</section>
	)
}

function Words({
	icon,
	title,
	go,
	children,
}: {
	icon: IconName
	title: string
	go?: string
	children?: string
}) {
	return (
		<>
			<Icon name={icon} className="soft flex-none" />
			<span>
				<b>{title}</b>
				{children && <span className="soft block text-sm">{children}</span>}
				{go && <span className="link block text-sm">{go}</span>}
			</span>
		</>
	)
}
