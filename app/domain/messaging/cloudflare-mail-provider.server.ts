import { type MailProvider, SEND_TIMEOUT_MS } from './mail-provider.server.ts'

/** The Worker's `send_email` binding, as far as it is used here. */
export type EmailBinding = {
	send(mail: {
		from: string | { name: string; email: string }
		to: string
		subject: string
		text: string
		html: string
	}): Promise<unknown>
}

/** What is wrong with this mail and no other; all else may pass, or is mended by the operator. */
const rejections = ['E_RECIPIENT_SUPPRESSED', 'E_VALIDATION_ERROR', 'E_CONTENT_TOO_LARGE']

/** Cloudflare Email. It knows no idempotency keys: after a lost answer a mail may arrive twice. */
export function createCloudflareMailProvider(binding: EmailBinding, from: string): MailProvider {
	const [, name, email] = /^(.+?)\s*<(.+)>$/.exec(from) ?? []
	const sender = name && email ? { name, email } : from
	return {
		name: 'cloudflare',
		async send({ to, subject, text, html }) {
			let timer: ReturnType<typeof setTimeout> | undefined
			const tooLate = new Promise<never>((_resolve, reject) => {
				timer = setTimeout(() => reject(new Error('no answer in time')), SEND_TIMEOUT_MS)
			})
			try {
				await Promise.race([binding.send({ from: sender, to, subject, text, html }), tooLate])
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
