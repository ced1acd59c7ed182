import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	countAppointment,
	isReached,
	type Milestone,
	type ProgramRules,
	rewardExpiry,
	type Standing,
	withoutRefund,
	withoutStamp,
} from '#app/domain/loyalty/count-appointment.ts'

const milestone = (visitsRequired: number): Milestone => ({
	id: `at-${visitsRequired}`,
	visitsRequired,
	rewardKind: 'discount',
	value: 10,
	unit: 'percent',
	serviceId: null,
	description: '10% off',
})
const cardOf = (visitsRequired: number, isCyclic: boolean, at: number[] = []): ProgramRules => ({
	isGiving: true,
	minimumSpendKobo: 0,
	cashbackPercent: null,
	card: { visitsRequired, isCyclic, milestones: at.map(milestone) },
})
const cashback = (percent: number, minimumSpendKobo = 0): ProgramRules => ({
	isGiving: true,
	minimumSpendKobo,
	cashbackPercent: percent,
	card: null,
})
const fresh: Standing = { visitsCount: 0, cycleCount: 1, rewarded: [] }
const appointment = { spentKobo: 500_000, isStampedToday: false }

describe('a punch card', () => {
	test('takes a stamp for a visit, and gives what its milestone says', () => {
		const rules = cardOf(5, true, [2])
		expect(countAppointment(rules, fresh, appointment)).toMatchObject({
			isStamp: true,
			visitsCount: 1,
			reached: [],
		})
		expect(countAppointment(rules, { ...fresh, visitsCount: 1 }, appointment)).toMatchObject({
			visitsCount: 2,
			reached: [{ id: 'at-2' }],
		})
	})

	test('starts again when it is full, where it is cyclic; the last stamp is on the old card', () => {
		const full = countAppointment(cardOf(5, true, [5]), { ...fresh, visitsCount: 4 }, appointment)
		expect(full).toMatchObject({ stampedCycle: 1, visitsCount: 0, cycleCount: 2, reached: [{ id: 'at-5' }] })
		const last = countAppointment(cardOf(5, false, [5]), { ...fresh, visitsCount: 4 }, appointment)
		expect(last).toMatchObject({ visitsCount: 5, cycleCount: 1 })
		expect(countAppointment(cardOf(5, false, [5]), { ...fresh, visitsCount: 5 }, appointment)).toMatchObject({
			isStamp: false,
			visitsCount: 5,
			reached: [],
		})
	})

	test('D39: takes one stamp a day, none below its minimum, and none once it has ended', () => {
		const rules = { ...cardOf(5, true, [1]), minimumSpendKobo: 500_000 }
		const none = { isStamp: false, visitsCount: 0, reached: [] }
		expect(countAppointment(rules, fresh, { ...appointment, isStampedToday: true })).toMatchObject(none)
		expect(countAppointment(rules, fresh, { ...appointment, spentKobo: 499_999 })).toMatchObject(none)
		expect(countAppointment({ ...rules, isGiving: false }, fresh, appointment)).toMatchObject(none)
		expect(countAppointment(rules, fresh, appointment)).toMatchObject({ isStamp: true })
	})

	test('D39: a milestone counts once for each card', () => {
		const rewarded = [{ milestoneId: 'at-1', cycleCount: 1 }]
		expect(countAppointment(cardOf(5, true, [1]), { ...fresh, rewarded }, appointment).reached).toEqual([])
		const ofAnother = [{ milestoneId: 'at-2', cycleCount: 1 }]
		expect(
			countAppointment(cardOf(5, true, [1]), { ...fresh, rewarded: ofAnother }, appointment).reached,
		).toHaveLength(1)
		expect(
			countAppointment(cardOf(5, true, [1]), { ...fresh, cycleCount: 2, rewarded }, appointment).reached,
		).toHaveLength(1)
	})
})

test('D29: cashback is a percentage of what was paid, half up to the whole naira, and never more than that', () => {
	expect(countAppointment(cashback(5), fresh, { ...appointment, spentKobo: 1_785_400 }).cashbackKobo).toBe(
		89_300,
	)
	expect(countAppointment(cashback(5, 600_000), fresh, appointment).cashbackKobo).toBe(0)
	expect(countAppointment(cashback(100), fresh, { ...appointment, spentKobo: 50 }).cashbackKobo).toBe(50)
	expect(countAppointment(cashback(5), fresh, appointment).isStamp).toBe(false)
})

