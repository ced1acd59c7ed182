import { Link } from '@remix-run/react'
import type { FocusEvent, KeyboardEvent } from 'react'
import type { BusinessList } from '#app/flows/discovery/list-businesses.server.ts'
import { freeDays, type ShopOrder } from '#app/kernel/vocabulary/discovery.ts'
import { type DiscoverChoice, discoverPath } from './discover-path.ts'
import { FilterForm, priceLabel } from './filter-form.tsx'
import { PlaceForm } from './place-form.tsx'

interface QuickFiltersProps {
	choice: DiscoverChoice
	origin: BusinessList['origin']
	order: ShopOrder
}

/**
 * Chips for the place, the commonest filters, and the form of all. A filter chosen in the form shows in its chip, and
 * a tap clears it.
 */
export function QuickFilters({ choice, origin, order }: QuickFiltersProps) {
	const isUnknown = origin.kind === 'unknown'
	const place = <PlaceForm choice={choice} origin={origin} />
	return (
		<section className="menus" aria-label="Filters" onKeyDown={closeByEscape} onBlur={closeWhenLeft}>
			<div className="chips">
				{!isUnknown && place}
				{togglesOf(choice).map(([words, isChosen, change]) => (
					<Link
						key={words}
						to={discoverPath({ ...choice, ...change })}
						className="chip"
						discover="none"
						preventScrollReset
						{...(isChosen && { 'aria-current': 'true', 'aria-label': `${words}: remove` })}
					>
						{isChosen ? `${words} ×` : words}
					</Link>
				))}
				<FilterForm
					choice={choice}
					order={order}
					hasPlace={origin.kind === 'place' || origin.kind === 'position'}
				/>
			</div>
			{isUnknown && place}
		</section>
	)
}

/** An open menu covers the list, so a focus in the list would be hidden behind it. */
function closeByEscape({ key, target }: KeyboardEvent) {
	const menu = key === 'Escape' && openMenuAround(target)
	if (!menu) return
	menu.open = false
	menu.querySelector('summary')?.focus()
}

/** Tab leads out of the menu, into the list. */
function closeWhenLeft({ target, relatedTarget }: FocusEvent) {
	const menu = openMenuAround(target)
	if (menu && relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false
}

function openMenuAround(target: EventTarget): HTMLDetailsElement | null {
	return target instanceof Element ? target.closest<HTMLDetailsElement>('details[open]') : null
}

/** For each chip: its words, whether it is chosen, and what a tap changes. */
function togglesOf({
	free,
	open,
	price,
}: DiscoverChoice): [words: string, isChosen: boolean, change: Partial<DiscoverChoice>][] {
	const day = freeDays.find(({ id }) => id === (free ?? 'today'))
	return [
		[day?.name ?? '', free !== null, { free: free ? null : 'today' }],
		['Open now', open, { open: !open }],
		[priceLabel(price ?? '5000'), price !== null, { price: price ? null : '5000' }],
	]
}
