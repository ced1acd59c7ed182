import type { ClientRepository } from '#app/domain/booking/client-repository.server.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { Account, AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { type AuthRefusal, accessRefusal } from '#app/domain/identity/auth-refusal.ts'
import { type Guess, type GuessRepository, wasCounted } from '#app/domain/identity/guess-repository.server.ts'
import { hashPassword, verifyPassword } from '#app/domain/identity/password.server.ts'
import { isHashablePassword } from '#app/domain/identity/password-rules.ts'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { sessionExpiry } from '#app/domain/identity/session.ts'
import type { NewSession, SessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary.ts'

export type SignInDeps = {
	accounts: Pick<AccountRepository, 'accountByEmail' | 'insertSessionForHash' | 'replaceHash'>
	sessions: Pick<SessionRepository, 'deleteSession'>
	guesses: Pick<GuessRepository, 'countTry' | 'retryAt' | 'forgetTries' | 'giveTryBack'>
	clients: Pick<ClientRepository, 'linkGuestClients'>
	writeBatch: WriteBatch
}

export type SignInInput = {
	/** As `parseEmail` gives it. */
	email: string
	password: string
	/** Stands for the e-mail in the counters. */
	accountSubject: string
	/** Stands for this device and e-mail when it has signed in with it before; else null. */
	knownDeviceSubject: string | null
	networkKey: string | null
	/** Of the browser's present session, which a new one replaces. */
	oldSessionHash: string | null
	deviceLabel: string
	now: Instant
}

/**
 * Checks a password and begins a session; its token is the value. An unknown e-mail and a wrong password do the same
 * work and give the same 'invalid_credentials'. The role is looked at after a correct password only (decision D19), and
 * then no session begins. A try is counted before its answer is known; a device that has signed in before has a count of
 * its own, so that nobody is locked out by somebody else's guesses. Refuses 'too_many_tries' with when to come again.
 */
export async function signIn(
	deps: SignInDeps,
	input: SignInInput,
): Promise<Outcome<{ token: string; userId: string }, AuthRefusal>> {
	const { email, password, now } = input
	const guesses = guessesOf(input)
	const [account, counted] = await Promise.all([
		deps.accounts.accountByEmail(email),
		deps.writeBatch(guesses.map((guess) => deps.guesses.countTry(guess, now))),
	])
	const over = guesses.find((_, i) => !wasCounted(counted[i]))
	if (over) return refused({ code: 'too_many_tries', retryAt: await deps.guesses.retryAt(over, now) })

	// What is too long for the hash is nobody's password; the work is done all the same.
	const isHashable = isHashablePassword(password)
	const checked = await verifyPassword(
		isHashable ? password : '',
		isHashable ? (account?.passwordHash ?? null) : null,
	)
	if (!account || !checked.isCorrect) return refused({ code: 'invalid_credentials' })
	const denied = accessRefusal(account.profile, CLIENT_ROLE)
	if (denied) return refused(denied)

	const rehashed = checked.needsRehash ? await hashPassword(password) : null
	return beginSession(deps, input, { account, rehashed, guesses })
}

/** Which counts a try goes to: a known device's own, else the account's and the network's. */
function guessesOf({ accountSubject, knownDeviceSubject, networkKey }: SignInInput): Guess[] {
	if (knownDeviceSubject !== null) return [{ kind: 'sign-in-device', subject: knownDeviceSubject }]
	return [
		{ kind: 'sign-in-account', subject: accountSubject },
		...(networkKey === null ? [] : [{ kind: 'sign-in-network', subject: networkKey } as const]),
	]
}

async function beginSession(
	deps: SignInDeps,
	{ oldSessionHash, deviceLabel, now }: SignInInput,
	{ account, rehashed, guesses }: { account: Account; rehashed: string | null; guesses: Guess[] },
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
	const [begun] = await deps.writeBatch([
		deps.accounts.insertSessionForHash(session, account.passwordHash),
		...(oldSessionHash === null ? [] : [deps.sessions.deleteSession(oldSessionHash)]),
		...(rehashed === null ? [] : [deps.accounts.replaceHash(account.id, account.passwordHash, rehashed)]),
		...guesses.map((guess) =>
			guess.kind === 'sign-in-network' ? deps.guesses.giveTryBack(guess) : deps.guesses.forgetTries(guess),
		),
		// Guest bookings made since the e-mail was verified.
		...(account.isEmailVerified ? [deps.clients.linkGuestClients(account.id)] : []),
	])
	// The password was changed between the check and the write.
	if (begun?.rowsAffected !== 1) return refused({ code: 'invalid_credentials' })
	return accepted({ token, userId: account.id })
}
