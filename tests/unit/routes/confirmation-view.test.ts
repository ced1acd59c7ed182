import { describe, expect, it } from 'vitest'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { confirmationView } from '#app/routes/booking.confirmation/confirmation-view.server.ts'

const startsAt = Date.parse('2026-11-24T09:00Z')
const hour = 3_600_000

const appointment: Appointment = {
	appointmentId: 'one',
	referenceNumber: 'ABC-1234',
	status: 'SCHEDULED',
	startsAt,
	durationMinutes: 30,
	totalKobo: 350_000,
	tipKobo: 0,
	discountKobo: 0,
	cashbackKobo: 0,
	repaidKobo: 0,
	rewardLabel: null,
	promoCode: null,
	friendCode: null,
	paymentChoice: 'transfer',
	paymentStatus: 'pending',
	paidKobo: 0,
	refundableUntilAt: startsAt - 24 * hour,
	cancelledAt: null,
	cancellationReason: null,
	isMailWithheld: false,
	firstName: 'Ngozi',
	bookingNotes: { visitorName: null, customerNote: null },
	lateMinutes: null,
	lateToldAt: null,
	calendarSequence: 0,
	isByShop: false,
	isOfAccount: false,
	hasEmail: true,
	isEmailProven: false,
	mayReview: false,
	isReviewed: false,
	services: [{ name: 'Trim', priceKobo: 350_000, staffName: 'Ada' }],
	addOns: [],
	shop: {
		id: 'shop',
		name: 'Small Shop',
		address: '1 High Street',
		area: 'Yaba',
		city: 'Lagos',
		landmark: null,
		phone: null,
		timeZone: 'Africa/Lagos',
		latitude: 6,
		longitude: 3,
		minimumNoticeMinutes: 30,
		horizonDays: 60,
		rescheduleCutoffMinutes: 120,
		freeCancellationMinutes: 1_440,
		bankAccount: { bankName: 'GTBank', accountNumber: '0000000000', accountName: 'Small Shop' },
	},
}

const viewAt = (now: number, changes: Partial<Appointment> = {}, isOwnBrowser = true) =>
	confirmationView({ ...appointment, ...changes }, null, { token: 'token', isOwnBrowser, now })

describe('The page of a booking', () => {
	it('of a visit that may be reviewed leads to its review, written or not, and no other does', () => {
		const page = '/appointments/review?visit=token'
		const after = appointment.startsAt + 86_400_000
		expect(viewAt(after, { status: 'COMPLETED', mayReview: true }).review).toEqual({ page, label: 'Review' })
		const reviewed = { status: 'COMPLETED', mayReview: true, isReviewed: true } as const
		expect(viewAt(after, reviewed).review).toEqual({ page, label: 'Change Review' })
		for (const status of ['SCHEDULED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const)
			expect(viewAt(after, { status }).review, status).toBeUndefined()
	})

	it('reads as past once its time has come, until the shop closes it', () => {
		expect(viewAt(startsAt - 1)).toMatchObject({ title: 'Booking Confirmed!', isAhead: true })
		expect(viewAt(startsAt)).toMatchObject({ title: 'Past visit', isPast: true, isAhead: false })
		const closed = viewAt(startsAt, { status: 'COMPLETED' })
		expect([closed.title, closed.isPast]).toEqual(['Visit completed', undefined])
	})

	it('L10: tells whom it is for, where that is someone else, to the browser that booked it alone', () => {
		expect(viewAt(startsAt - hour).bookedFor).toBeNull()
		const forTobi = { bookingNotes: { visitorName: 'Tobi', customerNote: null } }
		expect(viewAt(startsAt - hour, forTobi).bookedFor).toBe('Tobi')
		expect(viewAt(startsAt - hour, forTobi, false).bookedFor).toBeNull()
	})

	it('shows the note to the browser that booked it alone', () => {
		const noted = { bookingNotes: { visitorName: null, customerNote: 'Allergic to latex' } }
		expect(viewAt(startsAt - hour, noted).bookingNotes).toEqual([
			{ label: 'Your note', text: 'Allergic to latex' },
		])
		expect(viewAt(startsAt - hour, noted, false).bookingNotes).toEqual([])
	})

	it('names a promo code and the code of a friend as checkout did', () => {
		const labelOf = (saving: Partial<Appointment>) =>
			viewAt(startsAt - hour, { discountKobo: 350_000, ...saving }).discountLabel
		expect(labelOf({ promoCode: 'WELCOME10' })).toBe('Promo WELCOME10')
		expect(labelOf({ friendCode: 'ADAEZE24' })).toBe('Friend’s code ADAEZE24')
		expect(labelOf({})).toBe('Discount')
		expect(labelOf({ discountKobo: 0 })).toBeUndefined()
	})

	it('D52: says why the shop cancelled, and that a transfer comes back however late that was', () => {
		const paid = { paymentStatus: 'completed', cancelledAt: startsAt + hour, status: 'CANCELLED' } as const
		expect(viewAt(startsAt + hour, paid)).toMatchObject({ money: 'kept', cancellationReason: null })
		expect(viewAt(startsAt + hour, { ...paid, cancellationReason: 'No water' })).toMatchObject({
			title: 'Booking cancelled',
			cancellationReason: 'No water',
			money: 'refunded',
			paidKobo: 350_000,
		})
	})

	it('says who booked where it was the shop', () => {
		expect(viewAt(startsAt - hour, { isByShop: true })).toMatchObject({ isByShop: true })
		expect(viewAt(startsAt - hour)).not.toHaveProperty('isByShop')
	})

	it('M4: asks for no transfer of ₦0', () => {
		expect(viewAt(startsAt - hour).shop.bankAccount).not.toBeNull()
		expect(viewAt(startsAt - hour, { totalKobo: 0, discountKobo: 350_000 }).shop.bankAccount).toBeNull()
	})

	it('L32: never reads as paid once it is cancelled', () => {
		const paid = { paymentStatus: 'completed' } as const
		expect(viewAt(startsAt - hour, paid).moneyTag).toBe('PAID')
		expect(viewAt(startsAt - hour).moneyTag).toBeNull()
		const cancelled = { ...paid, status: 'CANCELLED', cancelledAt: startsAt - 30 * hour } as const
		expect(viewAt(startsAt - hour, cancelled).moneyTag).toBe('CANCELLED')
	})
})
