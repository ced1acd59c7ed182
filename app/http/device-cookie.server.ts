import { newId } from '#app/kernel/id.server.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** Six people of a household, each by address and by account; the oldest are dropped. */
const MAX_MARKS = 12

/**
 * Marks accounts that signed in here. It opens nothing: this device gets its own rate limit, so that attempts elsewhere
 * do not slow the owner down.
 */
export type KnownDevice = { id: string; marks: string[] }

const deviceCookie = signedCookie('device', ONE_YEAR_SECONDS)

/** Null without a cookie that one of our keys signed. */
export function readDevice(request: Request, cookieKeys: string[]): KnownDevice | null {
	const value = deviceCookie.read(request, cookieKeys)
	if (typeof value !== 'object' || value === null || !('id' in value) || !('marks' in value)) return null
	const { id, marks } = value
	if (typeof id !== 'string' || !Array.isArray(marks)) return null
	return { id, marks: marks.filter((mark) => typeof mark === 'string') }
}

/** The rate limit's subject for an account that signed in on this device; else null. */
export function knownDeviceSubject(
	device: KnownDevice | null,
	cookieKeys: readonly string[],
	email: string,
): string | null {
	const isKnown = device !== null && cookieKeys.some((key) => device.marks.includes(deviceMark(key, email)))
	return isKnown ? `${device.id}:${deviceMark(cookieKeys[0] ?? '', email)}` : null
}

/** Whether an account signed in here, by any of its addresses. */
export function isMarkedFor(
	device: KnownDevice | null,
	cookieKeys: readonly string[],
	userId: string,
): boolean {
	return device !== null && cookieKeys.some((key) => device.marks.includes(deviceMark(key, userId)))
}

/** For after a sign-in. */
export function deviceCookieHeader(
	request: Request,
	cookieKeys: string[],
	device: KnownDevice | null,
	account: { email: string; userId: string },
): string {
	const marks = [account.email, account.userId].map((of) => deviceMark(cookieKeys[0] ?? '', of))
	const others = device?.marks.filter((one) => !marks.includes(one)) ?? []
	const known: KnownDevice = { id: device?.id ?? newId(), marks: [...others, ...marks].slice(-MAX_MARKS) }
	return deviceCookie.header(request, cookieKeys, known)
}

function deviceMark(key: string, email: string): string {
	return keyedHash(key, 'known-account', email).slice(0, 22)
}
