import { answerOfCopy, copyOf } from './page-copy.ts'
import { type CopyStore, USABLE_MS } from './shared-pages.ts'

const MADE_AT = 'x-made-at'
const NONCE = 'x-nonce'

/**
 * The cache that all isolates of one Cloudflare location share; null on a platform without one. Keys are addresses.
 * `newNonce` stands in a copy for the nonces of the answers to come.
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

/** Cloudflare's name for it; a browser's own storage of caches has none. */
function defaultCache(): Cache | null {
	if (typeof caches === 'undefined' || !('default' in caches)) return null
	return caches.default as Cache
}
