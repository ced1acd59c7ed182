import type { Mail } from './mail.ts'

export type OutgoingMail = Mail & {
	to: string
	/** One key for all attempts of a message: a provider that has seen it sends nothing again. */
	idempotencyKey: string
}

/** The provider's rate limit: it took nothing. */
export type Limited = { outcome: 'limited'; why: string; waitMs: number }

/** Not sent, or the answer was lost. */
type NotSent = { outcome: 'retry'; why: string } | Limited

/** `why` goes to the log, and holds neither an address nor a word of the mail. */
type SendOutcome = { outcome: 'sent' } | { outcome: 'rejected'; why: string } | NotSent

/** 'sent': all mails but the ones at the places `rejected`. 'refused': no mail, so each may be sent alone. */
type BatchOutcome =
	| { outcome: 'sent'; rejected: readonly number[] }
	| { outcome: 'refused'; why: string }
	| NotSent

/** Sends mail, and never throws. 'rejected' is final for this mail. */
export type MailProvider = {
	name: 'http' | 'cloudflare'
	send(mail: OutgoingMail): Promise<SendOutcome>
	/**
	 * Up to `MAX_BATCH` mails without attachments, with one key for all attempts. Left out where the provider takes one
	 * mail at a time.
	 */
	sendBatch?(mails: readonly OutgoingMail[], idempotencyKey: string): Promise<BatchOutcome>
}

/** Resend's limit. */
export const MAX_BATCH = 100

function base64(text: string): string {
	return Buffer.from(text).toString('base64')
}

/** Longer than a provider takes, shorter than `FIRST_RETRY_MS` of the outbox. */
const SEND_TIMEOUT_MS = 8_000

