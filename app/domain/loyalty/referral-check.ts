import { mailboxOf } from '#app/kernel/email.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { ReferralReason } from '#app/kernel/vocabulary/loyalty.ts'

/** A person reviews more paid referrals than this within 30 days. */
export const MAX_PAID_A_MONTH = 20

/** Then a held referral counts as refused. */
const HELD_DAYS = 30

/** A contact, an account, or both. */
export type Person = { userId: string | null; email: string | null; phone: string | null }

/** The facts at the friend's completion. */
export type ReferralToCheck = {
	/** Null when the referrer's account is gone. */
	referrer: Person | null
	friend: Person
	/** The referrer had signed in on the friend's booking device. */
	isSameDevice: boolean
	/** The friend paid online with a card that the referrer has paid with. */
	isSameCard: boolean
	/** Paid to this referrer within the last 30 days. */
	paidInMonth: number
}

export type ReferralDecision =
	| { status: 'paid'; reason: null }
	| { status: 'held' | 'refused'; reason: ReferralReason }

/** Email and phone in the form that makes all their spellings equal. */
export function comparablePerson({ userId, email, phone }: Person): Person {
	return { userId, email: email && mailboxOf(email), phone: phone && parsePhone(phone) }
}

/** The first reason why two people are the same; null for different people. */
export function sameAs(one: Person, other: Person): ReferralReason | null {
	const [a, b] = [comparablePerson(one), comparablePerson(other)]
	if (a.userId !== null && a.userId === b.userId) return 'same_account'
	if (a.email !== null && a.email === b.email) return 'same_email'
	return a.phone !== null && a.phone === b.phone ? 'same_phone' : null
}

/**
 * At the friend's completion (D41): refused where friend and referrer are one person, held where they may be, or after
 * 20 paid ones in 30 days.
 */
export function checkReferral(referral: ReferralToCheck): ReferralDecision {
	const { referrer, friend, isSameDevice, isSameCard, paidInMonth } = referral
	const refusal = referrer === null ? 'referrer_gone' : sameAs(referrer, friend)
	if (refusal !== null) return { status: 'refused', reason: refusal }
	if (isSameDevice) return { status: 'held', reason: 'same_device' }
	if (isSameCard) return { status: 'held', reason: 'same_card' }
	if (paidInMonth >= MAX_PAID_A_MONTH) return { status: 'held', reason: 'too_many' }
	return { status: 'paid', reason: null }
}

/** The start of the referrer's month. */
export function paidInMonthSince(now: Instant): Instant {
	return now - 30 * DAY_MS
}

/** Referrals held until then count as refused. */
export function heldTooLongBefore(now: Instant): Instant {
	return now - HELD_DAYS * DAY_MS
}

/** Held for 30 days: it counts as refused. */
export function isHeldTooLong(heldAt: Instant, now: Instant): boolean {
	return heldAt <= heldTooLongBefore(now)
}
