import { mailboxOf } from '#app/kernel/email.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { ReferralReason } from '#app/kernel/vocabulary/loyalty.ts'

/** More paid referrals than this within 30 days are looked at by a person. */
export const MAX_PAID_A_MONTH = 20

/** A held referral that was not released by then counts as refused. */
const HELD_DAYS = 30

/** How a person is recognised: by the contact they booked with, or by their account. */
export type Person = { userId: string | null; email: string | null; phone: string | null }

/** The facts of a referral when the friend's visit is completed. */
export type ReferralToCheck = {
	/** Null when the referrer's account is gone. */
	referrer: Person | null
	friend: Person
	/** The referrer had signed in on the device that the friend booked with. */
	isSameDevice: boolean
	/** The friend paid online with a card that the referrer has paid with. */
	isSameCard: boolean
	/** Referrals that were paid to this referrer within the last 30 days. */
	paidInMonth: number
}

/** What becomes of a referral, and why, where it is not paid. */
export type ReferralDecision =
	| { status: 'paid'; reason: null }
	| { status: 'held' | 'refused'; reason: ReferralReason }

/** An address and a number in the form in which all their spellings are alike; null for none. */
export function comparablePerson({ userId, email, phone }: Person): Person {
	return { userId, email: email && mailboxOf(email), phone: phone && parsePhone(phone) }
}

/** By what two people are the same one; null for different people. The reason that comes first in the list counts. */
export function sameAs(one: Person, other: Person): ReferralReason | null {
	const [a, b] = [comparablePerson(one), comparablePerson(other)]
	if (a.userId !== null && a.userId === b.userId) return 'same_account'
	if (a.email !== null && a.email === b.email) return 'same_email'
	return a.phone !== null && a.phone === b.phone ? 'same_phone' : null
}

/**
 * Whether a referral is paid when the friend's visit is completed (D41): refused where friend and referrer are one
 * person, held for a person to look at where they may be, or where the referrer has been paid more than 20 times in
 * 30 days.
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

/** From when on paid referrals count for the limit of a month. */
export function paidInMonthSince(now: Instant): Instant {
	return now - 30 * DAY_MS
}

/** A referral that was held at this instant or before it counts as refused. */
export function heldTooLongBefore(now: Instant): Instant {
	return now - HELD_DAYS * DAY_MS
}

/** True when a referral has been held for 30 days: it counts as refused, by comparison with now. */
export function isHeldTooLong(heldAt: Instant, now: Instant): boolean {
	return heldAt <= heldTooLongBefore(now)
}
