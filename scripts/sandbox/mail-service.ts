import {
	type MailBehaviour,
	mailBehaviours,
	mailListPage,
	mailPage,
	type ReceivedMail,
} from './mail-pages.ts'
import {
	jsonAnswer,
	type OutsideAnswer,
	type OutsideRequest,
	type OutsideService,
	pageAnswer,
} from './outside-service.ts'

export type MailService = OutsideService & {
	/** Oldest first; a repeated mail is there once. */
	readonly mails: readonly ReceivedMail[]
	/** The idempotency keys of all requests, repeats and failures included. */
	readonly requestKeys: readonly string[]
	readonly behaviour: MailBehaviour
	setBehaviour(behaviour: MailBehaviour): void
	/** Requests per second of a clock; null: no limit. */
	setLimit(limit: RequestLimit | null): void
	/** Mails per request. */
	readonly batches: readonly number[]
	/** The first matching mail, past or future. */
	received(isWanted: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
	/** Settles at the next request. */
	requested(): Promise<void>
}

export type RequestLimit = { perSecond: number; now: () => number }

const KEPT_MAILS = 500
const MAX_BATCH = 100

/** The part of Resend's API in use, and pages of the mails. */
export function createMailService(): MailService {
	const { mails, batches, received, keepOne, keepBatch } = createMailbox()
	const requestKeys: string[] = []
	const answerOfKey = new Map<string, { body: string; answer: object }>()
	const waiting: (() => void)[] = []
	const held: (() => void)[] = []
	let behaviour: MailBehaviour = 'answer'
	let limit: RequestLimit | null = null
	let taken = { second: 0, count: 0 }

	function setBehaviour(next: MailBehaviour) {
		behaviour = next
		for (const release of held.splice(0)) release()
	}

	/** Null: the API takes the request. */
	function refuseIfWrongKey({ headers }: OutsideRequest): OutsideAnswer | null {
		if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return failure(401, 'missing_api_key')
		if (behaviour === 'fail') return failure(500, 'internal_server_error')
		if (behaviour === 'limit' || isOverLimit()) return failure(429, 'rate_limit_exceeded', 1)
		return behaviour === 'refuse' ? failure(422, 'validation_error') : null
	}

	function isOverLimit(): boolean {
		if (limit === null) return false
		const second = Math.floor(limit.now() / 1_000)
		taken = second === taken.second ? { second, count: taken.count + 1 } : { second, count: 1 }
		return taken.count > limit.perSecond
	}

	async function send(request: OutsideRequest): Promise<OutsideAnswer> {
		const { headers, body, path } = request
		const key = headers['idempotency-key'] ?? ''
		requestKeys.push(key)
		for (const tell of waiting.splice(0)) tell()
		const refusal = refuseIfWrongKey(request)
		if (refusal !== null) return refusal
		const known = answerOfKey.get(key)
		if (known && known.body !== body) return failure(409, 'invalid_idempotent_request')
		const taken = known?.answer ?? (path === '/emails' ? keepOne(key, body) : keepBatch(key, body))
		if (taken === null) return failure(422, 'missing_required_field')
		if (key !== '') answerOfKey.set(key, { body, answer: taken })
		if (behaviour === 'lose') return 'cut'
		if (behaviour === 'hold') await new Promise<void>((resolve) => held.push(resolve))
		return jsonAnswer(200, taken)
	}

	function answer(request: OutsideRequest): Promise<OutsideAnswer | null> | OutsideAnswer | null {
		const { method, path } = request
		if (method === 'POST' && (path === '/emails' || path === '/emails/batch')) return send(request)
		if (method === 'POST' && path === '/behaviour') {
			const wanted = mailBehaviours.find((one) => one === new URLSearchParams(request.body).get('behaviour'))
			if (wanted) setBehaviour(wanted)
			return { status: 303, contentType: 'text/plain', body: '', headers: { location: '/' } }
		}
		return method === 'GET' ? pageAt(path, mails, behaviour) : null
	}

	return {
		mails,
		requestKeys,
		get behaviour() {
			return behaviour
		},
		setBehaviour,
		setLimit(next) {
			limit = next
		},
		batches,
		received,
		requested: () => new Promise((resolve) => waiting.push(resolve)),
		answer: async (request) => answer(request),
	}
}

/** The mails, and the tests that wait for one. */
function createMailbox() {
	const mails: ReceivedMail[] = []
	const batches: number[] = []
	let waiters: { isWanted: (mail: ReceivedMail) => boolean; resolve: (mail: ReceivedMail) => void }[] = []
	let count = 0

	function keepOne(key: string, body: string): object | null {
		const id = keep(key, JSON.parse(body))
		return id === null ? null : { id }
	}

	/** Resend's permissive mode: keeps complete mails, and names the others by their place in the batch. */
	function keepBatch(key: string, body: string): object | null {
		const mails: Record<string, unknown>[] = JSON.parse(body)
		if (!Array.isArray(mails) || mails.length === 0 || mails.length > MAX_BATCH) return null
		batches.push(mails.length)
		const ids = mails.map((mail, place) =>
			mail.attachments === undefined ? keep(`${key}/${place}`, mail) : null,
		)
		const errors = ids.flatMap((id, index) => (id === null ? [{ index, message: 'Not a whole mail.' }] : []))
		return { data: ids.flatMap((id) => (id === null ? [] : [{ id }])), ...(errors.length > 0 && { errors }) }
	}

	function keep(key: string, mailed: Record<string, unknown>): string | null {
		const { from, to, subject, text, html, headers, attachments = [] } = mailed
		const isWhole = [from, subject, text, html].every((value) => typeof value === 'string' && value !== '')
		if (!isWhole || !Array.isArray(to) || to.length === 0) return null
		count += 1
		const mail = {
			number: count,
			receivedAt: new Date(),
			idempotencyKey: key,
			from: String(from),
			to: to.map(String),
			subject: String(subject),
			text: String(text),
			html: String(html),
			headers: Object.fromEntries(
				Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
			),
			attachments: Array.isArray(attachments) ? attachments.map(readAttachment) : [],
		}
		mails.push(mail)
		if (mails.length > KEPT_MAILS) mails.shift()
		waiters = waiters.filter(({ isWanted, resolve }) => {
			if (!isWanted(mail)) return true
			resolve(mail)
			return false
		})
		return `mail-${count}`
	}

	return {
		mails,
		batches,
		keepOne,
		keepBatch,
		received: (isWanted: (mail: ReceivedMail) => boolean) =>
			new Promise<ReceivedMail>((resolve) => {
				const here = mails.find(isWanted)
				if (here) resolve(here)
				else waiters.push({ isWanted, resolve })
			}),
	}
}

/** Null for a path without a page. */
function pageAt(
	path: string,
	mails: readonly ReceivedMail[],
	behaviour: MailBehaviour,
): OutsideAnswer | null {
	if (path === '/') return pageAnswer(mailListPage(mails, behaviour))
	const [, number, form, place] = /^\/mails\/(\d+)(\/html|\/files\/(\d))?$/.exec(path) ?? []
	const mail = mails.find((one) => one.number === Number(number))
	if (!mail) return null
	const attachment = mail.attachments[Number(place)]
	if (place !== undefined)
		return attachment ? { status: 200, contentType: attachment.contentType, body: attachment.text } : null
	if (!form) return pageAnswer(mailPage(mail))
	return {
		status: 200,
		contentType: 'text/html; charset=utf-8',
		body: mail.html,
		headers: { 'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'` },
	}
}

function readAttachment(one: Record<string, unknown>): ReceivedMail['attachments'][number] {
	const { filename, content, content_type: contentType } = one
	return {
		filename: String(filename),
		contentType: String(contentType),
		text: Buffer.from(String(content), 'base64').toString(),
	}
}

function failure(status: number, name: string, retryAfter?: number): OutsideAnswer {
	const answer = jsonAnswer(status, {
		statusCode: status,
		name,
		message: 'The sandbox was told to answer so.',
	})
	if (answer === 'cut' || retryAfter === undefined) return answer
	return { ...answer, headers: { 'retry-after': String(retryAfter) } }
}
