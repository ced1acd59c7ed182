import { useLocation } from '@remix-run/react'

/** Refreshes after some seconds where no script does. It is no touch: an unused kiosk locks, and leads to its PIN. */
export function RefreshWithoutScript({ seconds }: { seconds: number }) {
	const { pathname, search } = useLocation()
	const query = new URLSearchParams(search)
	query.set('auto', '1')
	return (
		<noscript>
			<meta httpEquiv="refresh" content={`${seconds};url=${pathname}?${query}`} />
		</noscript>
	)
}
