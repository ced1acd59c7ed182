import { Link } from '@remix-run/react'
import { formatNaira, KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { freeDays, shopOrders } from '#app/kernel/vocabulary/discovery.ts'
import { type DiscoverChoice, discoverPath } from './discover-path.ts'

/** What is chosen in the form of orders and filters, each with the tap that takes it off again. */
export function ChosenFilters({ choice }: { choice: DiscoverChoice }) {
	const chosen = chosenFilters(choice)
	if (chosen.length === 0) return null
	return (
		<nav className="chips mb-3" aria-label="Chosen">
			{chosen.map(([words, without]) => (
				<Link
					key={words}
					to={discoverPath({ ...choice, ...without })}
					className="chip"
					aria-label={`${words}: remove`}
					preventScrollReset
				>
					{words} ×
				</Link>
			))}
		</nav>
	)
}

function chosenFilters({ sort, free, price, open }: DiscoverChoice): [string, Partial<DiscoverChoice>][] {
	const day = freeDays.find(({ id }) => id === free)?.name.toLowerCase()
	const filters: [string | null | undefined | false, Partial<DiscoverChoice>][] = [
		[shopOrders.find(({ id }) => id === sort)?.name, { sort: null }],
		[day && `Free ${day}`, { free: null }],
		[price && priceLabel(price), { price: null }],
		[open && 'Open now', { open: false }],
	]
	return filters.flatMap(([words, without]) => (words ? [[words, without]] : []))
}

export function priceLabel(naira: string): string {
	return `Up to ${formatNaira(Number(naira) * KOBO_PER_NAIRA)}`
}
