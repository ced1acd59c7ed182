import { expect, test } from 'vitest'
import {
	entryColumns,
	newPlanFormSchema,
	readSeenPlan,
	seenPlan,
} from '#app/domain/subscriptions/owner-forms.server.ts'
import { planFields } from '#app/domain/subscriptions/plan-fields.ts'
import { givenWords, periodEntriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { changedWords } from '#app/kernel/described-field.ts'

const typed = {
	...{ act: 'AHv6xgSI3IZcnX39ZJMI9A', title: 'Ten visits', price: '20k' },
	...{ entryKind: 'total', entries: '10', periodDays: '60' },
}

test('a plan is read as people type it; without pauses it has none', () => {
	const plan = newPlanFormSchema.parse(typed)
	expect(plan).toMatchObject({ price: 2_000_000, entries: 10, maxPauses: 0, isPayableAtShop: false })
	expect(entryColumns('total', 10)).toEqual({ totalVisitsAllowed: 10, maxEntriesPerWeek: null })
	expect(entryColumns('weekly', 2)).toEqual({ totalVisitsAllowed: null, maxEntriesPerWeek: 2 })
	expect(entryColumns('unlimited', 9)).toEqual({ totalVisitsAllowed: null, maxEntriesPerWeek: null })
})

test.each([
	[{ title: undefined }, 'Type a name'],
	[{ price: '0' }, 'The price is in whole naira, at least ₦1'],
	[{ price: '1.50' }, 'The price is in whole naira, at least ₦1'],
	[{ entryKind: 'some' }, 'Choose how often it lets in'],
	[{ entries: undefined }, 'Entries must be a whole number from 1 to 1,000'],
	[{ periodDays: '367' }, 'Days must be a whole number from 1 to 366'],
	[{ maxPauses: '13' }, 'Pauses must be a whole number from 0 to 12'],
	[{ maxPauseDays: '0' }, 'Days of a pause must be a whole number from 1 to 366'],
])('%j is refused in words', (wrong, words) => {
	const read = newPlanFormSchema.safeParse({ ...typed, ...wrong })
	expect(read.error?.issues.map(({ message }) => message)).toEqual([words])
})

test('an unlimited plan needs no number', () => {
	expect(newPlanFormSchema.safeParse({ ...typed, entryKind: 'unlimited', entries: undefined }).success).toBe(
		true,
	)
})

test('what a plan gives is said in a line', () => {
	const plan = {
		entryKind: 'total',
		totalVisitsAllowed: 10,
		maxEntriesPerWeek: null,
		periodDays: 60,
	} as const
	expect(givenWords({ ...plan, maxPauses: 0, maxPauseDays: 1 })).toBe('10 entries in 60 days, no pauses')
	const weekly = { ...plan, entryKind: 'weekly', totalVisitsAllowed: null, maxEntriesPerWeek: 2 } as const
	expect(periodEntriesLabel(weekly)).toBe('2 entries a week for 60 days')
	expect(givenWords({ ...plan, maxPauses: 1, maxPauseDays: 14 })).toBe(
		'10 entries in 60 days, 1 pause of up to 14 days',
	)
})

test('what became of a plan is said field by field', () => {
	const row = {
		title: 'Ten',
		description: '',
		priceKobo: 100,
		isPayableAtShop: true,
		status: 'on_offer',
	} as const
	expect(readSeenPlan(seenPlan(row))).toEqual(row)
	expect(
		changedWords(planFields, row, { ...row, title: 'Five', status: 'withdrawn', isPayableAtShop: false }),
	).toEqual([
		{ label: 'Name', now: 'Five' },
		{ label: 'Customers can pay at the shop', now: 'no' },
		{ label: 'Customers can buy it', now: 'no' },
	])
})
