import { parseWithZod } from '@conform-to/zod/v4'
import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { filterInstants, movementFilterSchema } from '#app/domain/payments/movement-filter.server.ts'
import { MAX_CSV_MOVEMENTS, movementsCsv } from '#app/domain/payments/movement-lines.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { brandName } from '#app/ui/brand.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const { search, searchParams } = new URL(request.url)
	const submission = parseWithZod(searchParams, { schema: movementFilterSchema })
	// The page shows what is wrong with the dates.
	if (submission.status !== 'success') throw redirect(`/transactions${search}`)
	const input = {
		...filterInstants(submission.value, DEFAULT_ZONE),
		after: null,
		limit: MAX_CSV_MOVEMENTS + 1,
	}
	const [, movements] = await Promise.all([
		requireUser(request, context),
		context.payments.movements.listMovements(actor, input),
	])
	return new Response(movementsCsv(movements), {
		headers: {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="my-${brandName.toLowerCase()}-transactions.csv"`,
			'cache-control': 'no-store',
		},
	})
}