type HttpMailSettings = {
	apiUrl: string
	apiKey: string
	from: string
	timeoutMs?: number
	fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Null status: no answer came. */
type Answer = { status: number; headers: Headers; body: unknown } | { status: null; why: string }

/** Sends through Resend's API (POST /emails and /emails/batch), which other providers and the sandbox speak too. */
export function createHttpMailProvider(settings: HttpMailSettings): MailProvider {
	const { apiUrl, apiKey, from, timeoutMs = SEND_TIMEOUT_MS } = settings
	// A plain function: workerd refuses a `fetch` that is bound to something else.
	const send = settings.fetch ?? ((url, init) => fetch(url, init))
	async function post(path: string, idempotencyKey: string, body: object, headers = {}): Promise<Answer> {
		try {
			const response = await send(`${apiUrl.replace(/\/+$/, '')}${path}`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${apiKey}`,
					'content-type': 'application/json',
					'idempotency-key': idempotencyKey,
					...headers,
				},
				body: JSON.stringify(body),
				redirect: 'manual',
				signal: AbortSignal.timeout(timeoutMs),
			})
			return { status: response.status, headers: response.headers, body: await readBody(response) }
		} catch (error) {
			return { status: null, why: error instanceof Error ? error.name : 'no answer' }
		}
	}
	const written = ({ to, idempotencyKey: _, attachments, ...mail }: OutgoingMail) => ({
		from,
		to: [to],
		...mail,
		attachments: attachments?.map(({ filename, contentType, text }) => ({
			filename,
			content: base64(text),
			content_type: contentType,
		})),
	})
	return {
		name: 'http',
		async send(mail) {
			return readOutcome(await post('/emails', mail.idempotencyKey, written(mail)))
		},
		async sendBatch(mails, idempotencyKey): Promise<BatchOutcome> {
			// The provider names a faulty mail and sends the others.
			const permissive = { 'x-batch-validation': 'permissive' }
			const answer = await post('/emails/batch', idempotencyKey, mails.map(written), permissive)
			// A provider without this address takes each mail alone.
			if (answer.status === 404 || answer.status === 405)
				return { outcome: 'refused', why: `status ${answer.status}` }
			const outcome = readOutcome(answer)
			if (outcome.outcome === 'rejected') return { outcome: 'refused', why: outcome.why }
			return outcome.outcome === 'sent' ? { outcome: 'sent', rejected: rejectedPlaces(answer) } : outcome
		},
	}
}

/** The wait after a limit without a time. */
const WAIT_UNLESS_SAID_MS = 1_000

/**
 * Only a fault of this very mail rejects it. A wrong key, an unverified sender or a full quota waits for the operator.
 */
function readOutcome(answer: Answer): SendOutcome {
	if (answer.status === null) return { outcome: 'retry', why: answer.why }
	const { status, headers } = answer
	if (status >= 200 && status < 300) return { outcome: 'sent' }
	const name = errorName(answer.body)
	// An earlier attempt was accepted; the mail's content has changed since.
	if (name === 'invalid_idempotent_request') return { outcome: 'sent' }
	const why = name === '' ? `status ${status}` : `status ${status}, ${name}`
	// The quota of a day or month is a 429 too, and no short wait helps.
	if (status === 429 && !name.endsWith('_quota_exceeded'))
		return { outcome: 'limited', why, waitMs: readWait(headers) }
	const isOurSender = name === 'invalid_from_address'
	return { outcome: [400, 413, 422].includes(status) && !isOurSender ? 'rejected' : 'retry', why }
}

/** The provider's wait, in ms. */
function readWait(headers: Headers): number {
	const seconds = [headers.get('retry-after'), headers.get('ratelimit-reset')]
		.filter((value) => value !== null && value.trim() !== '')
		.map(Number)
		.find((value) => Number.isFinite(value) && value > 0)
	return seconds === undefined ? WAIT_UNLESS_SAID_MS : Math.ceil(seconds * 1_000)
}

/** The error's name, such as 'rate_limit_exceeded'. Its message is not read: it may quote the mail. */
function errorName(body: unknown): string {
	const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : ''
	return typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : ''
}

/** `errors: [{ index, message }]`. */
function rejectedPlaces(answer: Answer): number[] {
	const body = answer.status === null ? null : answer.body
	const errors = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : []
	if (!Array.isArray(errors)) return []
	return errors.map((error) => error?.index).filter((index) => Number.isInteger(index))
}

async function readBody(response: Response): Promise<unknown> {
	try {
		return await response.json()
	} catch {
		return null
	}
}

/** The part of the Worker's `send_email` binding that this file uses. */
type EmailBinding = {
	send(mail: {
		from: string | { name: string; email: string }
		to: string
		subject: string
		text: string
		html: string
		headers?: Record<string, string>
		attachments?: { disposition: 'attachment'; filename: string; type: string; content: string }[]
	}): Promise<unknown>
}

/** Errors of this mail alone. Other errors may pass, or wait for the operator. */
const rejections = ['E_RECIPIENT_SUPPRESSED', 'E_VALIDATION_ERROR', 'E_CONTENT_TOO_LARGE']

/** Cloudflare Email has no idempotency keys: after a lost answer a mail may arrive twice. */
export function createCloudflareMailProvider(binding: EmailBinding, from: string): MailProvider {
	const [, name, email] = /^(.+?)\s*<(.+)>$/.exec(from) ?? []
	const sender = name && email ? { name, email } : from
	return {
		name: 'cloudflare',
		async send({ idempotencyKey: _, attachments, ...mail }) {
			let timer: ReturnType<typeof setTimeout> | undefined
			const tooLate = new Promise<never>((_resolve, reject) => {
				timer = setTimeout(() => reject(new Error('no answer in time')), SEND_TIMEOUT_MS)
			})
			try {
				await Promise.race([
					binding.send({
						from: sender,
						...mail,
						...(attachments && {
							attachments: attachments.map(({ filename, contentType, text }) => ({
								disposition: 'attachment' as const,
								filename,
								type: contentType,
								content: base64(text),
							})),
						}),
					}),
					tooLate,
				])
				return { outcome: 'sent' }
			} catch (error) {
				const code = errorCode(error)
				return { outcome: rejections.includes(code) ? 'rejected' : 'retry', why: code }
			} finally {
				clearTimeout(timer)
			}
		},
	}
}

function errorCode(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	return /^\w{1,60}$/.test(code) ? code : 'no answer'
}

function isEmailBinding(value: unknown): value is EmailBinding {
	return typeof value === 'object' && value !== null && 'send' in value && typeof value.send === 'function'
}

type MailSettings = {
	provider: 'http' | 'cloudflare'
	apiUrl: string
	apiKey: string | null
	from: string | null
}

/** Null while a setting of the provider is missing: messages then wait. */
export function chooseMailProvider(settings: MailSettings, binding: unknown): MailProvider | null {
	const { provider, apiUrl, apiKey, from } = settings
	if (from === null) return null
	if (provider === 'cloudflare')
		return isEmailBinding(binding) ? createCloudflareMailProvider(binding, from) : null
	return apiKey === null ? null : createHttpMailProvider({ apiUrl, apiKey, from })
}
