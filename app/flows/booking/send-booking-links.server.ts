import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import {
	type MailToGuestDeps,
	mailToGuest,
	type TypedAddress,
} from '#app/flows/account/mail-to-guest.server.ts'
import type { Outcome } from '#app/kernel/outcome.ts'

/** Mails an address the links of its upcoming bookings, as `mailToGuest` does. */
export function sendBookingLinks(
	deps: MailToGuestDeps,
	input: TypedAddress,
): Promise<Outcome<null, AuthRefusal>> {
	return mailToGuest(deps, input, {
		limits: { address: 'links-address', network: 'links-network' },
		message: deps.messaging.outbox.insertMessageToGuest('booking_links', input),
	})
}
