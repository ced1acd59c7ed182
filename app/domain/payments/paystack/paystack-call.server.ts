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

/** 'no' is definite. 'unknown': the call may have been applied. */
export type PaystackAnswer =
	| { answer: 'yes'; data: unknown }
	| { answer: 'no'; status: number; message: string }
	| { answer: 'unknown'; why: string }

/** Paystack's outer shape; only `data` tells whether money moved. */
const envelope = z.object({
	status: z.boolean(),
	message: outsideLine().catch(''),
	data: z.unknown().optional(),
})

/** Statuses of passing refusals. */
const passingStatuses = [408, 425, 429]

/** Never throws for outside failures. `why` is a short word for the log, without the key or typed text. */
export function createPaystackCall(access: PaystackAccess) {
	// A plain function: workerd refuses a `fetch` that is bound to something else.
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
			return await readAnswer(response)
		} catch {
			return { answer: 'unknown', why: signal.aborted ? 'timeout' : 'network' }
		}
	}
}

/** A wrong key, or another account's, says nothing about the request. */
export function isPerhapsOurFault({ status, message }: { status: number; message: string }): boolean {
	return status === 401 || status === 403 || status === 404 || /not found/i.test(message)
}

/** Whether the text may stand in an address: '..' would name another resource. */
export function isPaystackName(text: string): boolean {
	return /^[\w.=-]{1,100}$/.test(text) && !/^\.+$/.test(text)
}

async function readAnswer(response: Response): Promise<PaystackAnswer> {
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
	// A 'no' with status 200, or a 'yes' with status 400, is neither.
	if (!answer.success || answer.data.status !== ok) return { answer: 'unknown', why: 'not_understood' }
	const { message, data } = answer.data
	return ok ? { answer: 'yes', data } : { answer: 'no', status, message }
}

/** Null for a larger answer. The declared length can lie, so the bytes are counted. */
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

/** Undefined for invalid JSON. */
export function parsedOrNothing(text: string): unknown {
	try {
		return parseExactJson(text)
	} catch {
		return undefined
	}
}
