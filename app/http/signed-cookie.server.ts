import { type HashPurpose, isKeyedHash, keyedHash } from '#app/kernel/signed.server.ts'
import { readCookie } from './read-cookie.ts'

/** All our signed cookies. A new one is named here, so that broken ones are removed. */
const names = ['draft', 'flash', 'visits', 'device', 'wish', 'touch', 'seen'] as const

type Name = (typeof names)[number]

/** A request, or anything with its address. */
type Input = { url: string }

/** Browsers keep no longer ones. */
const MAX_LETTERS = 4_096

/**
 * Signed with the first key and read with any. The signature covers the name, so that one cookie's value opens no other
 * (S11). `__Host-` needs Secure; plain http is local only.
 */
export function signedCookie(name: Name, maxAgeSeconds: number) {
	return {
		/** Null for none, and for a value that none of our keys signed for this cookie. */
		read(request: Request, cookieKeys: readonly string[]): unknown {
			const sent = readCookie(request, fullName(name, request))
			return sent === null ? null : verified(name, sent, cookieKeys)
		},
		header(input: Input, cookieKeys: readonly string[], value: unknown): string {
			const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
			const signature = keyedHash(cookieKeys[0] ?? '', cookiePurpose(name), payload)
			return setCookie(name, input, `${payload}.${signature}`, maxAgeSeconds)
		},
		endedHeader: (input: Input): string => setCookie(name, input, '', 0),
	}
}

/** Removes cookies with our names that no key can read (S6). */
export function brokenCookieHeaders(request: Request, cookieKeys: readonly string[]): string[] {
	return names.flatMap((name) => {
		const sent = readCookie(request, fullName(name, request))
		return sent && verified(name, sent, cookieKeys) === null ? [setCookie(name, request, '', 0)] : []
	})
}

function verified(name: Name, sent: string, cookieKeys: readonly string[]): unknown {
	const [, payload, signature] = /^([\w-]+)\.([\w-]+)$/.exec(sent.slice(0, MAX_LETTERS + 1)) ?? []
	if (payload === undefined || signature === undefined || sent.length > MAX_LETTERS) return null
	const isOurs = isKeyedHash(cookieKeys, cookiePurpose(name), payload, signature)
	// What we signed is JSON.
	return isOurs ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : null
}

function cookiePurpose(name: Name): HashPurpose {
	return `cookie:${name}`
}

function setCookie(name: Name, input: Input, value: string, maxAgeSeconds: number): string {
	const secure = isHttps(input) ? '; Secure' : ''
	return `${fullName(name, input)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

export function fullName(name: string, input: Input): string {
	return isHttps(input) ? `__Host-${name}` : name
}

export function isHttps({ url }: Input): boolean {
	return url.startsWith('https:')
}
