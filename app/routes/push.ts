import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs } from '@remix-run/cloudflare'
import { readBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { pushSubscriptionFormSchema } from '#app/domain/messaging/push-subscription-form.server.ts'
import { keepPushSubscription } from '#app/flows/messages/keep-push-subscription.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'

/** Nobody comes here by a link: the card of a booking posts to it, with script. */
export function loader() {
	throw new Response(null, { status: 404 })
}

/** Keeps the browser that wants to be reminded of the booking whose signed link it holds. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: pushSubscriptionFormSchema })
	const { settings, now } = context
	const token = new URL(request.url).searchParams.get('visit')
	const appointmentId = token === null ? null : await readBookingLink(settings.cookieKeys, token)
	if (settings.push === null || appointmentId === null) return new Response(null, { status: 404 })
	if (submission.status !== 'success') return new Response(null, { status: 400 })
	const kept = await keepPushSubscription(context, {
		actor: readActor(request, context),
		appointmentId,
		address: submission.value,
		isProduction: settings.environment === 'production',
		now: now(),
	})
	if (kept.ok) return new Response(null, { status: 204 })
	return new Response(null, { status: kept.refusal === 'unknown_push_service' ? 422 : 404 })
}
