import type { ResultSet } from '@libsql/client/web'
import { expect, test } from 'vitest'
import { createCustomerAppointmentRepository } from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import type { Database } from '#db/client.server.ts'
import { RowError } from '#db/row.server.ts'

const actor = { sessionHash: 'somebody', at: 0 }
const row = {
	appointmentId: 'visit',
	referenceNumber: 'WK7-4QMH',
	startsAt: 0,
	scheduledDate: '2026-11-24',
	scheduledTime: '10:00',
	durationMinutes: 30,
	totalKobo: 450_000,
	discountKobo: 0,
	serviceNames: '["Cut"]',
	staffName: null,
	isByShop: 0,
	mayReview: 0,
	isReviewed: 0,
	'shop.id': 'shop',
	'shop.name': 'Palm House',
	'shop.address': '1 Herbert Macaulay Way',
	'shop.area': 'Yaba',
	'shop.city': 'Lagos',
	'shop.rescheduleCutoffMinutes': 120,
	count: 1,
}

/** A database that answers each read with one row, whose status its CHECK would not let in. */
function repositoryOver(status: string) {
	const read: Database['read'] = async (statement) =>
		statement.map({ rows: [{ ...row, status }] } as unknown as ResultSet)
	return createCustomerAppointmentRepository(read)
}

test('an appointment of a status that this release does not know is an error, and no live booking', async () => {
	const page = { tab: 'pending', after: null, limit: 10 } as const
	const known = repositoryOver('CONFIRMED')
	expect(await known.listAppointments(actor, page)).toMatchObject([
		{ appointmentId: 'visit', staffName: null },
	])
	expect(await known.countAppointments(actor)).toEqual({ pending: 1, completed: 0, cancelled: 0 })
	const unknown = repositoryOver('ON_HOLD')
	await expect(unknown.listAppointments(actor, page)).rejects.toThrow(RowError)
	await expect(unknown.countAppointments(actor)).rejects.toThrow(RowError)
})
