import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'

/** A provider's event: a reason to ask the provider, and proof of nothing (D5). */
export type ProviderEvent = {
	/** The provider's name, such as 'charge.success'; may be unknown. */
	event: string
	/** Of the payment or transfer. */
	paymentReference: string | null
	/** The provider's number of the payment, refund or dispute. */
	objectId: string | null
	/** Equal for each delivery of the event, and unique among providers. */
	dedupeKey: string
	news: EventNews
}

/** Null: the event changes nothing. */
export type EventNews =
	| { about: 'payment' }
	| { about: 'transfer' }
	| { about: 'refund'; status: Exclude<RefundStatus, 'requested'> | null; details: RefundDetails }
	| { about: 'dispute'; step: 'opened' | 'reminded' | 'ended' | null; details: DisputeDetails }
	| null

export type RefundNews = Extract<EventNews, { about: 'refund' }>
export type DisputeNews = Extract<EventNews, { about: 'dispute' }>

/** 'not_signed': another sender. 'not_understood': signed, but unreadable. */
export type EventReading =
	| { outcome: 'event'; event: ProviderEvent; payload: string }
	| { outcome: 'not_signed' }
	| { outcome: 'not_understood' }

/** Null for missing fields. */
export type RefundDetails = {
	/** The provider's number; early events have none. */
	refundId: string | null
	amountKobo: Kobo | null
	currency: string | null
}

/** Null for missing fields. */
export type DisputeDetails = {
	/** We accepted it, or did not answer in time: the payer was refunded. */
	isLost: boolean
	/** The disputed, or refunded, money. */
	amountKobo: Kobo | null
	/** The provider's word: 'chargeback', 'fraud'. */
	category: string | null
	openedAt: Instant | null
	/** The end of the time for an answer. */
	dueAt: Instant | null
}
