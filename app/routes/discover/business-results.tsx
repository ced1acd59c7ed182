import { useLocation, useNavigationType } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { BusinessList, ListedBusiness } from '#app/flows/discovery/list-businesses.server.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { nearCircles, type ShopOrder, shopOrders } from '#app/kernel/vocabulary/discovery.ts'
import { AdirePattern } from '#app/ui/adire-pattern.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { HeartForm, roundHeart } from '#app/ui/heart-form.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { type DiscoverChoice, discoverPath, listId, noFilters } from './discover-path.ts'

/** Cards whose picture is on a phone's first screen. */
const CARDS_IN_VIEW = 2

interface BusinessResultsProps {
	list: Pick<BusinessList, 'cards' | 'nextCursor' | 'order' | 'within'> &
		Partial<Pick<BusinessList, 'foundTooMany' | 'isOfNearest'>>
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

/** 'Nothing free within 25 km. Showing up to 120 km.' (D64); null for the first circle or none. */
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

/** Leads to the next shops, else to the list without filters, else to all shops. */
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

interface BusinessCardProps {
	card: ListedBusiness
	isFavorite: boolean
	/** Only the first card's link makes Remix discover the routes: all cards share them. */
	isFirst: boolean
	/** On a phone's first screen: its picture loads eagerly. */
	isInView: boolean
}

/** The markup repeats eight times: keep it small (C19, P1). */
function BusinessCard({ card, isFavorite, isFirst, isInView }: BusinessCardProps) {
	const { id, name, picture, isFeatured, open, categories, moreCategories, earliest } = card
	const discover = isFirst ? 'render' : 'none'
	return (
		<li className="card shop">
			{picture ? (
				<img src={picture} alt="" width="480" height="96" loading={isInView ? undefined : 'lazy'} />
			) : (
				<AdirePattern shopId={id} hasBorder={false} />
			)}
			{isFeatured && <span className="tag over">Featured</span>}
			<HeartForm shopId={id} isFavorite={isFavorite} className="over heart">
				{(isShown) => roundHeart(name, isShown)}
			</HeartForm>
			<div>
				<div className="title-row">
					<h3 className="min-w-0">{name}</h3>
					<Rating average={card.rating} count={card.reviewCount} />
				</div>
				<p className="soft text-sm num">{card.services}</p>
				<p className="facts">
					{open && <Tag tone={open.isOpen ? 'leaf' : 'plain'}>{open.label}</Tag>}
					<span className="soft">{card.place}</span>
					{categories.map((category) => (
						<Tag key={category} tone="plain">
							{category}
						</Tag>
					))}
					{moreCategories > 0 && <span className="soft">+{moreCategories} more</span>}
				</p>
				{earliest && (
					<p className="text-sm">
						Earliest: <b>{earliest}</b>
					</p>
				)}
				<div className="row go">
					{card.canBook && (
						<ButtonLink to={servicesOfShopPath(id)} discover={discover} size="small">
							Book Now<span className="sr">{` at ${name}`}</span>
						</ButtonLink>
					)}
					<ButtonLink to={`/business/${id}`} discover={discover} size="small" variant="quiet">
						Details<span className="sr">{` of ${name}`}</span>
					</ButtonLink>
				</div>
			</div>
		</li>
	)
}

/**
 * Takes focus, and so comes into view, after a form above was sent (M19). Not after Back, a search or a chip: there
 * screen readers hear the new count.
 */
export function ListHeading({ children }: { children: ReactNode }) {
	const heading = useRef<HTMLHeadingElement>(null)
	const { hash, key } = useLocation()
	const isBack = useNavigationType() === 'POP'
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same filters sent again are a new location
	useEffect(() => {
		if (hash === `#${listId}` && !isBack) heading.current?.focus()
	}, [hash, key, isBack])
	return (
		<h2 className="mb-3" id={listId} tabIndex={-1} ref={heading} aria-live="polite">
			{children}
		</h2>
	)
}

/** 'Featured Businesses', or the order and the count: 'Soonest free · 6 businesses'. */
export function listHeading(
	{ order, nextCursor }: { order: ShopOrder; nextCursor: string | null },
	shown: readonly unknown[],
	{ choice, isFirstPage }: { choice: DiscoverChoice; isFirstPage: boolean },
): string {
	if (discoverPath(choice) === '/discover') return 'Featured Businesses'
	const name = shopOrders.find(({ id }) => id === order)?.name
	const orderName = order === 'recommended' || !name ? null : name
	if (!isFirstPage) return orderName ?? 'More shops'
	// Further shops are not counted: the cost would grow with each shop (P13).
	const count = `${shown.length}${nextCursor ? '+' : ''} ${shown.length === 1 && !nextCursor ? 'shop' : 'shops'}`
	return orderName ? `${orderName} · ${count}` : count
}
