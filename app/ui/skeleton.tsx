import { Card } from './card.tsx'
import { PageStyle } from './inline.tsx'
import skeletonCss from './styles/skeleton.css?inline'

/** Grey cards while a list loads, announced once as `label`. With script only. */
export function Skeleton({ cards, label = 'Loading' }: { cards: number; label?: string }) {
	return (
		<div className="grid gap-3" role="status">
			<PageStyle css={skeletonCss} />
			<span className="sr">{label}</span>
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

/** Grey rows below cards, which announce the load. */
export function SkeletonRows({ rows }: { rows: number }) {
	return (
		<ul className="card rows" aria-hidden="true">
			{Array.from({ length: rows }, (_, index) => `row ${index}`).map((key) => (
				<li key={key} className="padded">
					<div className="skeleton" />
				</li>
			))}
		</ul>
	)
}
