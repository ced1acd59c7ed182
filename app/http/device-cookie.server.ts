import { newId } from '#app/kernel/id.server.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** People of one household share a phone: six, each by address and by account; more are forgotten, oldest first. */
const MAX_MARKS = 12

/**
 * Remembers that an account has signed in here, so that other people's guesses do not slow its owner down. It opens
 * nothing: it only gives this device a rate limit of its own. It outlives signing out.
 */
export type KnownDevice = { id: string; marks: string[] }

const deviceCookie = signedCookie('device', ONE_YEAR_SECONDS)

/** Null when this browser has not signed in before, or none of our keys signed what it sent. */
export function readDevice(request: Request, cookieKeys: string[]): KnownDevice | null {
	const value = deviceCookie.read(request, cookieKeys)
	if (typeof value !== 'object' || value === null || !('id' in value) || !('marks' in value)) return null
	const { id, marks } = value
	if (typeof id !== 'string' || !Array.isArray(marks)) return null
	return { id, marks: marks.filter((mark) => typeof mark === 'string') }
}

/** The subject of the rate limit of an account on this device, when that account has signed in there; else null. */
export function knownDeviceSubject(
	device: KnownDevice | null,
	cookieKeys: readonly string[],
	email: string,
): string | null {
	const isKnown = device !== null && cookieKeys.some((key) => device.marks.includes(markOf(key, email)))
	return isKnown ? `${device.id}:${markOf(cookieKeys[0] ?? '', email)}` : null
}

/** Whether an account has signed in here, by whatever address it had. */
export function isMarkedFor(
	device: KnownDevice | null,
	cookieKeys: readonly string[],
	userId: string,
): boolean {
	return device !== null && cookieKeys.some((key) => device.marks.includes(markOf(key, userId)))
}

/** The `Set-Cookie` value after an account has signed in here. */
export function deviceCookieHeader(
	request: Request,
	cookieKeys: string[],
	device: KnownDevice | null,
	account: { email: string; userId: string },
): string {
	const marks = [account.email, account.userId].map((of) => markOf(cookieKeys[0] ?? '', of))
	const others = device?.marks.filter((one) => !marks.includes(one)) ?? []
	const known: KnownDevice = { id: device?.id ?? newId(), marks: [...others, ...marks].slice(-MAX_MARKS) }
	return deviceCookie.header(request, cookieKeys, known)
}

function markOf(key: string, email: string): string {
	return keyedHash(key, 'known-account', email).slice(0, 22)
}
