import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { readToken, signToken } from '#app/kernel/signed-token.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { StillNeeded } from './delete-account.server.ts'

type Deps = Pick<
	Repositories,
	| 'guestContacts'
	| 'ownPayments'
	| 'ownLoyalty'
	| 'pushSubscriptions'
	| 'shopActs'
	| 'outbox'
	| 'optOuts'
	| 'writeBatch'
>

/**
 * Erases what guests' bookings with an address say of a person, in one batch (S32): the caller has proved a right to it, by the
 * mailed link or as the operator. Gives how many bookings it was on. Refuses while a visit is ahead or money is under way.
 */
export async function eraseGuest(
	deps: Deps,
	{ email, isApplied = true, now }: { email: string; isApplied?: boolean; now: Instant },
): Promise<Outcome<{ bookings: number }, StillNeeded>> {
	const { bookings, isAhead, isMoneyUnderWay } = await deps.guestContacts.standingOf(email, now)
	if (isAhead) return refused('has_appointments_ahead')
	if (isMoneyUnderWay) return refused('has_money_under_way')
	if (!isApplied || bookings === 0) return accepted({ bookings })
	await deps.writeBatch([
		deps.ownPayments.forgetCardsOfGuest(email, now),
		deps.ownLoyalty.forgetGuestFriend(email, now),
		deps.pushSubscriptions.forgetOfGuest(email, now),
		deps.shopActs.forgetAnswersOfGuest(email, now),
		...deps.guestContacts.forgetGuest(email, now),
		deps.outbox.deleteMessagesToGuest(email),
		deps.optOuts.forgetGuest(email),
	])
	const after = await deps.guestContacts.standingOf(email, now)
	// A booking was made meanwhile: nothing was erased.
	return after.bookings === 0 ? accepted({ bookings }) : refused('has_appointments_ahead')
}

/** A link works so long. */
const LINK_MS = 3 * DAY_MS

/** The token of the link that erases an address's bookings, until `now` and some days. It stands in mails alone. */
export function signErasureLink(secrets: readonly string[], email: string, now: Instant): Promise<string> {
	return signToken(secrets, 'erase-guest', `${now + LINK_MS}:${email}`)
}

/** The address that a token names; null for one that is not ours or too old. */
export async function readErasureLink(
	secrets: readonly string[],
	token: string,
	now: Instant,
): Promise<string | null> {
	const text = await readToken(secrets, 'erase-guest', token)
	const [, endsAt = '', email = ''] = /^(\d{1,15}):(.+)$/.exec(text ?? '') ?? []
	return email !== '' && Number(endsAt) > now ? email : null
}

/**
 * Mails the link that erases a guest to an address; the answer is equal for every address (W29). Above three an hour to
 * one mailbox nothing is sent. Refuses 'rate_limited' by network.
 */
export async function sendErasureLink(
	deps: Pick<Repositories, 'outbox' | 'rateLimits' | 'writeBatch'>,
	{
		email,
		addressSubject,
		networkKey,
		now,
	}: { email: string; addressSubject: string; networkKey: string | null; now: Instant },
): Promise<Outcome<null, AuthRefusal>> {
	const ofNetwork = networkLimits('erase-network', networkKey)
	const { forAddress, forNetwork } = await deps.writeBatch({
		forAddress: deps.rateLimits.recordAttempt({ kind: 'erase-address', subject: addressSubject }, now),
		forNetwork: deps.rateLimits.recordAttempts(ofNetwork, now),
	})
	if (ofNetwork.length > 0 && !isWithinLimit(forNetwork, ofNetwork))
		return refused({ code: 'rate_limited', retryAt: await deps.rateLimits.retryAt(ofNetwork, now) })
	// Where nothing is sent there is a write too, so that the time of the answer tells nothing.
	await deps.writeBatch(
		isWithinLimit(forAddress)
			? deps.outbox.insertErasureMessage({ email, now })
			: [deps.rateLimits.purgeRateLimitsExpiredAt(now)],
	)
	return accepted(null)
}
