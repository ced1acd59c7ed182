import { describe, expect, test } from 'vitest'
import {
	repaymentAfterBack,
	savingsAfterCancelling,
	savingsIfCancelled,
} from '#app/domain/booking/checkout/saving-words.ts'

const used = { hasReward: false, cashbackKobo: 17_500, repaidKobo: 0, shop: { name: 'Adé Hair Studio' } }
const owe = 'Adé Hair Studio for reversed cashback you already spent'

describe('D38: what is said of cashback that comes back', () => {
	test('names the whole of it where nothing is owed', () => {
		expect(savingsIfCancelled('given_back', used)).toBe('You’ll get your ₦175 cashback back.')
		expect(savingsAfterCancelling('given_back', used)).toBe('Your ₦175 cashback can be used again.')
		expect(savingsAfterCancelling('given_back', { ...used, hasReward: true })).toBe(
			'Your reward and ₦175 cashback can be used again.',
		)
		expect(savingsIfCancelled('none', used)).toBe('')
		expect(savingsAfterCancelling('none', used)).toBe('')
	})

	test('names the part that pays a debt, and what is left', () => {
		const part = { ...used, repaidKobo: 10_000 }
		expect(savingsIfCancelled('given_back', part)).toBe(
			`You’ll get your ₦175 cashback back. ₦100 of that cashback covers what you owe ${owe}, so ₦75 can be used again.`,
		)
		expect(savingsAfterCancelling('given_back', part)).toBe(
			`Your ₦75 cashback can be used again. ₦100 of your cashback covered what you owed ${owe}.`,
		)
	})

	test('promises nothing where a debt takes all of it; the reward is untouched', () => {
		const all = { ...used, repaidKobo: 17_500 }
		expect(savingsIfCancelled('given_back', all)).toBe(
			`You’ll get your ₦175 cashback back. All of that cashback covers what you owe ${owe}.`,
		)
		expect(savingsAfterCancelling('given_back', all)).toBe(
			`₦175 of your cashback covered what you owed ${owe}.`,
		)
		expect(savingsAfterCancelling('given_back', { ...all, hasReward: true })).toBe(
			`Your reward can be used again. ₦175 of your cashback covered what you owed ${owe}.`,
		)
	})

	test('is said of a changed visit too', () => {
		expect(repaymentAfterBack(used)).toEqual([])
		expect(repaymentAfterBack({ ...used, repaidKobo: 10_000 })).toEqual([
			`₦100 of your cashback covered what you owed ${owe}.`,
		])
	})

	test('says nothing of a debt where cancelling came too late', () => {
		const late = { ...used, repaidKobo: 10_000 }
		expect(savingsIfCancelled('forfeited', late)).toBe('It’s too late to get your ₦175 cashback back.')
		expect(savingsAfterCancelling('forfeited', late)).toBe(
			'This was a late cancellation, so your ₦175 cashback can’t be used again.',
		)
	})
})
