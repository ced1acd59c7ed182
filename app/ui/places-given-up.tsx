import { Card } from './card.tsx'

interface PlacesGivenUpProps {
	places: readonly { id: string; when: string; title: string }[]
	/** What becomes of their entries. */
	entries?: string
}

/** The booked sessions that a change would give up; nothing where there are none. */
export function PlacesGivenUp({ places, entries }: PlacesGivenUpProps) {
	if (places.length === 0) return null
	return (
		<section className="mt-4">
			<h2>{places.length === 1 ? 'One session is given up' : `${places.length} sessions are given up`}</h2>
			<p className="soft text-sm">The seats are free for others at once. {entries}</p>
			<Card as="ul" kind="rows" className="mt-2">
				{places.map(({ id, when, title }) => (
					<li key={id} className="offer">
						<b className="num">{when}</b>
						<p>{title}</p>
					</li>
				))}
			</Card>
		</section>
	)
}
