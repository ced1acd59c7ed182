import type { Account } from '#app/domain/identity/account-repository.server.ts'
import { type AuthRefusal, accessRefusal } from '#app/domain/identity/auth-refusal.ts'
import { hashPassword, verifyPassword } from '#app/domain/identity/password.server.ts'
import { isHashablePassword } from '#app/domain/identity/password-rules.ts'
import { networkLimits, type RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { sessionExpiry } from '#app/domain/identity/session.ts'
import type { NewSession } from '#app/domain/identity/session-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Repositories } from '#app/repositories.server.ts'

type SignInDeps = Pick<Repositories, 'identity' | 'booking' | 'messaging' | 'writeBatch'>

export type SignInInput = {
	email: string
	/** As `parseFormerEmail` gives it. */
	formerEmail?: string
	password: string
	/** The e-mail in the rate limits. */
	accountSubject: string
	/** Null when this device and e-mail have not signed in together before. */
	knownDeviceSubject: string | null
	hasSignedInTo: (userId: string) => boolean
	networkKey: string | null
	/** The browser's present session, which the new one replaces. */
	oldSessionHash: string | null
	deviceLabel: string
	now: Instant
}

/**
 * Checks a password and begins a session; gives its token. An unknown e-mail and a wrong password do equal work. The
 * role is checked after a correct password (D19). Attempts count before the answer is known. A known device has its own
 * limit, so strangers cannot lock its owner out. The owner is mailed about a new browser (S43).
 */
export async function signIn(
	deps: SignInDeps,
	input: SignInInput,
): Promise<Outcome<{ token: string; userId: string }, AuthRefusal>> {
	const { email, formerEmail, password, now } = input
	const rateLimits = listRateLimits(input)
	const [account, { recorded }] = await Promise.all([
		deps.identity.accounts.accountByEmail(email, formerEmail),
		deps.writeBatch({ recorded: deps.identity.rateLimits.recordAttempts(rateLimits, now) }),
	])
	if (!isWithinLimit(recorded, rateLimits))
		return refused({ code: 'rate_limited', retryAt: await deps.identity.rateLimits.retryAt(rateLimits, now) })

	// A password too long for the hash is wrong, but hashed, so that the answer takes as long.
	const isHashable = isHashablePassword(password)
	const checked = await verifyPassword(
		isHashable ? password : '',
		isHashable ? (account?.passwordHash ?? null) : null,
	)
	if (!account || !checked.isCorrect) {
		// Also for an unknown address: the answer takes as long.
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
 * A known device's limit, else the account's before the network's: attempts at one account must not block a shared
 * network (S34).
 */
function listRateLimits({ accountSubject, knownDeviceSubject, networkKey }: SignInInput): RateLimit[] {
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
		// Guest bookings made since the e-mail was proven.
		linkedClients: account.isEmailVerified ? [deps.booking.people.linkGuestClients(account.id)] : [],
	})
	// Another request changed the password between check and write.
	if (begun !== 1) return refused({ code: 'invalid_credentials' })
	return accepted({ token, userId: account.id })
}

type EndSessionsDeps = Pick<Repositories, 'identity' | 'writeBatch'>

/** Signs out one other device of the actor, or all others when `sessionId` is null. Gives how many sessions ended. */
export async function endSessions(
	{ identity: { sessions, accountEvents }, writeBatch }: EndSessionsDeps,
	actor: Actor,
	sessionId: string | null,
): Promise<number> {
	const { ended } = await writeBatch({
		written: accountEvents.insertSignedOut(actor, { id: newId(), sessionId }),
		ended:
			sessionId === null ? sessions.deleteOtherSessions(actor) : sessions.deleteOwnSession(actor, sessionId),
	})
	return ended
}

export async function signOut(
	{ identity: { sessions }, writeBatch }: EndSessionsDeps,
	sessionHash: string,
): Promise<void> {
	await writeBatch([sessions.deleteSession(sessionHash)])
}
