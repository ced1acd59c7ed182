import { useLocation } from '@remix-run/react'

/** Refreshes where no script does. It counts as no touch, so an unused kiosk still locks. */
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
