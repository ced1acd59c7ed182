import type { BusinessList } from '#app/flows/discovery/list-businesses.server.ts'
import { nearCircles } from '#app/kernel/vocabulary/discovery.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { BusinessCard } from './business-card.tsx'
import { type DiscoverChoice, discoverPath, noFilters } from './discover-path.ts'

/** Cards whose picture is on a phone's first screen. */
const CARDS_IN_VIEW = 2

interface BusinessResultsProps {
	list: Pick<BusinessList, 'cards' | 'nextCursor' | 'foundTooMany' | 'order' | 'within' | 'isOfNearest'>
	choice: DiscoverChoice
	favorites: readonly string[]
}

/** The list, or why it is empty and the next step. */
export function BusinessResults({ list, choice, favorites }: BusinessResultsProps) {
	if (list.cards.length === 0) {
		return (
			<EmptyState title="No businesses found matching your criteria." action={nextStep(list, choice)}>
				{list.nextCursor ? 'We haven’t checked all of them yet.' : null}
			</EmptyState>
		)
	}
	const further = furtherWords(list, choice)
	return (
		<>
			{further && (
				<Notice tone="info" className="mb-3">
					{further}
				</Notice>
			)}
			{list.isOfNearest && (
				<Notice tone="info" className="mb-3">
					Many shops are near here. Showing the nearest.
				</Notice>
			)}
			{list.foundTooMany && (
				<Notice tone="info" className="mb-3">
					Many shops match. Add a word, such as an area, to narrow it down.
				</Notice>
			)}
			<ul>
				{list.cards.map((card, index) => (
					<BusinessCard
						key={card.id}
						card={card}
						isFavorite={favorites.includes(card.id)}
						isFirst={index === 0}
						isInView={index < CARDS_IN_VIEW}
					/>
				))}
			</ul>
			<ListPages
				next={list.nextCursor && discoverPath(choice, list.nextCursor, list.within)}
				label="Show more shops"
				place="cursor"
				first={discoverPath(choice)}
			/>
		</>
	)
}

/** 'Nothing free within 25 km. Showing up to 120 km.' (D64); null for nearby shops. */
function furtherWords(
	{ within, order }: BusinessResultsProps['list'],
	choice: DiscoverChoice,
): string | null {
	const at = nearCircles.findIndex(({ id }) => id === within)
	const inner = nearCircles[at - 1]
	if (!inner) return null
	const what = choice.free || order === 'soonest' ? 'Nothing free' : choice.open ? 'Nothing open' : 'Nothing'
	const shown = within === 'all' ? 'what is further away' : `up to ${nearCircles[at]?.km} km`
	return `${what} within ${inner.km} km. Showing ${shown}.`
}

/** To the shops not looked at yet, else without filters, else without anything. */
function nextStep(list: BusinessResultsProps['list'], choice: DiscoverChoice) {
	if (list.nextCursor) return <ButtonLink to={discoverPath(choice, list.nextCursor)}>Keep looking</ButtonLink>
	const unfiltered = { ...choice, ...noFilters }
	const hasFilters = discoverPath(choice) !== discoverPath(unfiltered)
	return (
		<ButtonLink to={hasFilters ? discoverPath(unfiltered) : '/discover'}>
			{hasFilters ? 'Clear filters' : 'Show all shops'}
		</ButtonLink>
	)
}
