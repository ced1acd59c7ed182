import { expect, test } from 'vitest'
import { overlappingAppointments } from '#app/domain/booking/hold/own-overlap.ts'

const appointments = [
	{ startsAt: 100, endsAt: 200 },
	{ startsAt: 300, endsAt: 400 },
]

test('two visits meet when one begins before the other ends, and not when it begins just then', () => {
	expect(overlappingAppointments(appointments, 200, 300)).toEqual([])
	expect(overlappingAppointments(appointments, 199, 300)).toEqual([appointments[0]])
	expect(overlappingAppointments(appointments, 250, 301)).toEqual([appointments[1]])
	expect(overlappingAppointments(appointments, 120, 130)).toEqual([appointments[0]])
	expect(overlappingAppointments(appointments, 150, 350)).toEqual(appointments)
	expect(overlappingAppointments([], 0, 1_000)).toEqual([])
})
