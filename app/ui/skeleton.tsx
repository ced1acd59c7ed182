/** Grey bars where text is on its way, announced once as 'Loading'. Only ever seen with script. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
	return (
		<div className="grid gap-3" role="status">
			<span className="sr">Loading</span>
			{Array.from({ length: lines }, (_, index) => `line ${index}`).map((key) => (
				<div key={key} className="skeleton" />
			))}
		</div>
	)
}
