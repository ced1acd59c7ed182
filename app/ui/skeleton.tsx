import { Card } from './card.tsx'

/** Grey cards while a list loads, announced once as 'Loading'. Skeletons appear only with script. */
export function Skeleton({ cards }: { cards: number }) {
	return (
		<div className="grid gap-3" role="status">
			<span className="sr">Loading</span>
			{Array.from({ length: cards }, (_, index) => `card ${index}`).map((key) => (
				<Card key={key} className="grid gap-3">
					<div className="skeleton" />
					<div className="skeleton" />
					<div className="skeleton" />
				</Card>
			))}
		</div>
	)
}
