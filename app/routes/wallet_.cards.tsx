import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { cardView, tierSince } from '#app/domain/loyalty/card-view.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readPlace, writePlace } from '#app/kernel/list-place.ts'
import { countStamps, LoyaltyCard } from '#app/ui/account/loyalty-card.tsx'
import { withTrail } from '#app/ui/account/origin.ts'
import { ValueCardStyle } from '#app/ui/account/styles.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'wallet', loadFailure: 'Unable to load your cards' }

export const meta = titled('All cards')

const PAGE_SIZE = 6

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const requested = new URL(request.url).searchParams.get('after')
	const before = requested === null ? null : readPlace(requested)
	const isForged = requested !== null && before === null
	const [, cards] = await Promise.all([
		requireUser(request, context),
		isForged
			? []
			: context.loyalty.wallet.listCards(actor, { since: tierSince(actor.at), before, limit: PAGE_SIZE + 1 }),
	])
	const last = cards[PAGE_SIZE - 1]
	const next =
		cards.length > PAGE_SIZE && last
			? `/wallet/cards?after=${writePlace({ at: last.enrolledAt, id: last.enrollmentId })}`
			: null
	const shown = cards.slice(0, PAGE_SIZE).map(cardView)
	return data({ cards: shown, next, isForged }, { status: isForged ? 400 : 200 })
}

export default function AllCards() {
	const { cards, next, isForged } = useLoaderData<typeof loader>()
	return (
		<Page>
			<ValueCardStyle />
			<PageHeader title="All cards" back={{ to: '/wallet', label: 'Wallet' }} />
			{cards.length === 0 ? (
				<EmptyState
					icon="card"
					title={isForged ? 'This link no longer works.' : 'No cards yet'}
					action={
						isForged ? (
							<ButtonLink to="/wallet/cards">See all cards</ButtonLink>
						) : (
							<ButtonLink to={withTrail('/loyalty-enrollment', 'cards')}>Join a program</ButtonLink>
						)
					}
				/>
			) : (
				<ul>
					{cards.map((card) => (
						<li key={card.id} className="mb-4">
							<LoyaltyCard card={card} stamps={countStamps(card.punchCard)} page="cards" />
						</li>
					))}
				</ul>
			)}
			{!isForged && <ListPages next={next} />}
		</Page>
	)
}
