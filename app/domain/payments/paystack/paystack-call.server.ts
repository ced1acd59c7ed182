import * as z from 'zod'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { parseExactJson } from './exact-json.ts'

/** Longer than Paystack takes, shorter than a customer waits. */
const TIMEOUT_MS = 8_000
/** Far above any answer of Paystack's. */
const MAX_ANSWER_BYTES = 256 * 1024

export type PaystackAccess = {
	baseUrl: string
	secretKey: string
	fetch?: (url: string, init: RequestInit) => Promise<Response>
	timeoutMs?: number
}

/** What Paystack said: yes, a definite no, or nothing that can be relied on: then the call was perhaps applied. */
export type PaystackAnswer =
	| { answer: 'yes'; data: unknown }
	| { answer: 'no'; status: number; message: string }
	| { answer: 'unknown'; why: string }

/** Paystack's own outer shape; whether money moved is in `data` alone. */
const envelope = z.object({
	status: z.boolean(),
	message: outsideLine().catch(''),
	data: z.unknown().optional(),
})

/** These refusals are about the moment, not about the request. */
const passingStatuses = [408, 425, 429]

/**
 * One call of Paystack's API; it never throws for what happens outside. `why` is for the log: a short word without the
 * key or anything that a person typed.
 */
export function createPaystackCall(access: PaystackAccess) {
	// Called as a plain function: workerd refuses a `fetch` that is bound to something else.
	const { baseUrl, secretKey, fetch: send = (url, init) => fetch(url, init), timeoutMs = TIMEOUT_MS } = access

	return async (method: 'GET' | 'POST', path: string, body?: object): Promise<PaystackAnswer> => {
		const signal = AbortSignal.timeout(timeoutMs)
		try {
			const response = await send(`${baseUrl}${path}`, {
				method,
				headers: {
					accept: 'application/json',
					authorization: `Bearer ${secretKey}`,
					...(body ? { 'content-type': 'application/json' } : {}),
				},
				body: body ? JSON.stringify(body) : undefined,
				redirect: 'manual',
				signal,
			})
			return await answerOf(response)
		} catch {
			return { answer: 'unknown', why: signal.aborted ? 'timeout' : 'network' }
		}
	}
}

/** A wrong key, or the key of another account, says nothing about what was asked. */
export function isPerhapsOurFault({ status, message }: { status: number; message: string }): boolean {
	return status === 401 || status === 403 || status === 404 || /not found/i.test(message)
}

/** What may stand in an address: anything else, such as '..', would ask for something else. */
export function isPaystackName(text: string): boolean {
	return /^[\w.=-]{1,100}$/.test(text) && !/^\.+$/.test(text)
}

async function answerOf(response: Response): Promise<PaystackAnswer> {
	const { status, ok } = response
	const isDefinite = ok || (status >= 400 && status < 500 && !passingStatuses.includes(status))
	if (!isDefinite) {
		await response.body?.cancel()
		return { answer: 'unknown', why: `status ${status}` }
	}
	const text = await boundedText(response)
	if (text === null) return { answer: 'unknown', why: 'too_large' }
	const json = parsedOrNothing(text)
	if (json === undefined) return { answer: 'unknown', why: 'not_json' }
	const answer = envelope.safeParse(json)
	// A 'no' under 200, or a 'yes' under 400, is neither.
	if (!answer.success || answer.data.status !== ok) return { answer: 'unknown', why: 'not_understood' }
	const { message, data } = answer.data
	return ok ? { answer: 'yes', data } : { answer: 'no', status, message }
}

/** Null when it is longer than any answer of Paystack's. The declared length can lie, so what arrives is counted. */
async function boundedText(response: Response): Promise<string | null> {
	const decoder = new TextDecoder()
	const reader = response.body?.getReader()
	let text = ''
	let size = 0
	while (reader) {
		const { done, value } = await reader.read()
		if (done) break
		size += value.byteLength
		if (size > MAX_ANSWER_BYTES) {
			await reader.cancel()
			return null
		}
		text += decoder.decode(value, { stream: true })
	}
	return text + decoder.decode()
}

function parsedOrNothing(text: string): unknown {
	try {
		return parseExactJson(text)
	} catch {
		return undefined
	}
}
