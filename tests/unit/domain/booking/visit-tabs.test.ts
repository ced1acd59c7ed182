import { expect, test } from 'vitest'
import { readVisitTab, statusesOf, tabOf, visitTabs } from '#app/domain/booking/visit-tabs.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary.ts'

test('every state of a visit stands under exactly one tab', () => {
	expect(visitTabs.flatMap(statusesOf).toSorted()).toEqual([...appointmentStatuses].toSorted())
	expect(tabOf('SCHEDULED')).toBe('pending')
	expect(tabOf('CONFIRMED')).toBe('pending')
	expect(tabOf('COMPLETED')).toBe('completed')
	expect(tabOf('CANCELLED')).toBe('cancelled')
	expect(tabOf('NO_SHOW')).toBe('cancelled')
})

test('an address without a tab, or with a made-up one, shows the pending visits', () => {
	expect(readVisitTab(null)).toBe('pending')
	expect(readVisitTab('completed')).toBe('completed')
	expect(readVisitTab('__proto__')).toBe('pending')
})
