import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { movementRow, RECENT_MOVEMENTS } from '#app/domain/payments/movement-lines.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'

/** An open wallet polls it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, movements] = await Promise.all([
		requireUser(request, context),
		context.payments.movements.recentMovements(actor, RECENT_MOVEMENTS),
	])
	return Response.json(movements.map((movement) => movementRow(movement, 'recent')))
}
