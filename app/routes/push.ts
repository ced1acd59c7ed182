import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/cloudflare'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { endPushFormSchema, pushSubscriptionFormSchema } from '#app/domain/messaging/message-forms.server.ts'
import { keepPushSubscription } from '#app/flows/messages/bell-and-push.server.ts'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, requireActor, requireUser } from '#app/http/signed-in-user.server.ts'

/** No link leads here. */
export function loader() {
	throw new Response(null, { status: 404 })
}

/** Posted by a booking's card, with script, and by the settings. */
export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	return form.has('end') ? endBrowsers(request, context, form) : keepBrowser(request, context, form)
}

/** Keeps the browser's address for reminders of the booking of its signed link. */
async function keepBrowser(request: Request, context: AppLoadContext, form: FormData) {
	const { settings, now } = context
	const token = new URL(request.url).searchParams.get('visit')
	const appointmentId = token === null ? null : await readBookingLink(settings.cookieKeys, token)
	if (settings.push === null || appointmentId === null) return new Response(null, { status: 404 })
	const submission = parseWithZod(form, { schema: pushSubscriptionFormSchema })
	if (submission.status !== 'success') return words(400, 'This isn’t a push subscription.')
	const kept = await keepPushSubscription(context, {
		actor: readActor(request, context),
		appointmentId,
		address: submission.value,
		isProduction: settings.environment === 'production',
		now: now(),
	})
	if (kept.ok) return new Response(null, { status: 204 })
	return kept.refusal === 'unknown_push_service'
		? words(422, 'We only send to the push services of Chrome, Edge, Firefox and Safari.')
		: new Response(null, { status: 404 })
}

async function endBrowsers(request: Request, context: AppLoadContext, form: FormData) {
	const submission = parseWithZod(form, { schema: endPushFormSchema })
	if (submission.status !== 'success') return words(400, 'Choose one of the options.')
	const actor = requireActor(request, context)
	const { ended } = await context.writeBatch({
		ended: context.messaging.pushSubscriptions.endOwn(actor, submission.value.end),
	})
	// Signed-out visitors are sent to /login.
	if (ended === 0) await requireUser(request, context)
	return done(context, '/settings', {
		flash: {
			title: ended > 0 ? 'Notifications are off' : 'Nothing to turn off',
			description: ended > 0 ? 'We’ll email you instead.' : 'Notifications were off already.',
		},
		inPlace: true,
	})
}

function words(status: number, text: string): Response {
	return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
