import type { Instant } from '#app/kernel/instant.ts'
import type { SavingNames } from '#app/kernel/labels.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type MovementKind, movementKinds, type RefundStatus } from '#app/kernel/vocabulary/payments.ts'

/** `id` is the id of its row. */
export type MovementId = { kind: MovementKind; id: string }

/** An event of a customer's money or rewards. */
export type Movement = MovementId & {
	at: Instant
	/** Zero or more, in the direction of `movementWords`; zero for a reward. */
	amountKobo: Kobo
	currency: string
	refundStatus: RefundStatus | null
	/** The payer disputes it with their bank. */
	isDisputed: boolean
	/** The reward, or the payment's description. */
	label: string
	/** In order; empty without an appointment. */
	serviceNames: string[]
	referenceNumber: string | null
	paymentReference: string | null
	shopName: string
	/** The shop's, for its times (D15). */
	timeZone: string
}

export type ReceiptMovement = Movement & {
	shop: { address: string; area: string; city: string }
	/** Null without an appointment. */
	bill:
		| (SavingNames & {
				items: { label: string; amountKobo: Kobo }[]
				discountKobo: Kobo
				tipKobo: Kobo
				totalKobo: Kobo
				/** The part of the total paid with cashback (D36). */
				cashbackKobo: Kobo
		  })
		| null
}

export type MoneySums = { paidKobo: Kobo; refundedKobo: Kobo; keptKobo: Kobo; savedKobo: Kobo }

/** A page begins after it. Movements of one instant are ordered by kind and id. */
export type MovementCursor = MovementId & { at: Instant }

/** 'refund.Xk3…', for the address of its receipt. */
export function movementName({ kind, id }: MovementId): string {
	return `${kind}.${id}`
}

/** Null for text that is no name; says nothing about whether it exists. */
export function readMovementName(text: string): MovementId | null {
	const [, word, id] = /^([a-z_]{1,32})\.([\w-]{1,64})$/.exec(text) ?? []
	const kind = movementKinds.find((one) => one === word)
	return kind !== undefined && id !== undefined ? { kind, id } : null
}

export function writeMovementCursor(cursor: MovementCursor): string {
	return `${cursor.at}.${movementName(cursor)}`
}

/** Null for text that `writeMovementCursor` cannot have made. */
export function readMovementCursor(text: string): MovementCursor | null {
	const [, at, name] = /^(\d{1,15})\.(.{1,100})$/.exec(text) ?? []
	const movement = name === undefined ? null : readMovementName(name)
	return movement && { ...movement, at: Number(at) }
}
