import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { SavingNames } from '#app/kernel/saving-label.ts'
import { type MovementKind, movementKinds, type RefundStatus } from '#app/kernel/vocabulary/payments.ts'

/** Names a movement: its kind, and the id of the row that it is read from. */
export type MovementId = { kind: MovementKind; id: string }

/** Something that happened to a customer's money or rewards. */
export type Movement = MovementId & {
	at: Instant
	/** Zero or more: `movementWords` says which way it went. Zero for a reward. */
	amountKobo: Kobo
	currency: string
	/** Of a refund; null for others. */
	refundStatus: RefundStatus | null
	/** The payer has asked their bank for this payment. */
	isDisputed: boolean
	/** The reward, or the purchase in the words of its payment. */
	label: string
	/** Of the visit that it belongs to, in order; empty without one. */
	serviceNames: string[]
	referenceNumber: string | null
	paymentReference: string | null
	shopName: string
	/** The zone of the shop, by whose clock it is told (D15). */
	timeZone: string
}

/** A movement with what its receipt says besides. */
export type ReceiptMovement = Movement & {
	shop: { address: string; area: string; city: string }
	/** What its visit cost; null without one. */
	bill:
		| (SavingNames & {
				items: { label: string; amountKobo: Kobo }[]
				discountKobo: Kobo
				tipKobo: Kobo
				totalKobo: Kobo
				/** What of the total is paid with cashback (D36). */
				cashbackKobo: Kobo
		  })
		| null
}

/** What a customer's money did in a span of time. */
export type MoneySums = { paidKobo: Kobo; refundedKobo: Kobo; keptKobo: Kobo; savedKobo: Kobo }

/** Where a page of the list begins: after this movement. Movements of one instant are ordered by kind and id. */
export type MovementCursor = MovementId & { at: Instant }

/** 'refund.Xk3…': a movement as the address of its receipt names it. */
export function movementName({ kind, id }: MovementId): string {
	return `${kind}.${id}`
}

/** The movement that a name means; null for text that is no name of one. Says nothing about whether it exists. */
export function readMovementName(text: string): MovementId | null {
	const [, word, id] = /^([a-z_]{1,32})\.([\w-]{1,64})$/.exec(text) ?? []
	const kind = movementKinds.find((one) => one === word)
	return kind !== undefined && id !== undefined ? { kind, id } : null
}

/** A cursor as it stands in an address. */
export function writeMovementCursor(cursor: MovementCursor): string {
	return `${cursor.at}.${movementName(cursor)}`
}

/** The place that a cursor means; null for text that `writeMovementCursor` cannot have made. */
export function readMovementCursor(text: string): MovementCursor | null {
	const [, at, name] = /^(\d{1,15})\.(.{1,100})$/.exec(text) ?? []
	const movement = name === undefined ? null : readMovementName(name)
	return movement && { ...movement, at: Number(at) }
}
