import { createAppointmentChangeRepository } from '#app/domain/booking/appointment/appointment-change-repository.server.ts'
import { createAppointmentMoveRepository } from '#app/domain/booking/appointment/appointment-move-repository.server.ts'
import { createAppointmentProblemRepository } from '#app/domain/booking/appointment/appointment-problem-repository.server.ts'
import { createAppointmentRepository } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { createAppointmentServicesRepository } from '#app/domain/booking/appointment/appointment-services-repository.server.ts'
import {
	createAppointmentStateRepository,
	createRunningLateRepository,
} from '#app/domain/booking/appointment/appointment-state-repository.server.ts'
import {
	createCustomerAppointmentRepository,
	createTicketRepository,
} from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import { createNewAppointmentRepository } from '#app/domain/booking/appointment/new-appointment-repository.server.ts'
import { createCheckoutRepository } from '#app/domain/booking/checkout/checkout-repository.server.ts'
import { createDepositLinkRepository } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import { createNoShowRepository } from '#app/domain/booking/checkout/no-show-repository.server.ts'
import {
	createLostCheckoutRepository,
	createPaidCheckoutRepository,
} from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { createPromoRepository } from '#app/domain/booking/checkout/promo-repository.server.ts'
import { createCustomerCardRepository } from '#app/domain/booking/customer/customer-card-repository.server.ts'
import {
	createCustomerListRepository,
	createCustomerSearchRepository,
} from '#app/domain/booking/customer/customer-search-repository.server.ts'
import { createGuestBookingRepository } from '#app/domain/booking/customer/guest-booking-repository.server.ts'
import { createGuestContactRepository } from '#app/domain/booking/customer/guest-contact-repository.server.ts'
import { createOwnDataRepository } from '#app/domain/booking/customer/own-data-repository.server.ts'
import { createPeopleRepository } from '#app/domain/booking/customer/people-repository.server.ts'
import { createShopAppointmentListRepository } from '#app/domain/booking/desk/shop-appointment-list-repository.server.ts'
import { createShopAppointmentRepository } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { createShopCalendarRepository } from '#app/domain/booking/desk/shop-calendar-repository.server.ts'
import { createShopDayRepository } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import { createShopToDoRepository } from '#app/domain/booking/desk/shop-to-do-repository.server.ts'
import { createWalkInRepository } from '#app/domain/booking/desk/walk-in-repository.server.ts'
import { createBookingShopRepository } from '#app/domain/booking/draft/booking-shop-repository.server.ts'
import { createDraftChoicesRepository } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { createDraftRepository } from '#app/domain/booking/draft/draft-repository.server.ts'
import { createCountedActRepository } from '#app/domain/booking/hold/ceiling-repository.server.ts'
import { createHoldRepository } from '#app/domain/booking/hold/hold-repository.server.ts'
import { createReviewReportRepository } from '#app/domain/booking/review/review-report-repository.server.ts'
import { createReviewRepository } from '#app/domain/booking/review/review-repository.server.ts'
import { createSlotWaitChangeRepository } from '#app/domain/booking/wait/slot-wait-change-repository.server.ts'
import { createSlotWaitRepository } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import type { Database } from '#db/client.server.ts'

/** By subject. The files of a subject are merged: their methods have different names. */
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
