import { describe, expect, test } from 'vitest'
import { isRaise, termsAt, usualTerms } from '#app/domain/payouts/payout-terms.ts'
import { plannedTerms } from '#app/flows/payouts/set-payout-terms.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { lagos } from '#tests/support/small-shop.ts'

const zone = 'Africa/Lagos'
const now = lagos('2026-11-24', '12:00')
const at = { zone, now }
const tenth = { ...usualTerms, commissionPercent: 10, appliesFrom: lagos('2026-11-01', '00:00') }
const coming = { ...usualTerms, commissionPercent: 15, appliesFrom: lagos('2026-12-05', '00:00') }

describe('D56: terms', () => {
	test('the newest that apply are in force, at their very instant too; without any, the usual ones', () => {
		const all = [coming, tenth]
		expect(termsAt(all, tenth.appliesFrom - 1)).toEqual(usualTerms)
		expect(termsAt(all, tenth.appliesFrom)).toEqual(tenth)
		expect(termsAt(all, coming.appliesFrom)).toEqual(coming)
	})

	test.each([
		[{ commissionPercent: 11 }, true],
		[{ commissionPercent: 9 }, false],
		[{ paymentFeeBearer: 'operator' as const }, false],
		[{ commissionPercent: 0, transferFeeBearer: 'shop' as const }, true],
	])('%o is a raise: %s', (change, raises) => {
		expect(isRaise(tenth, { ...tenth, ...change })).toBe(raises)
	})
})

describe('D56: a change of terms', () => {
	test('bearing more begins at the first midnight that is seven days away', () => {
		expect(plannedTerms([], { commissionPercent: 5 }, at)).toMatchObject({
			value: { kind: 'changed', isRaise: true, terms: { appliesFrom: lagos('2026-12-02', '00:00') } },
		})
		const atMidnight = { zone, now: lagos('2026-11-24', '00:00') }
		expect(plannedTerms([], { commissionPercent: 5 }, atMidnight)).toMatchObject({
			value: { terms: { appliesFrom: lagos('2026-12-01', '00:00') } },
		})
	})

	test('a date before is refused with the earliest one', () => {
		expect(plannedTerms([], { commissionPercent: 5, from: '2026-12-01' }, at)).toEqual({
			ok: false,
			refusal: { why: 'too_soon', earliest: '2026-12-02' },
		})
	})

	test('bearing less begins now, or on a date that is not over', () => {
		expect(plannedTerms([tenth], { commissionPercent: 4 }, at)).toMatchObject({
			value: { kind: 'changed', isRaise: false, terms: { appliesFrom: now } },
		})
		expect(plannedTerms([tenth], { commissionPercent: 4, from: '2026-11-25' }, at)).toMatchObject({
			value: { terms: { appliesFrom: now + 12 * HOUR_MS } },
		})
		expect(plannedTerms([tenth], { commissionPercent: 4, from: '2026-11-23' }, at)).toMatchObject({
			refusal: { why: 'past' },
		})
	})

	test('the same values change nothing, whether they apply or come', () => {
		expect(plannedTerms([tenth], { commissionPercent: 10 }, at)).toMatchObject({
			value: { kind: 'unchanged' },
		})
		const asked = { commissionPercent: 15, from: '2026-12-05' }
		expect(plannedTerms([tenth, coming], asked, at)).toMatchObject({ value: { kind: 'unchanged' } })
	})

	test('what is to come is called off by what applies now, and replaced by anything else', () => {
		expect(plannedTerms([tenth, coming], { commissionPercent: 10 }, at)).toMatchObject({
			value: { kind: 'withdrawn' },
		})
		expect(plannedTerms([tenth, coming], { commissionPercent: 12 }, at)).toMatchObject({
			value: { kind: 'changed', terms: { commissionPercent: 12 } },
		})
	})
})
