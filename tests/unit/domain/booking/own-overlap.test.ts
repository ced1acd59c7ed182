import { expect, test } from 'vitest'
import { overlappingAppointment } from '#app/domain/booking/own-overlap.ts'

const visits = [
	{ startsAt: 100, endsAt: 200 },
	{ startsAt: 300, endsAt: 400 },
]

test('two visits meet when one begins before the other ends, and not when it begins just then', () => {
	expect(overlappingAppointment(visits, 200, 300)).toBeNull()
	expect(overlappingAppointment(visits, 199, 300)).toBe(visits[0])
	expect(overlappingAppointment(visits, 250, 301)).toBe(visits[1])
	expect(overlappingAppointment(visits, 120, 130)).toBe(visits[0])
	expect(overlappingAppointment([], 0, 1_000)).toBeNull()
})
