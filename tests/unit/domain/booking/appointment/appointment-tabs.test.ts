import { expect, test } from 'vitest'
import {
	appointmentTabs,
	readAppointmentTab,
	statusesOf,
	tabOf,
} from '#app/domain/booking/appointment/appointment-tabs.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

test('every state of a visit stands under exactly one tab', () => {
	expect(appointmentTabs.flatMap(statusesOf).toSorted()).toEqual([...appointmentStatuses].toSorted())
	expect(tabOf('SCHEDULED')).toBe('pending')
	expect(tabOf('CONFIRMED')).toBe('pending')
	expect(tabOf('COMPLETED')).toBe('completed')
	expect(tabOf('CANCELLED')).toBe('cancelled')
	expect(tabOf('NO_SHOW')).toBe('cancelled')
})

test('an address without a tab, or with a made-up one, shows the pending visits', () => {
	expect(readAppointmentTab(null)).toBe('pending')
	expect(readAppointmentTab('completed')).toBe('completed')
	expect(readAppointmentTab('__proto__')).toBe('pending')
})
