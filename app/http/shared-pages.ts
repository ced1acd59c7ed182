import type { Instant } from '#app/kernel/instant.ts'

/** A copy is fresh for so long. */
export const FRESH_MS = 30_000

/** An older copy serves so long while it is renewed, and while the database is silent. */
export const USABLE_MS = 5 * 60_000

/** Cloudflare ends a Worker at 128 MB, and a page has 60 KB at most. */
const MOST_COPIES = 200

/** The platform may end the renewing request, and then nothing tells the waiting ones. */
const PATIENCE_MS = 10_000

/** Copies of all isolates. Failures count as no copy. */
export type CopyStore = {
	read(key: string): Promise<PageCopy | null>
	write(key: string, copy: PageCopy): Promise<void>
}

export type SharedPagesOptions = {
	now: () => Instant
	/** Null where the platform has none. */
	elsewhere: CopyStore | null
	wait: (milliseconds: number) => Promise<void>
}

export type SharedPageRequest = {
	/** The page's address, and nothing about the visitor. */
	key: string
	/** The page shows free times: an older copy is given only while the database is silent. */
	showsTimes?: boolean
	/** Renders the page. Null: it cannot be shared. */
	make(): Promise<PageCopy | null>
	/** Keeps work alive after the answer is sent. */
	waitUntil(work: Promise<unknown>): void
}

type Renewal = { waiting: number; copy: Promise<PageCopy | null> }

/**
 * One copy of a public page for all visitors (P9c). An older one is given while one request renews it. Without a copy
 * all wait for the one request that makes it. Only successful pages are kept. A failure that others wait for is retried
 * once: the crowd itself may have used up the deadline. Null: answer without a copy.
 */
export function createSharedPages({ now, elsewhere, wait }: SharedPagesOptions) {
	const copies = new Map<string, PageCopy>()
	const underWay = new Map<string, Renewal>()

	const isYounger = (copy: PageCopy, age: number) => now() - copy.madeAt < age

	return async function sharedPage(request: SharedPageRequest): Promise<PageCopy | null> {
		const kept = copies.get(request.key)
		if (kept && isYounger(kept, FRESH_MS)) return kept
		const renewal = underWay.get(request.key) ?? begin(request)
		if (kept && !request.showsTimes && isYounger(kept, USABLE_MS)) return kept
		renewal.waiting++
		return withPatience(request.key, renewal)
	}

	function begin(request: SharedPageRequest): Renewal {
		const { key, waitUntil } = request
		const renewal: Renewal = { waiting: 0, copy: Promise.resolve(null) }
		renewal.copy = renew(request, renewal).finally(() => forget(key, renewal))
		underWay.set(key, renewal)
		waitUntil(renewal.copy)
		return renewal
	}

	async function renew(request: SharedPageRequest, renewal: Renewal): Promise<PageCopy | null> {
		const { key, make, waitUntil } = request
		const found = (await elsewhere?.read(key).catch(() => null)) ?? null
		if (found && isYounger(found, FRESH_MS)) return keep(key, found)
		let made = await make().catch(() => null)
		if (made?.status === 503 && renewal.waiting > 1) made = await make().catch(() => null)
		if (made?.status === 200) {
			if (elsewhere) waitUntil(elsewhere.write(key, made).catch(() => {}))
			return keep(key, made)
		}
		const older = [copies.get(key), found].find((copy) => copy && isYounger(copy, USABLE_MS))
		return older ?? made
	}

	function keep(key: string, copy: PageCopy): PageCopy {
		// Reinserted at the end: the oldest copy is evicted first.
		copies.delete(key)
		copies.set(key, copy)
		for (const oldest of copies.keys()) {
			if (copies.size <= MOST_COPIES) break
			copies.delete(oldest)
		}
		return copy
	}

	async function withPatience(key: string, renewal: Renewal): Promise<PageCopy | null> {
		const late = wait(PATIENCE_MS).then(() => {
			forget(key, renewal)
			return null
		})
		return Promise.race([renewal.copy, late])
	}

	function forget(key: string, renewal: Renewal) {
		if (underWay.get(key) === renewal) underWay.delete(key)
	}
}

const PAGE_TYPE = 'text/html; charset=utf-8'

/** A page for visitors without cookies, cut where its nonce stood. */
export type PageCopy = { status: number; parts: string[]; madeAt: Instant }

/** Null for an answer that is no page or sets a cookie. The nonce must be unguessable, or a text could hold it. */
export async function makeCopy(response: Response, nonce: string, madeAt: Instant): Promise<PageCopy | null> {
	const { headers } = response
	if (headers.has('set-cookie') || headers.get('content-type') !== PAGE_TYPE) return null
	return { status: response.status, parts: (await response.text()).split(nonce), madeAt }
}

export function answerOfCopy({ status, parts }: PageCopy, nonce: string): Response {
	return new Response(parts.join(nonce), { status, headers: { 'content-type': PAGE_TYPE } })
}
