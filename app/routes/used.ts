import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'

/** Whether the customer's check-in code or reward was used, polled by its page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const { searchParams } = new URL(request.url)
	const subscriptionId = readId(searchParams.get('check-in') ?? undefined)
	const rewardId = readId(searchParams.get('reward') ?? undefined)
	const [, shown, reward] = await Promise.all([
		requireUser(request, context),
		subscriptionId === null ? null : context.subscriptions.checkIns.shownCode(actor, subscriptionId),
		rewardId === null ? null : context.loyalty.vouchers.voucherOf(actor, rewardId),
	])
	return Response.json((shown?.code?.usedAt ?? reward?.usedAt ?? null) !== null)
}
