import type { Mail } from './mail.ts'

/** A mail to send, with its recipient. */
export type OutgoingMail = Mail & {
	to: string
	/** One key for all attempts of a message. A provider that has seen the key sends nothing again. */
	idempotencyKey: string
}

/** The provider was asked too often: it took nothing, and says how long to wait. */
export type Limited = { outcome: 'limited'; why: string; waitMs: number }

/** Not sent yet, or not known. */
type NotSent = { outcome: 'retry'; why: string } | Limited

/** `why` is for the log, and holds neither an address nor a word of the mail. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'rejected'; why: string } | NotSent

/** 'sent': all but those at these places. 'refused': none was taken, so each may be sent alone. */
export type BatchOutcome =
	| { outcome: 'sent'; rejected: readonly number[] }
	| { outcome: 'refused'; why: string }
	| NotSent

/** Sends mail, and never throws. 'rejected' is final for this mail. */
export type MailProvider = {
	name: 'http' | 'cloudflare'
	send(mail: OutgoingMail): Promise<SendOutcome>
	/**
	 * Sends up to `MAX_BATCH` mails without attachments at one request, with one key for all attempts of the same mails.
	 * Left out by a provider that takes one mail at a time.
	 */
	sendBatch?(mails: readonly OutgoingMail[], idempotencyKey: string): Promise<BatchOutcome>
}

/** How many mails Resend takes at one request. */
export const MAX_BATCH = 100

/** The text of an attachment as both providers take it. */
export function base64(text: string): string {
	return Buffer.from(text).toString('base64')
}

/** Longer than any provider takes, shorter than the outbox waits before its first repeat. */
export const SEND_TIMEOUT_MS = 8_000
