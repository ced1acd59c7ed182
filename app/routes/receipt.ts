import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/cloudflare'
import { readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { readMovementName } from '#app/domain/payments/movement.ts'
import {
	mailAppointmentReceipt,
	mailMovementReceipt,
	type ReceiptRefusal,
} from '#app/flows/messages/receipt-message.server.ts'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import type { Outcome } from '#app/kernel/outcome.ts'

const words: Record<Exclude<ReceiptRefusal, 'receipt_not_found'>, string> = {
	email_not_confirmed: 'Confirm your email first, then ask for the receipt again.',
	no_email: 'This booking has no email address.',
	sent_already: 'We’ve just sent it. Check your inbox, or try again in 10 minutes.',
	too_many_mails: 'We’ve sent that email address too many messages today. Please try again tomorrow.',
}

/** No link leads here. */
export function loader() {
	throw new Response(null, { status: 404 })
}

/** Mails the receipt of a booking, by its signed link, or of the customer's transaction. Never to a typed address. */
export async function action({ request, context }: ActionFunctionArgs) {
	await readForm(request)
	const query = new URL(request.url).searchParams
	const token = query.get('visit')
	if (token !== null) {
		const appointmentId = await readBookingLink(context.settings.cookieKeys, token)
		if (appointmentId === null) throw new Response(null, { status: 404 })
		const mailed = await mailAppointmentReceipt(context, { appointmentId, now: context.now() })
		return answer(context, confirmationPath(token), mailed)
	}
	const name = query.get('movement') ?? ''
	const movement = readMovementName(name)
	const actor = requireActor(request, context)
	const mailed = movement && (await mailMovementReceipt(context, { actor, movement }))
	if (!mailed?.ok && (mailed?.refusal ?? 'receipt_not_found') === 'receipt_not_found') {
		await requireUser(request, context)
		throw new Response(null, { status: 404 })
	}
	return answer(context, `/transactions/${name}`, mailed as Outcome<null, ReceiptRefusal>)
}

function answer(context: AppLoadContext, path: string, mailed: Outcome<null, ReceiptRefusal>) {
	if (!mailed.ok && mailed.refusal === 'receipt_not_found') throw new Response(null, { status: 404 })
	if (mailed.ok) return sent(context, path, 'Check your email in a minute.')
	const description = words[mailed.refusal as keyof typeof words]
	// A repeated post, because its answer was lost (F26).
	if (mailed.refusal === 'sent_already') return sent(context, path, description)
	const flash = { title: 'Receipt not sent', description, tone: 'error' as const }
	return done(context, path, { flash, inPlace: true })
}

function sent(context: AppLoadContext, path: string, description: string) {
	return done(context, path, { flash: { title: 'Receipt on its way', description }, inPlace: true })
}
