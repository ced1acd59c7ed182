import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { takingsCsv } from '#app/domain/payments/takings-csv.server.ts'
import { readPeriod } from '#app/domain/payments/takings-period.server.ts'
import { readTakingsFile } from '#app/flows/shop/read-takings.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { caller, opened, now, headers } = requireOwner(request, context)
	const period = readPeriod(new URL(request.url).searchParams)
	const { key, from, until, lines } = await readTakingsFile(context, {
		caller,
		opened,
		period,
		now,
	})
	const dates = from === until ? from : `${from}-to-${until}`
	return new Response(takingsCsv(lines, key.shop.timeZone), {
		headers: {
			...headers,
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="takings-${dates}.csv"`,
			'cache-control': 'no-store',
		},
	})
}
