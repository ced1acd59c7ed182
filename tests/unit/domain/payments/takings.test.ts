import { describe, expect, test } from 'vitest'
import { countTakings, type TakingsFileLine, type TakingsPart } from '#app/domain/payments/takings.ts'
import { takingsCsv } from '#app/domain/payments/takings-csv.server.ts'
import {
	findPeriod,
	periodLabel,
	periodLinks,
	readPeriod,
	takingsWindow,
} from '#app/domain/payments/takings-period.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'

const part = (more: Partial<TakingsPart> = {}): TakingsPart => ({
	way: 'cash',
	item: 'service',
	itemId: 'cut',
	itemName: 'Cut',
	person: { id: 'ada', name: 'Ada Obi' },
	amountKobo: 500_000,
	tipKobo: 0,
	...more,
})

describe('takings', () => {
	test('are added up by way, by service and by person, and each comes to the total', () => {
		const takings = countTakings([
			part({ tipKobo: 20_000 }),
			part({ way: 'online', person: { id: 'bola', name: 'Bola Obi' } }),
			part({ way: 'refunded', person: { id: 'bola', name: 'Bola Obi' }, amountKobo: -100_000 }),
			part({ item: 'plan', itemId: 'gold', itemName: 'Gold', person: null, amountKobo: 1_000_000 }),
		])
		expect(takings).toEqual({
			totalKobo: 1_920_000,
			tipsKobo: 20_000,
			byWay: [
				{ label: 'Paid online', amountKobo: 500_000 },
				{ label: 'Refunded online', amountKobo: -100_000 },
				{ label: 'Cash', amountKobo: 1_520_000 },
			],
			byItem: [
				{ label: 'Gold', amountKobo: 1_000_000 },
				{ label: 'Cut', amountKobo: 900_000 },
				{ label: 'Tips', amountKobo: 20_000 },
			],
			byPerson: [
				{ label: 'Plans', amountKobo: 1_000_000 },
				{ label: 'Ada Obi', amountKobo: 500_000 },
				{ label: 'Bola Obi', amountKobo: 400_000 },
				{ label: 'Tips', amountKobo: 20_000 },
			],
			tips: [{ label: 'Ada Obi', amountKobo: 20_000 }],
		})
	})

	test('of two people of one name are two lines, and what came and went leaves none', () => {
		const { byPerson, byItem } = countTakings([
			part(),
			part({ person: { id: 'other', name: 'Ada Obi' }, amountKobo: 100_000 }),
			part({ itemId: 'trim', itemName: 'Trim' }),
			part({ itemId: 'trim', itemName: 'Trim', way: 'refunded', amountKobo: -500_000 }),
		])
		expect(byPerson.map(({ label }) => label)).toEqual(['Ada Obi', 'Ada Obi (2)'])
		expect(byItem.map(({ label }) => label)).toEqual(['Cut'])
	})

	test('of many services end with one line for the smallest', () => {
		const parts = Array.from({ length: 45 }, (_, i) =>
			part({ itemId: `${i}`, itemName: `Service ${i}`, amountKobo: 100 * (i + 1) }),
		)
		const { byItem, totalKobo } = countTakings(parts)
		expect(byItem).toHaveLength(41)
		expect(byItem.at(-1)).toEqual({ label: '5 others', amountKobo: 1_500 })
		expect(byItem.reduce((sum, { amountKobo }) => sum + amountKobo, 0)).toBe(totalKobo)
	})

	test('as a file have a line for each payment with its visit, and no formula', () => {
		const name = '=HYPERLINK("https://evil.example")'
		const line = (more: Partial<TakingsFileLine> = {}): TakingsFileLine => ({
			...part(),
			at: Date.parse('2026-11-24T22:59:00Z'),
			referenceNumber: 'A1B2C3D4',
			customer: 'Chidi Eze',
			discountKobo: 0,
			...more,
		})
		const file = takingsCsv(
			[
				line({ itemName: name, discountKobo: 10_000, tipKobo: 5_050 }),
				line({ at: Date.parse('2026-11-24T23:05:00Z'), customer: name }),
				line({ way: 'refunded', amountKobo: -100_000, person: null, customer: '' }),
			],
			'Africa/Lagos',
		)
		const formula = `"'=HYPERLINK(""https://evil.example"")"`
		expect(file.split('\r\n')).toEqual([
			'\uFEFFDate,Time,Reference,Customer,Paid,Kind,Name,Person,Discount,Amount,Tip,Total',
			`2026-11-24,23:59,A1B2C3D4,Chidi Eze,Cash,Service,${formula},Ada Obi,100.00,5000.00,50.50,5050.50`,
			`2026-11-25,00:05,A1B2C3D4,${formula},Cash,Service,Cut,Ada Obi,0.00,5000.00,0.00,5000.00`,
			'2026-11-24,23:59,A1B2C3D4,,Refunded online,Service,Cut,,0.00,-1000.00,0.00,-1000.00',
			'Total,,,,,,,,100.00,9000.00,50.50,9050.50',
			'',
		])
	})
})

