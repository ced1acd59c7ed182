import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { payoutCsv } from '#app/domain/payouts/payout-csv.server.ts'

import { requireOwner } from '#app/http/owner-guard.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

export async function loader({ request, params: { payoutReference = '' }, context }: LoaderFunctionArgs) {
	const { caller, opened, headers } = requireOwner(request, context)
	const { statements } = context.payouts
	const [{ shop }, payout, items] = await Promise.all([
		opened(),
		statements.payoutOfCaller(caller, payoutReference),
		statements.itemsOfCaller(caller, payoutReference),
	])
	if (!payout) throw data(null, { status: 404 })
	const { date } = civilAt(shop.timeZone, payout.createdAt)
	return new Response(payoutCsv(payout, items, shop.timeZone), {
		headers: {
			...headers,
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="payout-${date}-${payoutReference.slice(-6)}.csv"`,
			'cache-control': 'no-store',
		},
	})
}
