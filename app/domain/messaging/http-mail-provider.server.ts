import { base64, type MailProvider, SEND_TIMEOUT_MS, type SendOutcome } from './mail-provider.server.ts'

export type HttpMailSettings = { apiUrl: string; apiKey: string; from: string; timeoutMs?: number }

/** Sends through Resend's API (POST /emails), which other providers and the sandbox speak too. */
export function createHttpMailProvider(settings: HttpMailSettings): MailProvider {
	const { apiUrl, apiKey, from, timeoutMs = SEND_TIMEOUT_MS } = settings
	return {
		name: 'http',
		async send({ to, idempotencyKey, attachments, ...mail }) {
			try {
				const response = await fetch(`${apiUrl.replace(/\/+$/, '')}/emails`, {
					method: 'POST',
					headers: {
						authorization: `Bearer ${apiKey}`,
						'content-type': 'application/json',
						'idempotency-key': idempotencyKey,
					},
					body: JSON.stringify({
						from,
						to: [to],
						...mail,
						attachments: attachments?.map(({ filename, contentType, text }) => ({
							filename,
							content: base64(text),
							content_type: contentType,
						})),
					}),
					redirect: 'manual',
					signal: AbortSignal.timeout(timeoutMs),
				})
				return outcomeOf(response.status, await errorName(response))
			} catch (error) {
				return { outcome: 'retry', why: error instanceof Error ? error.name : 'no answer' }
			}
		},
	}
}

/**
 * What an answer means. Only a fault of this very mail rejects the mail. A wrong key, an unverified sender or a full quota
 * is the operator's to mend, and the mail waits.
 */
function outcomeOf(status: number, name: string): SendOutcome {
	if (status >= 200 && status < 300) return { outcome: 'sent' }
	// The provider accepted an earlier attempt, and the contents of the mail have changed since.
	if (name === 'invalid_idempotent_request') return { outcome: 'sent' }
	const why = name === '' ? `status ${status}` : `status ${status}, ${name}`
	const isOurSender = name === 'invalid_from_address'
	return { outcome: [400, 413, 422].includes(status) && !isOurSender ? 'rejected' : 'retry', why }
}

/** The provider's name of an error, such as 'rate_limit_exceeded'. The error's message is not read: it may quote the mail. */
async function errorName(response: Response): Promise<string> {
	if (response.ok) {
		await response.body?.cancel()
		return ''
	}
	try {
		const body: unknown = await response.json()
		const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : ''
		return typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : ''
	} catch {
		return ''
	}
}
