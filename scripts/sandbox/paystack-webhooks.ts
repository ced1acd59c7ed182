import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { jsonText } from './paystack-answers.ts'
import type { PaystackBehaviour } from './paystack-behaviours.ts'

export type SandboxWebhook = {
	event: string
	/** Of the transaction or the transfer. */
	reference: string
	body: string
	/** `taken` by a 200; `given-up` after the last try. */
	state: 'kept' | 'lost' | 'sending' | 'taken' | 'given-up'
	/** The statuses of its tries, oldest first; 0: no answer. */
	statuses: number[]
}

export type PaystackWebhooks = ReturnType<typeof createPaystackWebhooks>

const COPIES = 5
const ANSWER_DEADLINE_MS = 30_000

export function signedHeaders(body: string, secretKey: string) {
	return {
		'content-type': 'application/json',
		'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex'),
	}
}

/**
 * A reference's events start in order. Anything but 200 is tried again after each of `retryDelaysMs`. Without an
 * address they are kept.
 */
export function createPaystackWebhooks(options: {
	secretKey: string
	url: string | null
	retryDelaysMs: readonly number[]
}) {
	const all: SandboxWebhook[] = []
	const lastTried = new Map<string, Promise<unknown>>()
	let { url } = options
	let stop = new AbortController()
	const { track, settled } = createUnderWay()

	function emit(
		event: string,
		reference: string,
		data: unknown,
		behaviour: PaystackBehaviour['webhooks'] = 'send',
	) {
		const body = jsonText({ event, data })
		const state = behaviour === 'lost' ? 'lost' : 'kept'
		const copies = Array.from(
			{ length: behaviour === 'double' ? COPIES : 1 },
			(): SandboxWebhook => ({ event, reference, body, state, statuses: [] }),
		)
		all.push(...copies)
		const isSent = behaviour === 'send' || behaviour === 'double'
		if (isSent && url !== null) send(copies, lastTried.get(reference))
	}

	/** Settles when each was tried once. */
	function send(webhooks: SandboxWebhook[], after: Promise<unknown> = Promise.resolve()): Promise<unknown> {
		const { signal } = stop
		const firstTries = webhooks.map(async (webhook) => {
			webhook.state = 'sending'
			await after
			await tryOnce(webhook, signal)
			if (webhook.state === 'sending') track(tryAgain(webhook, signal))
		})
		const allTried = Promise.all(firstTries)
		for (const { reference } of webhooks) lastTried.set(reference, allTried)
		track(allTried)
		return allTried
	}

	async function tryOnce(webhook: SandboxWebhook, signal: AbortSignal) {
		if (signal.aborted || url === null) return
		const status = await post(url, webhook.body, options.secretKey, signal)
		webhook.statuses.push(status)
		if (status === 200) webhook.state = 'taken'
	}

	async function tryAgain(webhook: SandboxWebhook, signal: AbortSignal) {
		for (const delayMs of options.retryDelaysMs) {
			await delay(delayMs, undefined, { signal }).catch(() => {})
			if (signal.aborted) break
			await tryOnce(webhook, signal)
			if (webhook.state !== 'sending') return
		}
		webhook.state = 'given-up'
	}

	return {
		all,
		track,
		emit,
		settled,
		setUrl(next: string) {
			url = next
		},
		/** Sends the kept webhooks one after the other. Settles as `settled` does. */
		async release(order: 'oldest-first' | 'newest-first') {
			const kept = url === null ? [] : all.filter(({ state }) => state === 'kept')
			if (order === 'newest-first') kept.reverse()
			let before: Promise<unknown> = Promise.resolve()
			for (const webhook of kept) before = send([webhook], before)
			await settled()
		},
		/** Stops all pending sending; new events still go out. */
		forget() {
			stop.abort()
			stop = new AbortController()
			all.length = 0
			lastTried.clear()
		},
	}
}

/** Counts work that has begun and not ended. */
function createUnderWay() {
	let count = 0
	const onSettled: (() => void)[] = []
	return {
		/** `settled` waits for `work`. */
		async track(work: Promise<unknown>) {
			count += 1
			try {
				await work
			} finally {
				count -= 1
				if (count === 0) for (const tell of onSettled.splice(0)) tell()
			}
		},
		async settled() {
			if (count > 0) await new Promise<void>((resolve) => onSettled.push(resolve))
		},
	}
}

/** The answer's status; 0: none came. */
async function post(url: string, body: string, secretKey: string, signal: AbortSignal): Promise<number> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: signedHeaders(body, secretKey),
			body,
			redirect: 'manual',
			signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_DEADLINE_MS)]),
		})
		await response.arrayBuffer()
		return response.status
	} catch {
		return 0
	}
}
