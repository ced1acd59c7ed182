import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type BranchHandler, type MakeContext, withChanges } from './branch-handler.ts'
import { cityCache } from './city-cache.ts'
import { answerOfCopy, copyOf } from './page-copy.ts'
import { copyKey, impersonal, isPublicPage } from './public-page.ts'
import { createSharedPages } from './shared-pages.ts'

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
export function createAnswerByCopy({
	handle,
	version,
	now,
}: {
	handle: BranchHandler
	version: string
	now: () => Instant
}) {
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
				// The visitor may see their nonce before the page is read.
				const cspNonce = newId()
				const madeAt = now()
				const page = impersonal(request, { saveData })
				return copyOf(await handle(page, withChanges(makeContext, { cspNonce })), cspNonce, madeAt)
			},
		})
		return copy && answerOfCopy(copy, ownNonce)
	}
}
