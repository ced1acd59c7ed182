import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { cardView, tierSince } from '#app/domain/loyalty/card-view.server.ts'
import { referralOffer } from '#app/domain/loyalty/referral-code.server.ts'
import { stampsOf } from '#app/domain/loyalty/stamp-card.ts'
import { movementRow, RECENT_MOVEMENTS } from '#app/domain/payments/movement-lines.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { LoyaltyCard } from '#app/ui/account/loyalty-card.tsx'
import { withTrail } from '#app/ui/account/origin.ts'
import { ValueCardStyle } from '#app/ui/account/styles.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Banners } from './banners.tsx'
import { CardCarousel } from './card-carousel.tsx'
import { CashbackCard } from './cashback-card.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'wallet',
	loadFailure: () => 'Unable to load your wallet',
}

export const meta: MetaFunction = () => [{ title: pageTitle('Wallet') }]

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
						/** 'Adé Cashback: 5 %': a joined program stands there before it has given anything. */
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
						card: <LoyaltyCard card={card} stamps={stampsOf(card.punchCard)} page="wallet" />,
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
