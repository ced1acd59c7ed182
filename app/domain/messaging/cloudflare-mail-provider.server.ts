import { base64, type MailProvider, SEND_TIMEOUT_MS } from './mail-provider.server.ts'

/** The part of the Worker's `send_email` binding that this file uses. */
export type EmailBinding = {
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
				const code = codeOf(error)
				return { outcome: rejections.includes(code) ? 'rejected' : 'retry', why: code }
			} finally {
				clearTimeout(timer)
			}
		},
	}
}

function codeOf(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	return /^\w{1,60}$/.test(code) ? code : 'no answer'
}

export function isEmailBinding(value: unknown): value is EmailBinding {
	return typeof value === 'object' && value !== null && 'send' in value && typeof value.send === 'function'
}
