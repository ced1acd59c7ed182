import { type HashPurpose, isKeyedHash, keyedHash } from '#app/kernel/signed.server.ts'
import { readCookie } from './read-cookie.ts'

/** Every signed cookie of ours. A new one is named here, so that a broken one is taken away. */
const names = ['draft', 'flash', 'visits', 'device', 'wish', 'touch', 'seen'] as const

type Name = (typeof names)[number]

/** A request, or what else knows the address that was asked for. */
type Input = { url: string }

/** Browsers keep no longer ones. */
const MAX_LETTERS = 4_096

/**
 * A cookie that carries a value of ours, signed with the first cookie key and read with any of them. Its name is a
 * part of what is signed, so that the value of one cookie opens no other (S11). On https its name gets the prefix
 * `__Host-`, which needs Secure; plain http is local only.
 */
export function signedCookie(name: Name, maxAgeSeconds: number) {
	return {
		/** What we signed; null when the browser sent none, or something that none of our keys signed for this cookie. */
		read(request: Request, cookieKeys: readonly string[]): unknown {
			const sent = readCookie(request, fullName(name, request))
			return sent === null ? null : verified(name, sent, cookieKeys)
		},
		/** The `Set-Cookie` value that keeps this. */
		header(input: Input, cookieKeys: readonly string[], value: unknown): string {
			const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
			const signature = keyedHash(cookieKeys[0] ?? '', purposeOf(name), payload)
			return setCookie(name, input, `${payload}.${signature}`, maxAgeSeconds)
		},
		/** The `Set-Cookie` value that makes the browser forget it. */
		endedHeader: (input: Input): string => setCookie(name, input, '', 0),
	}
}

/** The `Set-Cookie` values that remove cookies with our names that no key can read (S6). */
export function brokenCookieHeaders(request: Request, cookieKeys: readonly string[]): string[] {
	return names.flatMap((name) => {
		const sent = readCookie(request, fullName(name, request))
		return sent && verified(name, sent, cookieKeys) === null ? [setCookie(name, request, '', 0)] : []
	})
}

function verified(name: Name, sent: string, cookieKeys: readonly string[]): unknown {
	const [, payload, signature] = /^([\w-]+)\.([\w-]+)$/.exec(sent.slice(0, MAX_LETTERS + 1)) ?? []
	if (payload === undefined || signature === undefined || sent.length > MAX_LETTERS) return null
	const isOurs = isKeyedHash(cookieKeys, purposeOf(name), payload, signature)
	// What we signed is JSON.
	return isOurs ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : null
}

function purposeOf(name: Name): HashPurpose {
	return `cookie:${name}`
}

function setCookie(name: Name, input: Input, value: string, maxAgeSeconds: number): string {
	const secure = isHttps(input) ? '; Secure' : ''
	return `${fullName(name, input)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function fullName(name: Name, input: Input): string {
	return isHttps(input) ? `__Host-${name}` : name
}

function isHttps({ url }: Input): boolean {
	return url.startsWith('https:')
}
