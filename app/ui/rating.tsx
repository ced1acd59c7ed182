import { Tag } from './tag.tsx'

/** '4.8 (127)', or 'New' without a review (D12). */
export function Rating({ average, count }: { average: number | null; count: number }) {
	if (average === null || count === 0) return <Tag tone="plain">New</Tag>
	return (
		<span className="rating num">
			<span className="sr">Rated</span>
			<b>{average.toFixed(1)}</b>
			<span className="soft">
				{`(${count}`}
				<span className="sr"> reviews</span>)
			</span>
		</span>
	)
}
