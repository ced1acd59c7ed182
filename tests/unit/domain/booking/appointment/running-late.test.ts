import { expect, test } from 'vitest'
import { mayTellLate } from '#app/domain/booking/appointment/appointment-policy.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

const startsAt = Date.parse('2026-11-24T10:00+01:00')

test('a customer can say that they are late from three hours before until half an hour after the start', () => {
	const at = (now: number) => mayTellLate({ status: 'CONFIRMED', startsAt }, now)
	const [from, until] = [startsAt - 3 * HOUR_MS, startsAt + 30 * MINUTE_MS]
	expect([from - 1, from, startsAt, until, until + 1].map(at)).toEqual([false, true, true, true, false])
})

test('nobody is late for a visit that is closed', () => {
	expect(appointmentStatuses.filter((status) => mayTellLate({ status, startsAt }, startsAt))).toEqual([
		'SCHEDULED',
		'CONFIRMED',
	])
})
