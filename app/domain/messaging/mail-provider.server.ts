import type { Mail } from './mail.ts'

/** A mail to send, with its recipient. */
export type OutgoingMail = Mail & {
	to: string
	/** One key for all attempts of a message. A provider that has seen the key sends nothing again. */
	idempotencyKey: string
}

/** `why` is for the log, and holds neither an address nor a word of the mail. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'retry' | 'rejected'; why: string }

/** Sends mail, and never throws. 'rejected' is final for this mail; 'retry' means not sent yet, or not known. */
export type MailProvider = {
	name: 'http' | 'cloudflare'
	send(mail: OutgoingMail): Promise<SendOutcome>
}

/** The text of an attachment as both providers take it. */
export function base64(text: string): string {
	return Buffer.from(text).toString('base64')
}

/** Longer than any provider takes, shorter than the outbox waits before its first repeat. */
export const SEND_TIMEOUT_MS = 8_000
