import { expect, test } from 'vitest'
import {
	changedProgram,
	newProgramFormSchema,
	programTerms,
	readSeenProgram,
	type SeenProgram,
	seenProgram,
} from '#app/domain/loyalty/owner-program-form.server.ts'
import {
	changedReward,
	newRewardFormSchema,
	readSeenReward,
	rewardFields,
	rewardToType,
	seenReward,
} from '#app/domain/loyalty/owner-reward-form.server.ts'
import { programFields } from '#app/domain/loyalty/program-fields.ts'
import { valuesToType } from '#app/kernel/described-form.server.ts'

const act = 'AHv6xgSI3IZcnX39ZJMI9A'
const cashback = { act, kind: 'cashback', name: 'Back', cashbackPercent: '5' }

test('a program is read with the numbers that it begins with; a card has no percentage', () => {
	const typed = newProgramFormSchema.parse({ ...cashback, referrer: '500', friend: '1k' })
	expect(programTerms(typed)).toEqual({
		...{ name: 'Back', description: '', cashbackPercent: 5, minimumSpendKobo: 0 },
		...{ rewardDays: 90, goldVisits: 10, platinumVisits: 25 },
		...{ referralReferrerKobo: 50_000, referralFriendKobo: 100_000 },
	})
	expect(typed).toMatchObject({ visitsRequired: 10, isCyclic: false, lastDay: null })
	const card = newProgramFormSchema.parse({ ...cashback, kind: 'punch_card', friend: '0' })
	expect(programTerms(card)).toMatchObject({ cashbackPercent: null, referralFriendKobo: null })
})

test.each([
	[{ kind: 'raffle' }, ['Choose what it is']],
	[{ cashbackPercent: undefined }, ['Cashback must be a whole number from 1 to 100']],
	[{ goldVisits: '26' }, ['Platinum must take at least as many visits as Gold']],
	[{ referrer: '500' }, ['Type both amounts, or leave both empty']],
	[{ visitsRequired: '101' }, ['Stamps on the card must be a whole number from 1 to 100']],
])('%j is refused in words', (wrong, words) => {
	const read = newProgramFormSchema.safeParse({ ...cashback, ...wrong })
	expect(read.error?.issues.map(({ message }) => message)).toEqual(words)
})

test('a program is shown as it is typed: what counts every visit is left empty', () => {
	const row = programTerms(newProgramFormSchema.parse({ ...cashback, referrer: '500', friend: '1k' }))
	expect(valuesToType(programFields, row)).toMatchObject({
		...{ minimumSpend: '', cashbackPercent: '5', rewardDays: '90', referrer: '500', friend: '1,000' },
	})
	expect(valuesToType(programFields, { ...row, minimumSpendKobo: 150_050 }).minimumSpend).toBe('1,500.50')
})

test('what became of a program is said field by field', () => {
	const row: SeenProgram = {
		status: 'active',
		...{ name: 'Back', description: '', cashbackPercent: 5, minimumSpendKobo: 0 },
		...{ rewardDays: 90, goldVisits: 10, platinumVisits: 25, expiresAt: null },
		...{ referralReferrerKobo: null, referralFriendKobo: null },
	}
	expect(readSeenProgram(seenProgram(row))).toEqual(row)
	const current = {
		...row,
		status: 'ended' as const,
		referralFriendKobo: 50_000,
		expiresAt: Date.UTC(2026, 11, 31, 23),
	}
	expect(changedProgram(row, current, 'Africa/Lagos')).toEqual([
		{ label: 'Customers can join and earn', now: 'no' },
		{ label: 'What the friend gets', now: '₦500' },
		{ label: 'Last day', now: 'Dec 31, 2026' },
	])
})

const reward = { act, visitsRequired: '4', description: 'A treat' }

test('a reward keeps what its kind has, and is shown as it was typed', () => {
	const none = { value: null, unit: null, serviceId: null, description: 'A treat' }
	for (const [gift, worth, stored] of [
		['percent', '10', { ...none, rewardKind: 'discount', value: 10, unit: 'percent' }],
		['amount', '1,500', { ...none, rewardKind: 'discount', value: 150_000, unit: 'kobo' }],
		['cashback', '500', { ...none, rewardKind: 'cashback', value: 50_000, unit: 'kobo' }],
		['free_service', '', { ...none, rewardKind: 'free_service', serviceId: 'cut' }],
		['upgrade', '', { ...none, rewardKind: 'upgrade' }],
	] as const) {
		const typed = newRewardFormSchema.parse({ ...reward, gift, worth, serviceId: 'cut' })
		const fields = rewardFields(typed)
		expect(fields).toEqual(stored)
		expect(rewardToType(fields)).toMatchObject({ gift, worth })
		expect(readSeenReward(seenReward(fields))).toEqual(stored)
	}
})

test.each([
	[{ gift: 'percent', worth: '101' }, 'Type a whole percentage from 1 to 100'],
	[{ gift: 'amount', worth: 'much' }, 'Type an amount in naira, such as 500'],
	[{ gift: 'cashback' }, 'Type how much it gives'],
	[{ gift: 'free_service' }, 'Choose the free service'],
	[{ gift: 'car' }, 'Choose what it gives'],
])('%j is refused in words', (wrong, words) => {
	const read = newRewardFormSchema.safeParse({ ...reward, ...wrong })
	expect(read.error?.issues.map(({ message }) => message)).toEqual([words])
})

test('what became of a reward is said as a whole', () => {
	const seen = {
		rewardKind: 'discount',
		value: 10,
		unit: 'percent',
		serviceId: null,
		description: 'Ten',
	} as const
	expect(changedReward(seen, { ...seen, serviceName: null })).toEqual([])
	const free = { rewardKind: 'free_service', value: null, unit: null, serviceId: 'cut' } as const
	expect(changedReward(seen, { ...free, description: 'A cut', serviceName: 'Haircut' })).toEqual([
		{ label: 'Reward', now: 'Free Haircut' },
		{ label: 'Description', now: 'A cut' },
	])
})
