import { expect, test } from 'vitest'
import { changedDetails, type ShopDetails } from '#app/domain/discovery/shop-details.ts'
import {
	detailsOfForm,
	detailsToType,
	readSeenDetails,
	shopDetailsFormSchema,
} from '#app/domain/discovery/shop-details-form.server.ts'
import { cutoffLabel, noticeLabel } from '#app/domain/discovery/shop-words.ts'

const details: ShopDetails = {
	description: 'Braids.\nWalk in.',
	landmark: 'Opposite the Total filling station',
	phone: '+2348031234567',
	whatsapp: null,
	depositKind: 'percent',
	depositValue: 30,
	prepayAfterNoShows: 2,
	depositHoldHours: 2,
	minimumNoticeMinutes: 30,
	horizonDays: 60,
	freeCancellationMinutes: 1_440,
	rescheduleCutoffMinutes: 120,
	maxAheadUnproven: 5,
	maxAheadProven: 15,
	maxGuestBookingsPerHour: 20,
	maxMoves: 6,
}
/** As a browser sends it: what is empty is not there. */
const typed = (from: ShopDetails = details) => ({
	act: 'AHv6xgSI3IZcnX39ZJMI9A',
	...Object.fromEntries(Object.entries(detailsToType(from)).filter(([, value]) => value !== '')),
})
const read = (form: object) => shopDetailsFormSchema.safeParse(form)
const problems = (form: object) => read(form).error?.issues.map(({ message }) => message)

test('details are shown as they are typed, and read back as they were', () => {
	for (const shop of [
		details,
		{ ...details, depositKind: 'amount', depositValue: 500_050, landmark: null, whatsapp: '+442079460000' },
		{ ...details, depositKind: 'none', depositValue: 0, prepayAfterNoShows: null, phone: null },
	] as const)
		expect(detailsOfForm(shopDetailsFormSchema.parse(typed(shop)))).toEqual(shop)
	expect(detailsToType(details)).toMatchObject({ phone: '0803 123 4567', whatsapp: '', deposit: '30' })
})

test('a line of nothing but spaces is none', () => {
	const { landmark } = detailsOfForm(shopDetailsFormSchema.parse({ ...typed(), landmark: '  ' }))
	expect(landmark).toBeNull()
})

test('what is typed beside no deposit counts for nothing, and a percentage may have its sign', () => {
	const none = detailsOfForm(
		shopDetailsFormSchema.parse({ ...typed(), depositKind: 'none', deposit: 'a lot' }),
	)
	expect([none.depositKind, none.depositValue]).toEqual(['none', 0])
	const half = detailsOfForm(shopDetailsFormSchema.parse({ ...typed(), deposit: ' 50 % ' }))
	expect(half.depositValue).toBe(50)
})

const inPercent = 'A deposit in percent is a whole number from 1 to 100'
const inNaira = 'A deposit in naira is from ₦100 to ₦10,000,000'
test.each([
	[{ deposit: '0' }, inPercent],
	[{ deposit: '101' }, inPercent],
	[{ deposit: '12.5' }, inPercent],
	[{ deposit: undefined }, inPercent],
	[{ depositKind: 'amount', deposit: '99.99' }, inNaira],
	[{ depositKind: 'amount', deposit: '10,000,001' }, inNaira],
	[{ depositKind: 'amount', deposit: 'half' }, inNaira],
	[{ depositKind: 'amount', deposit: undefined }, inNaira],
	[{ depositKind: 'half' }, 'Choose a kind of deposit'],
	[{ phone: '0803' }, 'Type a number like 0803 123 4567 or +234 803 123 4567'],
	[{ description: 'x'.repeat(1_001) }, 'Please write at most 1000 characters'],
	[{ landmark: 'x'.repeat(121) }, 'Please write at most 120 characters'],
	[{ prepayAfterNoShows: '0' }, 'No-shows before a customer must prepay must be a whole number from 1 to 50'],
	[{ horizonDays: '366' }, 'How far ahead customers can book must be a whole number from 1 to 365'],
	[{ horizonDays: undefined }, 'How far ahead customers can book must be a whole number from 1 to 365'],
	[{ maxMoves: '51' }, 'Times a visit can be moved must be a whole number from 1 to 50'],
])('%j is refused in words', (wrong, words) => {
	expect(problems({ ...typed(), ...wrong })).toEqual([words])
})

test('a wrong deposit is said together with what else is wrong', () => {
	expect(problems({ ...typed(), deposit: '0', maxMoves: '0' })).toHaveLength(2)
})

test('a form keeps what it showed; what no form of ours sends is none', () => {
	expect(readSeenDetails(JSON.stringify(details))).toEqual(details)
	for (const sent of [undefined, '', '{}', '[]', '{"phone":1}']) expect(readSeenDetails(sent)).toBeNull()
})

test('what another device changed is said detail by detail', () => {
	expect(changedDetails(details, details)).toEqual([])
	const now = {
		...details,
		depositKind: 'amount',
		depositValue: 500_000,
		phone: null,
		freeCancellationMinutes: 0,
		minimumNoticeMinutes: 4_320,
		horizonDays: 1,
	} as const
	expect(changedDetails(details, now)).toEqual([
		{ label: 'Phone', now: 'none' },
		{ label: 'Deposit', now: '₦5,000' },
		{ label: 'Notice before a visit', now: '3 days' },
		{ label: 'How far ahead customers can book', now: '1 day' },
		{ label: 'Free to cancel until', now: 'Its start' },
	])
	expect(changedDetails(now, { ...now, depositKind: 'none' })).toEqual([{ label: 'Deposit', now: 'none' }])
	expect(changedDetails(details, { ...details, depositValue: 40 })).toEqual([
		{ label: 'Deposit', now: '40%' },
	])
})

test.each([
	[1, '1 minute'],
	[45, '45 minutes'],
	[60, '1 hour'],
	[90, '90 minutes'],
	[1_440, '24 hours'],
	[2_880, '48 hours'],
	[4_320, '3 days'],
	[4_380, '73 hours'],
])('%i minutes read as %s', (minutes, words) => {
	expect(noticeLabel(minutes)).toBe(words)
	expect(cutoffLabel(minutes)).toBe(`${words} before`)
})