describe('a period', () => {
	test('is a day, a week from Monday, or a month with its last day', () => {
		expect(findPeriod('day', '2026-11-25')).toEqual({ from: '2026-11-25', until: '2026-11-25' })
		expect(findPeriod('week', '2026-11-29')).toEqual({ from: '2026-11-23', until: '2026-11-29' })
		expect(findPeriod('month', '2028-02-05')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
		expect(findPeriod('month', '2026-12-31')).toEqual({ from: '2026-12-01', until: '2026-12-31' })
	})

	test('has a name, and the year where it is another one', () => {
		const label = (kind: 'day' | 'week' | 'month', date: string) =>
			periodLabel(kind, findPeriod(kind, date), '2026-11-25')
		expect(label('day', '2026-11-25')).toBe('Wed 25 Nov')
		expect(label('day', '2025-11-25')).toBe('Tue 25 Nov 2025')
		expect(label('week', '2026-11-25')).toBe('Mon 23 Nov – Sun 29 Nov')
		expect(label('month', '2026-11-25')).toBe('November 2026')
	})

	test('leads to the one before and after it, and back to that of today', () => {
		const page = '/kiosk/shop/takings'
		expect(periodLinks('day', '2026-11-25', '2026-11-25')).toEqual({
			date: '2026-11-25',
			before: `${page}?date=2026-11-24`,
			today: null,
			after: `${page}?date=2026-11-26`,
		})
		expect(periodLinks('week', '2026-11-18', '2026-11-25')).toEqual({
			date: '2026-11-18',
			before: `${page}?period=week&date=2026-11-15`,
			today: `${page}?period=week`,
			after: `${page}?period=week`,
		})
	})

	test('is read from an address, and what cannot be read is today', () => {
		const asked = (query: string) => readPeriod(new URLSearchParams(query))
		expect(asked('period=month&date=2026-02-28')).toEqual({ kind: 'month', date: '2026-02-28' })
		expect(asked('period=year&date=2026-02-30')).toEqual({ kind: 'day', date: null })
		expect(asked('date=../../etc')).toEqual({ kind: 'day', date: null })
	})

	test('of any clock is within its window, and what surely is in it is so by every clock', () => {
		const now = Date.parse('2026-11-30T23:30Z')
		const window = takingsWindow({ kind: 'month', date: null }, now)
		// Where it is December already, and where it is not.
		expect(window.fromAt).toBeLessThanOrEqual(Date.parse('2026-11-01T00:00+14:00'))
		expect(window.untilAt).toBeGreaterThanOrEqual(Date.parse('2027-01-01T00:00-12:00'))
		expect(window.sureFromAt).toBeGreaterThanOrEqual(window.sureUntilAt)
		const past = takingsWindow({ kind: 'month', date: '2026-10-10' }, now)
		expect(past.sureFromAt).toBe(Date.parse('2026-10-02T00:00Z'))
		expect(past.sureUntilAt).toBe(Date.parse('2026-10-31T00:00Z'))
		expect(past.untilAt - past.fromAt).toBe(33 * DAY_MS)
	})
})
