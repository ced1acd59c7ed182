import type { Database } from '#db/client.server.ts'
import { createAppointmentChangeRepository } from './appointment-change-repository.server.ts'
import { createAppointmentProblemRepository } from './appointment-problem-repository.server.ts'
import { createAppointmentRepository } from './appointment-repository.server.ts'
import { createAppointmentStateRepository } from './appointment-state-repository.server.ts'
import { createCheckoutRepository } from './checkout-repository.server.ts'
import { createClientRepository } from './client-repository.server.ts'
import { createCountedActRepository } from './counted-act-repository.server.ts'
import { createCustomerAppointmentRepository } from './customer-appointment-repository.server.ts'
import { createDraftRepository } from './draft-repository.server.ts'
import { createGuestBookingRepository } from './guest-booking-repository.server.ts'
import { createGuestContactRepository } from './guest-contact-repository.server.ts'
import { createHoldRepository } from './hold-repository.server.ts'
import { createMemberRepository } from './member-repository.server.ts'
import { createOwnDataRepository } from './own-data-repository.server.ts'
import { createOwnReviewRepository } from './own-review-repository.server.ts'
import { createPromoUseRepository } from './promo-use-repository.server.ts'
import { createReviewReportRepository } from './review-report-repository.server.ts'
import { createShopAppointmentRepository } from './shop-appointment-repository.server.ts'
import { createShopPromoRepository } from './shop-promo-repository.server.ts'
import { createShopReviewRepository } from './shop-review-repository.server.ts'
import { createSlotWaitRepository } from './slot-wait-repository.server.ts'
import { createWalkInRepository } from './walk-in-repository.server.ts'

export function createBookingRepositories(read: Database['read']) {
	return {
		drafts: createDraftRepository(read),
		holds: createHoldRepository(read),
		checkouts: createCheckoutRepository(read),
		promoUses: createPromoUseRepository(read),
		countedActs: createCountedActRepository(),
		appointments: createAppointmentRepository(read),
		customerAppointments: createCustomerAppointmentRepository(read),
		clients: createClientRepository(),
		guestBookings: createGuestBookingRepository(read),
		guestContacts: createGuestContactRepository(read),
		appointmentProblems: createAppointmentProblemRepository(read),
		ownData: createOwnDataRepository(read),
		ownReviews: createOwnReviewRepository(read),
		reviewReports: createReviewReportRepository(read),
		appointmentStates: createAppointmentStateRepository(read),
		appointmentChanges: createAppointmentChangeRepository(read),
		shopPromos: createShopPromoRepository(read),
		shopReviews: createShopReviewRepository(read),
		members: createMemberRepository(read),
		shopAppointments: createShopAppointmentRepository(read),
		walkIns: createWalkInRepository(read),
		slotWaits: createSlotWaitRepository(read),
	}
}
