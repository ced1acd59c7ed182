import { Link } from '@remix-run/react'
import type { BusinessList } from '#app/domain/discovery/list-businesses.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { BusinessCard } from './business-card.tsx'
import { type DiscoverChoice, discoverPath, noFilters } from './discover-path.ts'

interface BusinessResultsProps {
	list: Pick<BusinessList, 'cards' | 'nextCursor' | 'foundTooMany'>
	choice: DiscoverChoice
	/** The businesses of the list that the customer likes. */
	favorites: readonly string[]
	isFirstPage: boolean
}

/** The list, or why there is none and what is next. */
export function BusinessResults({ list, choice, favorites, isFirstPage }: BusinessResultsProps) {
	if (list.cards.length === 0) {
		return (
			<EmptyState title="No businesses found matching your criteria." action={nextStep(list, choice)}>
				{list.nextCursor ? 'We have not looked at all of them yet.' : null}
			</EmptyState>
		)
	}
	return (
		<>
			{list.foundTooMany && (
				<Notice tone="info" className="mb-3">
					Many businesses match. Add a word, such as an area, to narrow it down.
				</Notice>
			)}
			<ul>
				{list.cards.map((card, index) => (
					<BusinessCard
						key={card.id}
						card={card}
						isFavorite={favorites.includes(card.id)}
						isFirst={index === 0}
					/>
				))}
			</ul>
			{list.nextCursor && (
				<ButtonLink to={discoverPath(choice, list.nextCursor)} variant="quiet">
					Show more businesses
				</ButtonLink>
			)}
			{!isFirstPage && (
				<p className="mt-3 text-center">
					<Link to={discoverPath(choice)} className="tap">
						Back to the first page
					</Link>
				</p>
			)}
		</>
	)
}

/** On to the shops that were not looked at, else without the filters, else without anything. */
function nextStep(list: BusinessResultsProps['list'], choice: DiscoverChoice) {
	if (list.nextCursor) return <ButtonLink to={discoverPath(choice, list.nextCursor)}>Look further</ButtonLink>
	const unfiltered = { ...choice, ...noFilters }
	const hasFilters = discoverPath(choice) !== discoverPath(unfiltered)
	return (
		<ButtonLink to={hasFilters ? discoverPath(unfiltered) : '/discover'}>
			{hasFilters ? 'Clear filters' : 'Show all businesses'}
		</ButtonLink>
	)
}
