import { expect, test } from 'vitest'
import {
	referralReasonWords,
	referralReviewWords,
	writeOffWords,
} from '#app/domain/loyalty/loyalty-problem-words.ts'
import { referralInvitation, referralLink } from '#app/domain/loyalty/referral-code.server.ts'

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
