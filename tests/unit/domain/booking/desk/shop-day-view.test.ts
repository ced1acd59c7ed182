import { describe, expect, test } from 'vitest'
import type { AppointmentOfDay } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import { shopDayView } from '#app/domain/booking/desk/shop-day-view.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const ten = Date.parse('2026-11-24T10:00+01:00')
const usual = { date: null, isByPerson: false, page: 1 }
const shop = {
	...{ id: 'palm', name: 'Palm House', timeZone: 'Africa/Lagos', date: '2026-11-24' },
	...{ personId: null as string | null, isClosed: false, closedReason: '' },
}
const cut = { serviceId: 'cut', name: 'Cut', staffMemberId: 'ada', staffName: 'Ada' }
const nails = { serviceId: 'nails', name: 'Nails', staffMemberId: 'tayo', staffName: 'Tayo' }

/** A visit of an hour, to be paid at the shop. */
function visit(name: string, startsAt: number, more: Partial<AppointmentOfDay> = {}): AppointmentOfDay {
	return {
		...{
			appointmentId: name,
			referenceNumber: name,
			status: 'SCHEDULED',
			startsAt,
			endsAt: startsAt + HOUR_MS,
		},
		...{ note: null, bookingNotes: { visitorName: null, customerNote: null } },
		...{ lateMinutes: null, lateToldAt: null, totalKobo: 5_000_00, dueKobo: 5_000_00 },
		...{ paymentMethod: 'CASH', paymentStatus: 'pending', discountReason: null, cancellationReason: null },
		...{ arrivedAt: null, completedAt: null, missedAt: null, cancelledAt: null, transferPaidAt: null },
		...{ updatedAt: 0, isWalkIn: false, isBookedAhead: false, isNew: false, isOfSignedIn: false },
		...{ hasCard: true, hasShopNote: false, services: [cut], ownPart: null },
		customer: { firstName: name, lastName: 'Obi', phone: null },
		...more,
	}
}
const viewOf = (
	appointments: AppointmentOfDay[],
	{ now = ten, personId = null as string | null, asked = usual, day = {} } = {},
) =>
	shopDayView(
		{ shop: { ...shop, personId, ...day }, appointments, staff: [], blocks: [], next: null, upcoming: null },
		asked,
		now,
	)

describe('the list of a day', () => {
	test('has the next visit first, then past ones that are open, then closed ones', () => {
		const done = visit('done', ten - 3 * HOUR_MS, { status: 'COMPLETED', completedAt: ten - HOUR_MS })
		const past = visit('past', ten - 2 * HOUR_MS)
		const { byTime } = viewOf([done, past, visit('next', ten), visit('later', ten + HOUR_MS)])
		const names = (rows: readonly { referenceNumber: string }[] = []) =>
			rows.map(({ referenceNumber }) => referenceNumber)
		expect(names(byTime?.open)).toEqual(['next', 'later'])
		expect(byTime?.open.map(({ isNext }) => isNext)).toEqual([true, false])
		expect([names(byTime?.late), names(byTime?.over)]).toEqual([['past'], ['done']])
	})

	test('goes on after thirty, with the closed ones at its end; another day begins at its first page', () => {
		const closed = Array.from({ length: 5 }, (_, i) => visit(`c${i}`, ten, { status: 'CANCELLED' }))
		const open = Array.from({ length: 28 }, (_, i) => visit(`o${i}`, ten + i * MINUTE_MS))
		const first = viewOf([...closed, ...open])
		expect([first.byTime?.open.length, first.byTime?.over.length]).toEqual([28, 2])
		expect([first.links.back, first.links.on]).toEqual([null, '/kiosk?page=2'])
		const second = viewOf([...closed, ...open], { asked: { ...usual, page: 2 } })
		expect(second.byTime?.over).toHaveLength(3)
		expect([second.links.back, second.links.on]).toEqual(['/kiosk', null])
		expect(second.links.byPerson).toBe('/kiosk?by=person')
		expect(JSON.stringify(second.days)).not.toContain('page=')
	})

	test('says that the shop is closed, with its reason where it has one, and nothing of an open day', () => {
		const closedWords = (day: object) => viewOf([], { day }).closed
		expect(closedWords({})).toBeNull()
		expect(closedWords({ isClosed: true })).toBe('The shop is closed on this day.')
		expect(closedWords({ isClosed: true, closedReason: 'Public holiday' })).toBe('Public holiday')
	})

	test('tells the desk what is to pay and that there is a note, and who comes', () => {
		const bookingNotes = { visitorName: 'Tobi', customerNote: 'Allergic to latex' }
		const [row] = viewOf([visit('Amaka', ten, { bookingNotes })]).byTime?.open ?? []
		expect(row).toMatchObject({ name: 'Tobi (booked by Amaka Obi)', due: '₦5,000', tags: ['Note'] })
	})

	test('shows on a person’s own device their part, who else takes part, and no money', () => {
		const ownPart = { startsAt: ten + 30 * MINUTE_MS, endsAt: ten + HOUR_MS }
		const shared = visit('Amaka', ten, { services: [cut, nails], ownPart })
		const [row] = viewOf([shared], { now: ten + HOUR_MS - 1, personId: 'tayo' }).byTime?.open ?? []
		expect(row).toMatchObject({
			...{ time: '10:30 AM', until: '11:00 AM', what: 'Cut, Nails · with Ada' },
			...{ due: null, card: null, complete: 'Complete, paid' },
		})
		expect(row?.actions).not.toContain('miss')
	})
})
