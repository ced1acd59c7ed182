import type { Account } from '#app/domain/identity/account-repository.server.ts'
import { type AuthRefusal, accessRefusal } from '#app/domain/identity/auth-refusal.ts'
import { hashPassword, verifyPassword } from '#app/domain/identity/password.server.ts'
import { isHashablePassword } from '#app/domain/identity/password-rules.ts'
import { networkLimits, type RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { sessionExpiry } from '#app/domain/identity/session.ts'
import type { NewSession } from '#app/domain/identity/session-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Repositories } from '#app/repositories.server.ts'

type SignInDeps = Pick<Repositories, 'identity' | 'booking' | 'messaging' | 'writeBatch'>

export type SignInInput = {
	/** As `parseEmail` gives it. */
	email: string
	/** As `parseFormerEmail` gives it. */
	formerEmail?: string
	password: string
	/** Stands for the e-mail in the rate limits. */
	accountSubject: string
	/** Stands for this device and e-mail when it has signed in with it before; else null. */
	knownDeviceSubject: string | null
	/** Whether this browser has signed in to that account before, by whatever address. */
	hasSignedInTo: (userId: string) => boolean
	networkKey: string | null
	/** The hash of the browser's present session, which the new one replaces. */
	oldSessionHash: string | null
	deviceLabel: string
	now: Instant
}

/**
 * Checks a password and begins a session; gives its token. An unknown e-mail and a wrong password do the same work
 * and give the same 'invalid_credentials'. The role is checked only after a correct password (D19). An attempt is
 * counted before its answer is known. A known device has its own rate limit, so that attempts of others do not lock
 * its owner out. A browser that is new to the account is told to its owner by mail (S43). Refuses
 * 'invalid_credentials', 'rate_limited' with the next instant to try, and what `accessRefusal` refuses.
 */
export async function signIn(
	deps: SignInDeps,
	input: SignInInput,
): Promise<Outcome<{ token: string; userId: string }, AuthRefusal>> {
	const { email, formerEmail, password, now } = input
	const rateLimits = rateLimitsOf(input)
	const [account, { recorded }] = await Promise.all([
		deps.identity.accounts.accountByEmail(email, formerEmail),
		deps.writeBatch({ recorded: deps.identity.rateLimits.recordAttempts(rateLimits, now) }),
	])
	if (!isWithinLimit(recorded, rateLimits))
		return refused({ code: 'rate_limited', retryAt: await deps.identity.rateLimits.retryAt(rateLimits, now) })

	// A password that is too long for the hash is wrong. The work is done anyway, so that the time tells nothing.
	const isHashable = isHashablePassword(password)
	const checked = await verifyPassword(
		isHashable ? password : '',
		isHashable ? (account?.passwordHash ?? null) : null,
	)
	if (!account || !checked.isCorrect) {
		// For an unknown address too: the answer takes as long.
		await deps.writeBatch([
			deps.identity.accountEvents.countWrongPassword({ email, deviceLabel: input.deviceLabel, now }),
		])
		return refused({ code: 'invalid_credentials' })
	}
	const denied = accessRefusal(account.profile, CLIENT_ROLE)
	if (denied) return refused(denied)

	const rehashed = checked.needsRehash ? await hashPassword(password) : null
	return beginSession(deps, input, { account, rehashed, rateLimits })
}

/**
 * The rate limits of an attempt: that of a known device, else those of the account and the network, in this order.
 * Tries at one account so use up nothing of a network that others share (S34).
 */
function rateLimitsOf({ accountSubject, knownDeviceSubject, networkKey }: SignInInput): RateLimit[] {
	if (knownDeviceSubject !== null) return [{ kind: 'sign-in-device', subject: knownDeviceSubject }]
	return [
		{ kind: 'sign-in-account', subject: accountSubject },
		...networkLimits('sign-in-network', networkKey),
	]
}

async function beginSession(
	deps: SignInDeps,
	{ oldSessionHash, deviceLabel, knownDeviceSubject, hasSignedInTo, now }: SignInInput,
	{ account, rehashed, rateLimits }: { account: Account; rehashed: string | null; rateLimits: RateLimit[] },
): Promise<Outcome<{ token: string; userId: string }, AuthRefusal>> {
	const token = newSecretToken()
	const session: NewSession = {
		tokenHash: hashSecretToken(token),
		id: newId(),
		userId: account.id,
		deviceLabel,
		now,
		expiresAt: sessionExpiry(now, now),
	}
	const isNewDevice = knownDeviceSubject === null && !hasSignedInTo(account.id)
	const { begun } = await deps.writeBatch({
		begun: deps.identity.accounts.insertSessionForHash(session, account.passwordHash),
		written: deps.identity.accountEvents.insertSignIn(session, isNewDevice ? 'new_device' : 'signed_in'),
		told: isNewDevice
			? deps.messaging.accountMails.insertEventMail({
					id: newId(),
					kind: 'new_device',
					eventId: session.id,
					now,
				})
			: [],
		oldSessionEnded: oldSessionHash === null ? [] : [deps.identity.sessions.deleteSession(oldSessionHash)],
		rehashed:
			rehashed === null
				? []
				: [deps.identity.accounts.replaceHash(account.id, account.passwordHash, rehashed)],
		attempts: rateLimits.map((rateLimit) =>
			rateLimit.kind === 'sign-in-network'
				? deps.identity.rateLimits.releaseAttempt(rateLimit)
				: deps.identity.rateLimits.clearAttempts(rateLimit),
		),
		// Links the guest bookings that were made since the e-mail was proven.
		linkedClients: account.isEmailVerified ? [deps.booking.people.linkGuestClients(account.id)] : [],
	})
	// Another request changed the password between the check and the write.
	if (begun !== 1) return refused({ code: 'invalid_credentials' })
	return accepted({ token, userId: account.id })
}
