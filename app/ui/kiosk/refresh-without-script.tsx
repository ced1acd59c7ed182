import { useLocation } from '@remix-run/react'

/**
 * Looks again after so many seconds where no script does. Not a touch: a kiosk that nobody uses locks, and this leads
 * to its PIN.
 */
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
