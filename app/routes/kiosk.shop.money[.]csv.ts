import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { openDues } from '#app/domain/payouts/due-list.ts'
import { duesCsv } from '#app/domain/payouts/payout-csv.server.ts'
import { readDuesOfCaller } from '#app/flows/payouts/read-money.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { payoutMode } from '#app/http/payout-mode.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

/** What the shop has not been paid yet, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { caller, opened, now, headers } = requireOwner(request, context)
	const [{ shop }, dues] = await Promise.all([
		opened(),
		readDuesOfCaller(context, { caller, mode: payoutMode(context), now }),
	])
	return new Response(duesCsv(openDues(dues), shop.timeZone), {
		headers: {
			...headers,
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="not-paid-out-${civilAt(shop.timeZone, now).date}.csv"`,
			'cache-control': 'no-store',
		},
	})
}
