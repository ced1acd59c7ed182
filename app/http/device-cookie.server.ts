import { createCookie } from '@remix-run/cloudflare'
import { keyedHash } from '#app/domain/identity/keyed-hash.server.ts'
import { newId } from '#app/kernel/id.server.ts'

const ONE_YEAR_SECONDS = 31_536_000
/** People of one household share a phone; more are forgotten, oldest first. */
const MAX_ACCOUNTS = 6

/**
 * Remembers that an account has signed in here, so that other people's guesses do not lock its owner out. It opens
 * nothing: it only gives this device a count of its own. It outlives signing out.
 */
export type KnownDevice = { id: string; marks: string[] }

function deviceCookie(request: Request, cookieKeys: string[]) {
	const isSecure = new URL(request.url).protocol === 'https:'
	return createCookie(isSecure ? '__Host-device' : 'device', {
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		secure: isSecure,
		maxAge: ONE_YEAR_SECONDS,
		secrets: cookieKeys,
	})
}

/** Null when this browser has not signed in before, or none of our keys signed what it sent. */
export async function readDevice(request: Request, cookieKeys: string[]): Promise<KnownDevice | null> {
	const value: unknown = await deviceCookie(request, cookieKeys).parse(request.headers.get('cookie'))
	if (typeof value !== 'object' || value === null || !('id' in value) || !('marks' in value)) return null
	const { id, marks } = value
	if (typeof id !== 'string' || !Array.isArray(marks)) return null
	return { id, marks: marks.filter((mark) => typeof mark === 'string') }
}

/** What the counters know a device and an account by, when that account has signed in there; else null. */
export function knownDeviceSubject(
	device: KnownDevice | null,
	cookieKeys: readonly string[],
	email: string,
): string | null {
	const isKnown = device !== null && cookieKeys.some((key) => device.marks.includes(markOf(key, email)))
	return isKnown ? `${device.id}:${markOf(cookieKeys[0] ?? '', email)}` : null
}

/** The `Set-Cookie` value after an account has signed in here. */
export function deviceCookieHeader(
	request: Request,
	cookieKeys: string[],
	device: KnownDevice | null,
	email: string,
): Promise<string> {
	const mark = markOf(cookieKeys[0] ?? '', email)
	const others = device?.marks.filter((one) => one !== mark) ?? []
	const known: KnownDevice = { id: device?.id ?? newId(), marks: [...others, mark].slice(-MAX_ACCOUNTS) }
	return deviceCookie(request, cookieKeys).serialize(known)
}

function markOf(key: string, email: string): string {
	return keyedHash(key, 'known-account', email).slice(0, 22)
}
