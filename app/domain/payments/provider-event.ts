import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'

/** An event of a provider in our words: a reason to ask the provider, and proof of nothing (D5). */
export type ProviderEvent = {
	/** The provider's name of it, such as 'charge.success'; also one that we do not know. */
	event: string
	/** The payment that it is about, or the transfer. */
	paymentReference: string | null
	/** The provider's number of the payment, refund or dispute. */
	objectId: string | null
	/** Equal each time that the event is sent, and unlike those of all other providers. */
	dedupeKey: string
	news: EventNews
}

/** What it says. Null where nothing follows from it. */
export type EventNews =
	| { about: 'payment' }
	| { about: 'transfer' }
	| { about: 'refund'; status: Exclude<RefundStatus, 'requested'> | null; details: RefundDetails }
	| { about: 'dispute'; step: 'opened' | 'reminded' | 'ended' | null; details: DisputeDetails }
	| null

export type RefundNews = Extract<EventNews, { about: 'refund' }>
export type DisputeNews = Extract<EventNews, { about: 'dispute' }>

/** 'not_signed': another sender. 'not_understood': the provider's, and no event that we can read. */
export type EventReading =
	| { outcome: 'event'; event: ProviderEvent; payload: string }
	| { outcome: 'not_signed' }
	| { outcome: 'not_understood' }

/** What a refund's event tells beside its name; null what it leaves out. */
export type RefundDetails = {
	/** The provider's number of the refund; early events have none. */
	refundId: string | null
	amountKobo: Kobo | null
	currency: string | null
}

/** What a dispute's event tells; null what it leaves out. */
export type DisputeDetails = {
	/** It was accepted, by the merchant or because no answer came in time: the money went back to the payer. */
	isLost: boolean
	/** The money in question, or what went back to the payer. */
	amountKobo: Kobo | null
	/** The provider's word for why: 'chargeback', 'fraud'. */
	category: string | null
	openedAt: Instant | null
	/** Until when an answer is taken. */
	dueAt: Instant | null
}
