import { Card } from './card.tsx'

interface PlacesGivenUpProps {
	places: readonly { id: string; when: string; title: string }[]
	/** Whether their entries come back: they are of no use when the plan itself ends. */
	isEntryBack?: boolean
}

/** The booked sessions that a change would give up; nothing where there are none. */
export function PlacesGivenUp({ places, isEntryBack }: PlacesGivenUpProps) {
	if (places.length === 0) return null
	const isOne = places.length === 1
	return (
		<section className="mt-4">
			<h2>{isOne ? 'One session is given up' : `${places.length} sessions are given up`}</h2>
			<p className="soft text-sm">
				{isOne ? 'Its seat is' : 'Their seats are'} free for others at once
				{isEntryBack && (isOne ? ', and its entry comes back' : ', and their entries come back')}.
			</p>
			<Card as="ul" className="mt-2">
				{places.map(({ id, when, title }) => (
					<li key={id} className="mt-2">
						<b className="num">{when}</b>
						<p className="soft text-sm">{title}</p>
					</li>
				))}
			</Card>
		</section>
	)
}
