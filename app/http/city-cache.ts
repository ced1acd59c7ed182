import { answerOfCopy, copyOf } from './page-copy.ts'
import { type CopyStore, USABLE_MS } from './shared-pages.ts'

const MADE_AT = 'x-made-at'
const NONCE = 'x-nonce'

/**
 * The cache shared by all isolates of a Cloudflare location; null on other platforms. Keys are addresses. `newNonce`
 * makes the placeholder for the nonces of later answers.
 */
export function cityCache(newNonce: () => string): CopyStore | null {
	const cache = defaultCache()
	if (!cache) return null
	return {
		async read(key) {
			const found = await cache.match(key)
			if (!found) return null
			return copyOf(found, found.headers.get(NONCE) ?? '', Number(found.headers.get(MADE_AT)))
		},
		async write(key, copy) {
			const nonce = newNonce()
			const answer = answerOfCopy(copy, nonce)
			answer.headers.set('cache-control', `max-age=${USABLE_MS / 1000}`)
			answer.headers.set(MADE_AT, String(copy.madeAt))
			answer.headers.set(NONCE, nonce)
			await cache.put(key, answer)
		},
	}
}

/** Cloudflare's own; a browser's `caches` lacks it. */
function defaultCache(): Cache | null {
	if (typeof caches === 'undefined' || !('default' in caches)) return null
	return caches.default as Cache
}
