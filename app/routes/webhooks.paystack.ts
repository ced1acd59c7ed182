import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { processWebhooks, receiveWebhook } from '#app/flows/payments/process-webhooks.server.ts'
import { discardBody, limitedBody } from '#app/http/limited-body.server.ts'

/** Far above the size of Paystack's events. */
const MAX_WEBHOOK_BYTES = 256 * 1024

/** Others may post here: only the signature lets a post change anything (K6). */
export async function action({ request, context }: ActionFunctionArgs) {
	const { onlinePayments, now, payments, writeBatch, log } = context
	if (request.method !== 'POST') return wrongMethod(request)
	const provider = onlinePayments?.providers.get('paystack')
	if (!provider) {
		await discardBody(request)
		return answer(404)
	}
	const body = await limitedBody(request, MAX_WEBHOOK_BYTES)
	if (body === null) return answer(413)
	const signature = request.headers.get('x-paystack-signature')
	const received = await receiveWebhook(
		{ provider, payments, writeBatch, log },
		{ body, signature, now: now() },
	)
	if (received.taken.length > 0) context.waitUntil(processWebhooks(context, received.taken, now()))
	return answer(received.status)
}

export function loader({ request }: ActionFunctionArgs) {
	return wrongMethod(request)
}

async function wrongMethod(request: Request) {
	await discardBody(request)
	return answer(405, { allow: 'POST' })
}

function answer(status: number, headers: Record<string, string> = {}) {
	return new Response(null, { status, headers: { ...headers, 'cache-control': 'no-store' } })
}
