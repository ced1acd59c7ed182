/** Looks again each minute where no script does: for lists, which have nothing to fill in. */
export function RefreshWithoutScript({ here }: { here: string }) {
	return (
		<noscript>
			<meta httpEquiv="refresh" content={`60;url=${here}${here.includes('?') ? '&' : '?'}auto=1`} />
		</noscript>
	)
}
