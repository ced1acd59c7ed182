import { Tag } from './tag.tsx'

/** '4.8 (127)', and 'New' where nobody has written a review (decision D12): true data or nothing. */
export function Rating({ average, count }: { average: number | null; count: number }) {
	if (average === null || count === 0) return <Tag tone="plain">New</Tag>
	return (
		<span className="rating num">
			<span className="sr">Rated</span>
			<b>{average.toFixed(1)}</b>
			<span className="soft">({count})</span>
		</span>
	)
}
