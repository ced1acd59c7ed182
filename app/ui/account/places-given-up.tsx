import { Card } from '#app/ui/card.tsx'

interface PlacesGivenUpProps {
	places: readonly { id: string; when: string; title: string; isForfeited?: boolean }[]
	/** Says what happens to the entries. False when the plan ends: they are then worthless. */
	areEntriesTold?: boolean
}

/** The booked sessions that a change would release. */
export function PlacesGivenUp({ places, areEntriesTold }: PlacesGivenUpProps) {
	if (places.length === 0) return null
	const isOne = places.length === 1
	const forfeited = places.filter(({ isForfeited }) => isForfeited).length
	return (
		<section className="mt-4">
			<h2>{isOne ? 'We’ll cancel one booking' : `We’ll cancel ${places.length} bookings`}</h2>
			<p className="soft text-sm">
				{isOne ? 'The seat goes' : 'The seats go'} to others right away.
				{areEntriesTold && ` ${entryWords(places.length, forfeited)}`}
			</p>
			<Card as="ul" className="mt-2">
				{places.map(({ id, when, title, isForfeited }) => (
					<li key={id} className="mt-2">
						<b className="num">{when}</b>
						<p className="soft text-sm">
							{title}
							{areEntriesTold && isForfeited && ': you won’t get this entry back'}
						</p>
					</li>
				))}
			</Card>
		</section>
	)
}

function entryWords(count: number, forfeited: number): string {
	if (forfeited === 0) return count === 1 ? 'You get the entry back.' : 'You get the entries back.'
	const rule = 'You get entries back up to 24 hours before a session'
	if (forfeited === count) return `${rule}: ${count === 1 ? 'this one is' : 'these are'} too late.`
	return `${rule}: ${forfeited} of ${count} ${forfeited === 1 ? 'is' : 'are'} too late.`
}

interface WaitsGivenUpProps {
	waits: readonly { id: string; when: string; title: string; heldUntil: string | null }[]
}

/** The waitlists that a change would leave, and the seats held there. */
export function WaitsGivenUp({ waits }: WaitsGivenUpProps) {
	if (waits.length === 0) return null
	return (
		<section className="mt-4">
			<h2>You’ll leave {waits.length === 1 ? 'a waitlist' : `${waits.length} waitlists`}</h2>
			<Card as="ul" className="mt-2">
				{waits.map(({ id, when, title, heldUntil }) => (
					<li key={id} className="mt-2">
						<b className="num">{when}</b>
						<p className="soft text-sm">
							{title}
							{heldUntil && `: the seat held for you until ${heldUntil} goes to the next in line`}
						</p>
					</li>
				))}
			</Card>
		</section>
	)
}
