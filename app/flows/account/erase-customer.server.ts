import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { lostValueLines } from '#app/domain/loyalty/lost-value.server.ts'
import { lostPlanLines } from '#app/domain/subscriptions/lost-plans.server.ts'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { readEndingToken, signEndingToken } from '#app/kernel/signed.server.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Erasures, erase, type StillNeeded } from './delete-account.server.ts'
import { type MailToGuestDeps, mailToGuest, type TypedAddress } from './mail-to-guest.server.ts'

type ErasedCustomer = { appointmentsAhead: number; isMoneyUnderWay: boolean; lost: string[] }

type Input = { email: string; formerEmail?: string | null; isApplied: boolean; now: Instant }

/**
 * Erases a customer at the operator's command. Makes a short session, since personal rows are read by session. Gives
 * what the customer loses. Without `isApplied` nothing is erased.
 */
export async function eraseCustomer(
	repositories: Repositories,
	erasures: Erasures,
	{ email, formerEmail, isApplied, now }: Input,
): Promise<Outcome<ErasedCustomer, 'account_not_found' | 'not_a_customer' | StillNeeded>> {
	const account = await repositories.identity.accounts.accountByEmail(email, formerEmail ?? email)
	if (!account) return refused('account_not_found')
	if (account.profile?.role !== CLIENT_ROLE) return refused('not_a_customer')
	const actor: Actor = { sessionHash: hashSecretToken(newSecretToken()), at: now }
	const session = {
		tokenHash: actor.sessionHash,
		id: newId(),
		userId: account.id,
		deviceLabel: 'Operator',
		now,
		expiresAt: now + MINUTE_MS,
	}
	await repositories.writeBatch([
		repositories.identity.accounts.insertSessionForHash(session, account.passwordHash),
	])
	try {
		const { ownData } = repositories.booking
		const { ownLoyalty } = repositories.loyalty
		const { ownPlanData } = repositories.subscriptions
		const [appointmentsAhead, isMoneyUnderWay, value, plans, earlierEmails] = await Promise.all([
			ownData.countAppointmentsAhead(actor),
			ownData.hasMoneyUnderWay(actor),
			ownLoyalty.valueOf(actor),
			ownPlanData.plansHeld(actor),
			ownData.earlierEmails(actor),
		])
		const customer = {
			appointmentsAhead,
			isMoneyUnderWay,
			lost: [...lostPlanLines(plans), ...lostValueLines(value)],
		}
		if (appointmentsAhead > 0) return refused('has_appointments_ahead')
		if (isMoneyUnderWay) return refused('has_money_under_way')
		if (!isApplied) return accepted(customer)
		const erased = await erase(repositories, erasures, {
			actor,
			emails: [email, ...earlierEmails],
			passwordHash: account.passwordHash,
		})
		return erased.ok ? accepted(customer) : erased
	} finally {
		await repositories.writeBatch([repositories.identity.sessions.deleteSession(actor.sessionHash)])
	}
}

/**
 * Erases a guest from all bookings with a contact, in one batch (S32). The caller has checked the guest's right. Gives
 * the number of bookings.
 */
export async function eraseGuest(
	deps: Pick<Repositories, 'booking' | 'payments' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'>,
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

const LINK_MS = 3 * DAY_MS

/** Signs the mailed link that erases an address's bookings, for three days. */
export function signErasureLink(secrets: readonly string[], email: string, now: Instant): Promise<string> {
	return signEndingToken(secrets, 'erase-guest', { subject: email, endsAt: now + LINK_MS })
}

/** The token's address; null for an invalid or expired one. */
export function readErasureLink(
	secrets: readonly string[],
	token: string,
	now: Instant,
): Promise<string | null> {
	return readEndingToken(secrets, 'erase-guest', token, now)
}

/** Mails the link that erases a guest, as `mailToGuest` does. */
export function sendErasureLink(
	deps: MailToGuestDeps,
	input: TypedAddress,
): Promise<Outcome<null, AuthRefusal>> {
	return mailToGuest(deps, input, {
		limits: { address: 'erase-address', network: 'erase-network' },
		message: deps.messaging.outbox.insertMessageToGuest('erasure_link', input),
	})
}
