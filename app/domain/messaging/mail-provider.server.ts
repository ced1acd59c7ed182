import type { Mail } from './mail.ts'

/** A mail on its way out. */
export type OutgoingMail = Mail & {
	to: string
	/** The same for every attempt of one message: a provider that knows it already sends nothing again. */
	idempotencyKey: string
}

/** `why` is for the log: it holds neither an address nor a word of the mail. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'retry' | 'rejected'; why: string }

/** Whoever carries our mail. It answers and never throws: 'rejected' is this mail for good, 'retry' is not known or not yet. */
export type MailProvider = {
	name: 'http' | 'cloudflare'
	send(mail: OutgoingMail): Promise<SendOutcome>
}

/** Longer than any provider takes, shorter than the first repeat of the outbox. */
export const SEND_TIMEOUT_MS = 8_000
