import type { Mail } from './mail.ts'

export type OutgoingMail = Mail & {
	to: string
	/** One key for all attempts of a message: a provider that has seen it sends nothing again. */
	idempotencyKey: string
}

/** The provider's rate limit: it took nothing. */
export type Limited = { outcome: 'limited'; why: string; waitMs: number }

/** Not sent yet, or not known. */
type NotSent = { outcome: 'retry'; why: string } | Limited

/** `why` goes to the log, and holds neither an address nor a word of the mail. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'rejected'; why: string } | NotSent

/** 'sent': all but these places. 'refused': none was taken, so each may be sent alone. */
export type BatchOutcome =
	| { outcome: 'sent'; rejected: readonly number[] }
	| { outcome: 'refused'; why: string }
	| NotSent

/** Sends mail, and never throws. 'rejected' is final for this mail. */
export type MailProvider = {
	name: 'http' | 'cloudflare'
	send(mail: OutgoingMail): Promise<SendOutcome>
	/**
	 * Up to `MAX_BATCH` mails without attachments in one request; one key for all attempts of the same mails. Left out
	 * where the provider takes one mail at a time.
	 */
	sendBatch?(mails: readonly OutgoingMail[], idempotencyKey: string): Promise<BatchOutcome>
}

/** Resend's limit. */
export const MAX_BATCH = 100

export function base64(text: string): string {
	return Buffer.from(text).toString('base64')
}

/** Longer than a provider takes, shorter than the outbox waits before its first repeat. */
export const SEND_TIMEOUT_MS = 8_000
