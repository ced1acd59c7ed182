import type { Database } from '#db/client.server.ts'
import { createAppointmentChangeRepository } from './appointment-change-repository.server.ts'
import { createAppointmentMoveRepository } from './appointment-move-repository.server.ts'
import { createAppointmentProblemRepository } from './appointment-problem-repository.server.ts'
import { createAppointmentRepository } from './appointment-repository.server.ts'
import { createAppointmentServicesRepository } from './appointment-services-repository.server.ts'
import { createAppointmentStateRepository } from './appointment-state-repository.server.ts'
import { createBookingShopRepository } from './booking-shop-repository.server.ts'
import { createCheckoutRepository } from './checkout-repository.server.ts'
import { createCountedActRepository } from './counted-act-repository.server.ts'
import { createCustomerAppointmentRepository } from './customer-appointment-repository.server.ts'
import { createCustomerCardRepository } from './customer-card-repository.server.ts'
import { createCustomerListRepository } from './customer-list-repository.server.ts'
import { createCustomerSearchRepository } from './customer-search-repository.server.ts'
import { createDepositLinkRepository } from './deposit-link-repository.server.ts'
import { createDraftChoicesRepository } from './draft-choices-repository.server.ts'
import { createDraftRepository } from './draft-repository.server.ts'
import { createGuestBookingRepository } from './guest-booking-repository.server.ts'
import { createGuestContactRepository } from './guest-contact-repository.server.ts'
import { createHoldRepository } from './hold-repository.server.ts'
import { createLostCheckoutRepository } from './lost-checkout-repository.server.ts'
import { createNewAppointmentRepository } from './new-appointment-repository.server.ts'
import { createNoShowRepository } from './no-show-repository.server.ts'
import { createOwnDataRepository } from './own-data-repository.server.ts'
import { createPaidCheckoutRepository } from './paid-checkout-repository.server.ts'
import { createPeopleRepository } from './people-repository.server.ts'
import { createPromoRepository } from './promo-repository.server.ts'
import { createReviewReportRepository } from './review-report-repository.server.ts'
import { createReviewRepository } from './review-repository.server.ts'
import { createRunningLateRepository } from './running-late-repository.server.ts'
import { createShopAppointmentListRepository } from './shop-appointment-list-repository.server.ts'
import { createShopAppointmentRepository } from './shop-appointment-repository.server.ts'
import { createShopCalendarRepository } from './shop-calendar-repository.server.ts'
import { createShopDayRepository } from './shop-day-repository.server.ts'
import { createShopToDoRepository } from './shop-to-do-repository.server.ts'
import { createSlotWaitChangeRepository } from './slot-wait-change-repository.server.ts'
import { createSlotWaitRepository } from './slot-wait-repository.server.ts'
import { createTicketRepository } from './ticket-repository.server.ts'
import { createWalkInRepository } from './walk-in-repository.server.ts'

/** By subject. One that is kept in several files is one here: no two of them have a name in common. */
export function createBookingRepositories(read: Database['read']) {
	return {
		drafts: {
			...createDraftRepository(read),
			...createDraftChoicesRepository(),
			...createBookingShopRepository(read),
		},
		holds: { ...createHoldRepository(read), ...createCountedActRepository() },
		checkouts: {
			...createCheckoutRepository(read),
			...createPaidCheckoutRepository(read),
			...createLostCheckoutRepository(read),
			...createNoShowRepository(read),
		},
		deposits: createDepositLinkRepository(read),
		promos: createPromoRepository(read),
		appointments: {
			...createAppointmentRepository(read),
			...createAppointmentServicesRepository(read),
			...createNewAppointmentRepository(),
			...createAppointmentMoveRepository(),
			...createRunningLateRepository(),
			...createAppointmentStateRepository(read),
			...createAppointmentChangeRepository(read),
			...createWalkInRepository(read),
		},
		appointmentViews: {
			...createCustomerAppointmentRepository(read),
			...createShopAppointmentRepository(read),
			...createShopAppointmentListRepository(read),
			...createTicketRepository(read),
			...createShopDayRepository(read),
			...createShopCalendarRepository(read),
			...createShopToDoRepository(read),
		},
		people: {
			...createPeopleRepository(read),
			...createGuestBookingRepository(read),
			...createGuestContactRepository(read),
			...createCustomerSearchRepository(),
			...createCustomerCardRepository(read),
			...createCustomerListRepository(read),
		},
		problems: createAppointmentProblemRepository(read),
		reviews: { ...createReviewRepository(read), ...createReviewReportRepository(read) },
		slotWaits: { ...createSlotWaitRepository(read), ...createSlotWaitChangeRepository() },
		ownData: createOwnDataRepository(read),
	}
}
