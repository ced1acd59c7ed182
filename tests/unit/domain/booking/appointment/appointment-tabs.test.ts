import { expect, test } from 'vitest'
import {
	appointmentTabs,
	findTab,
	readAppointmentTab,
	statusesUnder,
} from '#app/domain/booking/appointment/appointment-tabs.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

test('every state of a visit stands under exactly one tab', () => {
	expect(appointmentTabs.flatMap(statusesUnder).toSorted()).toEqual([...appointmentStatuses].toSorted())
	expect(findTab('SCHEDULED')).toBe('pending')
	expect(findTab('CONFIRMED')).toBe('pending')
	expect(findTab('COMPLETED')).toBe('completed')
	expect(findTab('CANCELLED')).toBe('cancelled')
	expect(findTab('NO_SHOW')).toBe('cancelled')
})

test('an address without a tab, or with a made-up one, shows the pending visits', () => {
	expect(readAppointmentTab(null)).toBe('pending')
	expect(readAppointmentTab('completed')).toBe('completed')
	expect(readAppointmentTab('__proto__')).toBe('pending')
})
