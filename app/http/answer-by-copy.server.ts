import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type BranchHandler, type MakeContext, withChanges } from './branch-handler.ts'
import { copyKey, impersonal, isPublicPage } from './public-page.ts'
import { answerOfCopy, type CopyStore, createSharedPages, makeCopy, USABLE_MS } from './shared-pages.ts'

type Input = {
	saveData: boolean
	settings: { release: string }
	waitUntil: (work: Promise<unknown>) => void
	cspNonce: string
}

/**
 * Answers public pages of visitors without cookies by a shared copy (P9c). `handle` makes a page; `version` names its
 * scripts. Null for every other request.
 */
export function createAnswerByCopy(input: { handle: BranchHandler; version: string; now: () => Instant }) {
	const { handle, version, now } = input
	const sharedPage = createSharedPages({
		now,
		elsewhere: cityCache(newId),
		wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
	})

	return async function answerByCopy(
		request: Request,
		{ saveData, settings, waitUntil, cspNonce: ownNonce }: Input,
		makeContext: MakeContext,
	): Promise<Response | null> {
		if (!isPublicPage(request)) return null
		const copy = await sharedPage({
			key: copyKey(request, { saveData, version: `${settings.release}.${version}` }),
			waitUntil,
			showsTimes: new URL(request.url).pathname === '/discover',
			async make() {
				// Not the visitor's own nonce, which they may see before the page is read.
				const cspNonce = newId()
				const madeAt = now()
				const page = impersonal(request, { saveData })
				return makeCopy(await handle(page, withChanges(makeContext, { cspNonce })), cspNonce, madeAt)
			},
		})
		return copy && answerOfCopy(copy, ownNonce)
	}
}

const MADE_AT = 'x-made-at'
const NONCE = 'x-nonce'

/**
 * The cache of a Cloudflare location; null on other platforms. `newNonce` makes the placeholder for the nonces of later
 * answers.
 */
function cityCache(newNonce: () => string): CopyStore | null {
	const cache = defaultCache()
	if (!cache) return null
	return {
		async read(key) {
			const found = await cache.match(key)
			if (!found) return null
			return makeCopy(found, found.headers.get(NONCE) ?? '', Number(found.headers.get(MADE_AT)))
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
