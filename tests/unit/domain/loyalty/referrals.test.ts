import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	referralReasonWords,
	referralReviewWords,
	writeOffWords,
} from '#app/domain/loyalty/loyalty-problem-words.ts'
import {
	checkReferral,
	isHeldTooLong,
	MAX_PAID_A_MONTH,
	paidInMonthSince,
	type ReferralToCheck,
	sameAs,
} from '#app/domain/loyalty/referral-check.ts'
import { referralInvitation, referralLink } from '#app/domain/loyalty/referral-code.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'

test('an invitation names shop and code, with the link where there is one', () => {
	const words = 'Join me at Adé! Use my referral code ADAEZE24 to get a discount!'
	expect(referralInvitation('Adé', 'ADAEZE24', null)).toBe(words)
	expect(referralInvitation('Adé', 'ADAEZE24', 'https://wakati.example/s/ade')).toBe(
		`${words} https://wakati.example/s/ade`,
	)
})

test('the link of a code is the shop’s short address, and none where either address is missing', () => {
	expect(referralLink('https://wakati.example', 'ade', 'ADAEZE24')).toBe(
		'https://wakati.example/s/ade?code=ADAEZE24',
	)
	expect(referralLink(null, 'ade', 'ADAEZE24')).toBeNull()
	expect(referralLink('https://wakati.example', null, 'ADAEZE24')).toBeNull()
})

test('staff and operator read each reason in words of its own', () => {
	for (const words of [referralReasonWords, referralReviewWords, writeOffWords]) {
		const said = Object.values(words)
		expect(said.every((text) => text.length > 10)).toBe(true)
		expect(new Set(said).size).toBe(said.length)
	}
})

const ada = { userId: 'ada', email: 'ada.obi@gmail.com', phone: '+2348031234567' }
const bisi = { userId: null, email: 'bisi@example.com', phone: '+2348059999999' }
const referral: ReferralToCheck = {
	referrer: ada,
	friend: bisi,
	isSameDevice: false,
	isSameCard: false,
	paidInMonth: 0,
}

describe('D41: a referral', () => {
	test.each<[string, Partial<ReferralToCheck>, string, string | null]>([
		['of somebody else is paid', {}, 'paid', null],
		['of an account that is gone is not', { referrer: null }, 'refused', 'referrer_gone'],
		['of oneself is not', { friend: { ...bisi, userId: 'ada' } }, 'refused', 'same_account'],
		[
			'of the same mailbox in another spelling is not',
			{ friend: { ...bisi, email: 'a.d.a.obi+salon@googlemail.com' } },
			'refused',
			'same_email',
		],
		[
			'of the same number in another spelling is not',
			{ friend: { ...bisi, phone: '0803 123 4567' } },
			'refused',
			'same_phone',
		],
		['from the same device is held', { isSameDevice: true }, 'held', 'same_device'],
		['with the same card is held', { isSameCard: true }, 'held', 'same_card'],
		['after twenty in a month is held', { paidInMonth: MAX_PAID_A_MONTH }, 'held', 'too_many'],
		['the twentieth of a month is paid', { paidInMonth: MAX_PAID_A_MONTH - 1 }, 'paid', null],
		[
			'is refused where it would be held as well',
			{ friend: { ...bisi, userId: 'ada' }, isSameDevice: true },
			'refused',
			'same_account',
		],
	])('%s', (_, change, status, reason) => {
		expect(checkReferral({ ...referral, ...change })).toEqual({ status, reason })
	})

	test('is held for thirty days, and counts as refused then', () => {
		expect(isHeldTooLong(0, 30 * DAY_MS - 1)).toBe(false)
		expect(isHeldTooLong(0, 30 * DAY_MS)).toBe(true)
	})

	test('counts for the limit of a month for thirty days', () => {
		expect(paidInMonthSince(30 * DAY_MS)).toBe(0)
	})

	test('people of whom nothing is known are not one', () => {
		const nobody = { userId: null, email: null, phone: null }
		expect(sameAs(nobody, nobody)).toBeNull()
	})

	test('whoever is one with another is so from both sides', () => {
		const person = fc.record({
			userId: fc.constantFrom(null, 'a', 'b'),
			email: fc.constantFrom(null, 'a.b@gmail.com', 'ab+x@gmail.com', 'a.b@example.com', 'ab@example.com'),
			phone: fc.constantFrom(null, '+2348031234567', '08031234567', '+2348059999999'),
		})
		fc.assert(fc.property(person, person, (one, other) => sameAs(one, other) === sameAs(other, one)))
	})
})
