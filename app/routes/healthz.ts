/** The Worker answers; the database is not asked. */
export function loader() {
	return new Response('ok', { headers: { 'cache-control': 'no-store' } })
}