test('taking stamps back one by one leads to where as many visits fewer would have led', () => {
	const cards = fc.record({ visitsRequired: fc.integer({ min: 1, max: 12 }), isCyclic: fc.boolean() })
	fc.assert(
		fc.property(
			cards,
			fc.integer({ min: 0, max: 40 }),
			fc.integer({ min: 0, max: 40 }),
			(card, more, fewer) => {
				const rules = { ...cardOf(card.visitsRequired, card.isCyclic) }
				const after = (appointments: number) => {
					let standing: Standing = fresh
					let stamps = 0
					for (let i = 0; i < appointments; i++) {
						const counted = countAppointment(rules, standing, appointment)
						if (counted.isStamp) stamps++
						standing = { ...counted, rewarded: [] }
					}
					return { standing, stamps }
				}
				const all = after(more)
				const taken = Math.min(fewer, all.stamps)
				let standing: Pick<Standing, 'visitsCount' | 'cycleCount'> = all.standing
				for (let i = 0; i < taken; i++) standing = withoutStamp(card, standing)
				const expected = after(all.stamps - taken).standing
				expect([standing.visitsCount, standing.cycleCount]).toEqual([
					expected.visitsCount,
					expected.cycleCount,
				])
			},
		),
	)
})

test('a fresh card has no stamp to take back', () => {
	for (const isCyclic of [true, false])
		expect(withoutStamp({ visitsRequired: 5, isCyclic }, { visitsCount: 0, cycleCount: 1 })).toEqual({
			visitsCount: 0,
			cycleCount: 1,
		})
})

test('D30: a reward is good for the days of its program', () => {
	expect(rewardExpiry(90, 1_000)).toBe(1_000 + 90 * 86_400_000)
})

test('a milestone of an earlier card stays reached; the last one is lost with its stamp', () => {
	const card = { visitsRequired: 5 }
	expect(isReached({ visitsRequired: 5, cycleCount: 1 }, card, { visitsCount: 0, cycleCount: 2 })).toBe(true)
	expect(isReached({ visitsRequired: 5, cycleCount: 1 }, card, { visitsCount: 4, cycleCount: 1 })).toBe(false)
	expect(isReached({ visitsRequired: 3, cycleCount: 1 }, card, { visitsCount: 3, cycleCount: 1 })).toBe(true)
})

test.each([
	['nothing went back', { paidKobo: 500_000, cashbackKobo: 25_000 }, 0, 25_000],
	['a half went back', { paidKobo: 500_000, cashbackKobo: 25_000 }, 250_000, 12_500],
	['all went back', { paidKobo: 500_000, cashbackKobo: 25_000 }, 500_000, 0],
	['more went back than was paid without the tip', { paidKobo: 500_000, cashbackKobo: 25_000 }, 600_000, 0],
	['a third went back', { paidKobo: 300_000, cashbackKobo: 10_000 }, 100_000, 6_700],
	['nothing was paid', { paidKobo: 0, cashbackKobo: 0 }, 100_000, 0],
])('D38: of cashback stays what is paid for still: %s', (_, appointment, refundedKobo, cashbackKobo) => {
	expect(withoutRefund(appointment, refundedKobo).cashbackKobo).toBe(cashbackKobo)
})

test('D38: it never grows, and a larger refund never leaves more', () => {
	const naira = fc.nat(1_000_000).map((amount) => amount * 100)
	fc.assert(
		fc.property(naira, naira, naira, naira, (paidKobo, cashbackKobo, one, more) => {
			const appointment = { paidKobo, cashbackKobo: Math.min(cashbackKobo, paidKobo) }
			const after = withoutRefund(appointment, one)
			expect(after.cashbackKobo).toBeLessThanOrEqual(appointment.cashbackKobo)
			expect(after.cashbackKobo % 100).toBe(0)
			expect(withoutRefund(appointment, one + more).cashbackKobo).toBeLessThanOrEqual(after.cashbackKobo)
		}),
	)
})
