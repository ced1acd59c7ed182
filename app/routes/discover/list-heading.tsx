import { useLocation, useNavigationType } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type ShopOrder, shopOrders } from '#app/kernel/vocabulary/discovery.ts'
import { type DiscoverChoice, discoverPath, listId } from './discover-path.ts'

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

/** 'Featured Businesses', or the list with its count: 'Soonest free · 6 businesses'. */
export function headingOf(
	{ order, nextCursor }: { order: ShopOrder; nextCursor: string | null },
	shown: readonly unknown[],
	{ choice, isFirstPage }: { choice: DiscoverChoice; isFirstPage: boolean },
): string {
	if (discoverPath(choice) === '/discover') return 'Featured Businesses'
	const name = shopOrders.find(({ id }) => id === order)?.name
	const orderName = order === 'recommended' || !name ? null : name
	if (!isFirstPage) return orderName ?? 'More shops'
	// Further ones are not counted: the cost would grow with each shop (P13).
	const count = `${shown.length}${nextCursor ? '+' : ''} ${shown.length === 1 && !nextCursor ? 'shop' : 'shops'}`
	return orderName ? `${orderName} · ${count}` : count
}
