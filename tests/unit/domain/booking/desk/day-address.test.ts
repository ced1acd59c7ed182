import { expect, test } from 'vitest'
import {
	blockPageAddress,
	dayAddress,
	dayPageAddress,
	readDayQuery,
} from '#app/domain/booking/desk/day-address.ts'

const today = '2026-11-24'
const usual = { date: null, isByPerson: false, page: 1 }

test.each([
	['/kiosk', usual],
	['/kiosk?date=2026-11-25', { ...usual, date: '2026-11-25' }],
	['/kiosk?by=person', { ...usual, isByPerson: true }],
	['/kiosk?page=99', { ...usual, page: 99 }],
	['/kiosk?date=2026-11-25&by=person&page=2', { date: '2026-11-25', isByPerson: true, page: 2 }],
] as const)('%s says what it asks for', (address, asked) => {
	expect(dayAddress(asked, today)).toBe(address)
	expect(readDayQuery(new URL(address, 'https://wakati.example').searchParams)).toEqual(asked)
})

test('what is usual is not said, and what cannot be read is usual', () => {
	expect(dayPageAddress(today, today)).toBe('/kiosk')
	expect(blockPageAddress(today, today)).toBe('/kiosk/block')
	expect(blockPageAddress(null, today)).toBe('/kiosk/block')
	expect(blockPageAddress('2026-11-25', today)).toBe('/kiosk/block?date=2026-11-25')
	for (const search of ['date=tomorrow', 'date=2026-02-30', 'by=time', 'page=0', 'page=1.5', 'page=100'])
		expect(readDayQuery(new URLSearchParams(search)), search).toEqual(usual)
})
