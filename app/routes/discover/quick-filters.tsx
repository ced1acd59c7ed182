import { Link } from '@remix-run/react'
import type { FocusEvent, KeyboardEvent } from 'react'
import type { BusinessList } from '#app/flows/discovery/list-businesses.server.ts'
import { formatNaira, KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import {
	freeDays,
	type PriceCap,
	priceCaps,
	type ShopOrder,
	shopOrders,
} from '#app/kernel/vocabulary/discovery.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ChoiceForm, KeptFields } from './choice-form.tsx'
import { type DiscoverChoice, discoverPath, listId } from './discover-path.ts'
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
				{filterToggles(choice).map(([words, isChosen, change]) => (
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

/** Escape closes the open menu and focuses its chip. */
function closeByEscape({ key, target }: KeyboardEvent) {
	const menu = key === 'Escape' && openMenuAround(target)
	if (!menu) return
	menu.open = false
	menu.querySelector('summary')?.focus()
}

/** Closes a menu that Tab leaves: it covers the list. */
function closeWhenLeft({ target, relatedTarget }: FocusEvent) {
	const menu = openMenuAround(target)
	if (menu && relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false
}

function openMenuAround(target: EventTarget): HTMLDetailsElement | null {
	return target instanceof Element ? target.closest<HTMLDetailsElement>('details[open]') : null
}

/** For each chip: its words, whether it is chosen, and what a tap changes. */
function filterToggles({
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

interface FilterFormProps {
	choice: DiscoverChoice
	order: ShopOrder
	/** A place is known, so that 'nearest first' can be offered. */
	hasPlace: boolean
}

/** It closes once it is sent, because its result is below (M19). */
function FilterForm({ choice, order, hasPlace }: FilterFormProps) {
	const orders = shopOrders.filter(({ id }) => id !== 'nearest' || hasPlace)
	return (
		<details className="menu" name="menu" key={discoverPath(choice)}>
			<summary className="chip" aria-current={choice.sort ? 'true' : undefined}>
				Sort and filter
				<Icon name="chevron" size={18} />
			</summary>
			<ChoiceForm className="grid gap-3" at={listId}>
				<KeptFields choice={choice} except={['sort', 'free', 'price']} />
				<Choice label="Sort by" name="sort" value={order} options={orders} />
				<Choice label="Free" name="free" value={choice.free} any="Any day" options={freeDays} />
				<Choice
					label="Price"
					name="price"
					value={choice.price}
					any="Any price"
					options={priceCaps.map((id) => ({ id, name: priceLabel(id) }))}
				/>
				<Button type="submit" size="small">
					Show shops
				</Button>
			</ChoiceForm>
		</details>
	)
}

interface ChoiceProps {
	label: string
	name: string
	value: string | null
	/** The option of no choice; absent where a choice always exists. */
	any?: string
	options: readonly { id: string; name: string }[]
}

function Choice({ label, name, value, any, options }: ChoiceProps) {
	return (
		<label>
			{label}
			<select className="input" name={name} defaultValue={value ?? ''} key={value}>
				{any && <option value="">{any}</option>}
				{options.map(({ id, name: words }) => (
					<option key={id} value={id}>
						{words}
					</option>
				))}
			</select>
		</label>
	)
}

/** '≤ ₦5,000': a cap on the cheapest service. */
function priceLabel(cap: PriceCap): string {
	return `≤ ${formatNaira(Number(cap) * KOBO_PER_NAIRA)}`
}
