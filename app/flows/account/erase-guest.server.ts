import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import type { GuestContact } from '#app/kernel/guest-contact.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { readEndingToken, signEndingToken } from '#app/kernel/signed.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { StillNeeded } from './delete-account.server.ts'
import { type MailToGuestDeps, mailToGuest, type TypedAddress } from './mail-to-guest.server.ts'

type Deps = Pick<Repositories, 'booking' | 'payments' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>

/**
 * Erases what guests' bookings with a contact say of a person, in one batch (S32): the caller has proved a right to
 * it, by the mailed link or as the operator. Gives how many bookings it was on. Refuses while a visit is ahead or
 * money is under way.
 */
export async function eraseGuest(
	deps: Deps,
	{ contact, isApplied = true, now }: { contact: GuestContact; isApplied?: boolean; now: Instant },
): Promise<Outcome<{ bookings: number }, StillNeeded>> {
	const { bookings, isAhead, isMoneyUnderWay } = await deps.booking.people.guestStandingOf(contact, now)
	if (isAhead) return refused('has_appointments_ahead')
	if (isMoneyUnderWay) return refused('has_money_under_way')
	if (!isApplied || bookings === 0) return accepted({ bookings })
	await deps.writeBatch([
		deps.payments.ownPayments.forgetCardsOfGuest(contact, now),
		deps.loyalty.ownLoyalty.forgetGuestFriend(contact, now),
		deps.messaging.pushSubscriptions.forgetOfGuest(contact, now),
		deps.shops.shopActs.forgetAnswersOfGuest(contact, now),
		...deps.booking.people.forgetGuest(contact, now),
		...('email' in contact
			? [
					deps.messaging.outbox.deleteMessagesToGuest(contact.email),
					deps.messaging.optOuts.forgetGuest(contact.email),
					deps.shops.shopSignups.forgetSignupsOfGuest(contact.email),
				]
			: []),
		...('phone' in contact ? [deps.messaging.outbox.deleteMessagesToPhone(contact.phone)] : []),
	])
	const after = await deps.booking.people.guestStandingOf(contact, now)
	// A booking was made meanwhile: nothing was erased.
	return after.bookings === 0 ? accepted({ bookings }) : refused('has_appointments_ahead')
}

/** A link works so long. */
const LINK_MS = 3 * DAY_MS

/** The token of the link that erases an address's bookings, until `now` and some days. It stands in mails alone. */
export function signErasureLink(secrets: readonly string[], email: string, now: Instant): Promise<string> {
	return signEndingToken(secrets, 'erase-guest', { subject: email, endsAt: now + LINK_MS })
}

/** The address that a token names; null for one that is not ours or too old. */
export function readErasureLink(
	secrets: readonly string[],
	token: string,
	now: Instant,
): Promise<string | null> {
	return readEndingToken(secrets, 'erase-guest', token, now)
}

/** Mails the link that erases a guest to an address, as `mailToGuest` does. */
export function sendErasureLink(
	deps: MailToGuestDeps,
	input: TypedAddress,
): Promise<Outcome<null, AuthRefusal>> {
	return mailToGuest(deps, input, {
		limits: { address: 'erase-address', network: 'erase-network' },
		message: deps.messaging.outbox.insertMessageToGuest('erasure_link', input),
	})
}
