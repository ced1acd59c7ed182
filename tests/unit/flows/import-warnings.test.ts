import { expect, test } from 'vitest'
import { silentTraps } from '#app/flows/shop/import-warnings.ts'

type Trapped = Parameters<typeof silentTraps>[1]

const day = (dayOfWeek: number, startMinute: number, endMinute: number) => ({
	dayOfWeek,
	startMinute,
	endMinute,
	breakStartMinute: null,
	breakEndMinute: null,
})
const values = {
	depositKind: 'none',
	depositValue: 0,
	latitude: 6.5,
	longitude: 3.4,
	timeZone: 'Africa/Lagos',
	email: 'desk@ada.example',
}
const ada = { id: 'p', firstName: 'Ada', isActive: true, serviceIds: ['cut'], week: [day(1, 540, 1080)] }
const cut = { id: 'cut', name: 'Haircut', priceKobo: 500_000, isEnabled: true }

function wordsOf(
	change: { values?: object; week?: object[]; services?: object[]; staff?: object[] },
	isNew = false,
) {
	const shop = { externalId: 'A', week: [day(1, 540, 1080)], services: [cut], staff: [ada], ...change }
	const whole = { ...shop, values: { ...values, ...change.values } } as unknown as Trapped
	return silentTraps({ place: 'row 2' } as Parameters<typeof silentTraps>[0], whole, isNew).map(
		({ words }) => words,
	)
}

test('O5: a shop without a trap has no notice', () => {
	expect(wordsOf({})).toEqual([])
	expect(wordsOf({ values: { email: null } })).toEqual([])
})

test.each([
	['open when no one works: Monday', { week: [day(1, 540, 1200)] }],
	['closed in some of the hours of Ada', { week: [day(1, 600, 1080)] }],
	['offers Braids, and no one', { services: [cut, { ...cut, id: 'braids', name: 'Braids' }] }],
	['more than its dearest service', { values: { depositKind: 'amount', depositValue: 500_001 } }],
	['latitude and longitude swapped', { values: { latitude: 3.4, longitude: 6.5 } }],
])('O5: what is accepted and most likely not meant has a notice: %s', (words, change) => {
	expect(wordsOf(change)).toEqual([expect.stringContaining(words)])
})

test('O5: a new shop without an e-mail is named', () => {
	expect(wordsOf({ values: { email: null } }, true)).toEqual([expect.stringContaining('has no e-mail')])
})
