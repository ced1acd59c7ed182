import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * Cards side by side, one in view, scrolled by a finger. Each dot is a link to its card; script adds buttons and marks
 * the card in view.
 */
export function CardCarousel({ slides }: { slides: { id: string; name: string; card: ReactNode }[] }) {
	const isHydrated = useHydrated()
	const list = useRef<HTMLUListElement>(null)
	const [current, setCurrent] = useState(0)
	// The address may name a new card (M35), or a finger scrolled before the script ran.
	useEffect(() => {
		if (list.current) setCurrent(findCardInView(list.current))
	}, [])
	const show = (index: number) =>
		list.current?.children[index]?.scrollIntoView({ behavior: 'smooth', block: 'nearest', inline: 'start' })
	return (
		<section aria-label="Your cards">
			<ul
				ref={list}
				className="carousel"
				onScroll={({ currentTarget }) => setCurrent(findCardInView(currentTarget))}
			>
				{slides.map(({ id, card }) => (
					<li key={id} id={`card-${id}`}>
						{card}
					</li>
				))}
			</ul>
			{slides.length > 1 && (
				<div className="row carousel-places">
					{isHydrated && (
						<button
							type="button"
							className="round"
							aria-label="Previous card"
							disabled={current === 0}
							onClick={() => show(current - 1)}
						>
							<Icon name="back" size={18} />
						</button>
					)}
					<nav className="dots" aria-label="Cards">
						{slides.map(({ id, name }, i) => (
							<a key={id} href={`#card-${id}`} aria-current={isHydrated && i === current}>
								{name}
							</a>
						))}
					</nav>
					{isHydrated && (
						<button
							type="button"
							className="round"
							aria-label="Next card"
							disabled={current === slides.length - 1}
							onClick={() => show(current + 1)}
						>
							<Icon name="forward" size={18} />
						</button>
					)}
				</div>
			)}
		</section>
	)
}

/** By the share scrolled: the last card may not reach the left edge. */
function findCardInView({ scrollLeft, clientWidth, scrollWidth, children }: HTMLElement): number {
	if (children.length < 2) return 0
	const most = scrollWidth - clientWidth
	return most <= 0 ? 0 : Math.round((scrollLeft / most) * (children.length - 1))
}
