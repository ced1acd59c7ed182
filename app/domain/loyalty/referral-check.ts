import { mailboxOf } from '#app/kernel/email.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { ReferralReason } from '#app/kernel/vocabulary/loyalty.ts'

/** Further referrals of a referrer within 30 days are held for a person. */
export const MAX_PAID_A_MONTH = 20

/** A referral held for this long counts as refused. */
const HELD_DAYS = 30

export type Person = { userId: string | null; email: string | null; phone: string | null }

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
 * Decides a referral at the friend's completion (D41). Refused: friend and referrer are one person. Held: they may be,
 * or 20 were paid in 30 days.
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

/** Referrals held since this instant or longer count as refused. */
export function heldTooLongBefore(now: Instant): Instant {
	return now - HELD_DAYS * DAY_MS
}

/** Whether the referral counts as refused, after 30 days. */
export function isHeldTooLong(heldAt: Instant, now: Instant): boolean {
	return heldAt <= heldTooLongBefore(now)
}
