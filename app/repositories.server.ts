import type { Database } from '../db/client.server.ts'
import { createCounterRepository } from '../db/counters.server.ts'
import { createJobRunRepository } from '../db/job-runs.server.ts'
import { createAvailabilityRepository } from './domain/availability/availability-repository.server.ts'
import { createBlockedTimeRepository } from './domain/availability/blocked-time-repository.server.ts'
import { createConflictRepository } from './domain/availability/conflict-repository.server.ts'
import { createRosterRepository } from './domain/availability/roster-repository.server.ts'
import { createAppointmentChangeRepository } from './domain/booking/appointment-change-repository.server.ts'
import { createAppointmentProblemRepository } from './domain/booking/appointment-problem-repository.server.ts'
import { createAppointmentRepository } from './domain/booking/appointment-repository.server.ts'
import { createAppointmentStateRepository } from './domain/booking/appointment-state-repository.server.ts'
import { createCheckoutRepository } from './domain/booking/checkout-repository.server.ts'
import { createClientRepository } from './domain/booking/client-repository.server.ts'
import { createCountedActRepository } from './domain/booking/counted-act-repository.server.ts'
import { createCustomerAppointmentRepository } from './domain/booking/customer-appointment-repository.server.ts'
import { createDraftRepository } from './domain/booking/draft-repository.server.ts'
import { createGuestBookingRepository } from './domain/booking/guest-booking-repository.server.ts'
import { createGuestContactRepository } from './domain/booking/guest-contact-repository.server.ts'
import { createHoldRepository } from './domain/booking/hold-repository.server.ts'
import { createMemberRepository } from './domain/booking/member-repository.server.ts'
import { createOwnDataRepository } from './domain/booking/own-data-repository.server.ts'
import { createOwnReviewRepository } from './domain/booking/own-review-repository.server.ts'
import { createPromoUseRepository } from './domain/booking/promo-use-repository.server.ts'
import { createReviewReportRepository } from './domain/booking/review-report-repository.server.ts'
import { createShopAppointmentRepository } from './domain/booking/shop-appointment-repository.server.ts'
import { createShopPromoRepository } from './domain/booking/shop-promo-repository.server.ts'
import { createShopReviewRepository } from './domain/booking/shop-review-repository.server.ts'
import { createSlotWaitRepository } from './domain/booking/slot-wait-repository.server.ts'
import { createWalkInRepository } from './domain/booking/walk-in-repository.server.ts'
import { createCatalogueRepository } from './domain/discovery/catalogue-repository.server.ts'
import { createDiscoveryRepository } from './domain/discovery/discovery-repository.server.ts'
import { createListedShopRepository } from './domain/discovery/listed-shop-repository.server.ts'
import { createOpeningRepository } from './domain/discovery/opening-repository.server.ts'
import { createPublicAddressRepository } from './domain/discovery/public-address-repository.server.ts'
import { createShopOfferRepository } from './domain/discovery/shop-offer-repository.server.ts'
import { createAccountRepository } from './domain/identity/account-repository.server.ts'
import { createFavoriteRepository } from './domain/identity/favorite-repository.server.ts'
import { createProfileRepository } from './domain/identity/profile-repository.server.ts'
import { createRateLimitRepository } from './domain/identity/rate-limit-repository.server.ts'
import { createSessionRepository } from './domain/identity/session-repository.server.ts'
import { createCashbackAccountRepository } from './domain/loyalty/cashback-account-repository.server.ts'
import { createOwnLoyaltyRepository } from './domain/loyalty/own-loyalty-repository.server.ts'
import { createOwnRewardRepository } from './domain/loyalty/own-reward-repository.server.ts'
import { createProgramRepository } from './domain/loyalty/program-repository.server.ts'
import { createReferralCodeRepository } from './domain/loyalty/referral-code-repository.server.ts'
import { createReferralRepository } from './domain/loyalty/referral-repository.server.ts'
import { createRewardCodeRepository } from './domain/loyalty/reward-code-repository.server.ts'
import { createSavingUseRepository } from './domain/loyalty/saving-use-repository.server.ts'
import { createShopProgramRepository } from './domain/loyalty/shop-program-repository.server.ts'
import { createStandingRepository } from './domain/loyalty/standing-repository.server.ts'
import { createUsableSavingRepository } from './domain/loyalty/usable-saving-repository.server.ts'
import { createVoucherRepository } from './domain/loyalty/voucher-repository.server.ts'
import { createWalletRepository } from './domain/loyalty/wallet-repository.server.ts'
import { createAccountMailRepository } from './domain/messaging/account-mail-repository.server.ts'
import { createAppointmentMailRepository } from './domain/messaging/appointment-mail-repository.server.ts'
import { createNotificationRepository } from './domain/messaging/notification-repository.server.ts'
import { createOptOutRepository } from './domain/messaging/opt-out-repository.server.ts'
import { createOutboxRepository } from './domain/messaging/outbox-repository.server.ts'
import { createPlanMailRepository } from './domain/messaging/plan-mail-repository.server.ts'
import { createPushSubscriptionRepository } from './domain/messaging/push-subscription-repository.server.ts'
import { createSessionMailRepository } from './domain/messaging/session-mail-repository.server.ts'
import { createShopNoticeRepository } from './domain/messaging/shop-notice-repository.server.ts'
import { createLedgerRepository } from './domain/payments/ledger-repository.server.ts'
import { createMovementRepository } from './domain/payments/movement-repository.server.ts'
import { createOwnPaymentRepository } from './domain/payments/own-payment-repository.server.ts'
import { createPaymentRepository } from './domain/payments/payment-repository.server.ts'
import { createPayoutRepository } from './domain/payments/payout-repository.server.ts'
import { createRefundRepository } from './domain/payments/refund-repository.server.ts'
import { createWebhookRepository } from './domain/payments/webhook-repository.server.ts'
import { createAccessKeyRepository } from './domain/shops/access-key-repository.server.ts'
import { createShopActRepository } from './domain/shops/shop-act-repository.server.ts'
import { createShopDeliveryRepository } from './domain/shops/shop-delivery-repository.server.ts'
import { createShopWebhookRepository } from './domain/shops/shop-webhook-repository.server.ts'
import { createCheckInRepository } from './domain/subscriptions/check-in-repository.server.ts'
import { createEntryRepository } from './domain/subscriptions/entry-repository.server.ts'
import { createOwnPlanDataRepository } from './domain/subscriptions/own-plan-data-repository.server.ts'
import { createOwnSubscriptionRepository } from './domain/subscriptions/own-subscription-repository.server.ts'
import { createPlaceRepository } from './domain/subscriptions/place-repository.server.ts'
import { createPlanOrderRepository } from './domain/subscriptions/plan-order-repository.server.ts'
import { createPlanRepository } from './domain/subscriptions/plan-repository.server.ts'
import { createPlanSessionRepository } from './domain/subscriptions/plan-session-repository.server.ts'
import { createShopPlanRepository } from './domain/subscriptions/shop-plan-repository.server.ts'
import { createShopSessionRepository } from './domain/subscriptions/shop-session-repository.server.ts'
import { createSubscriptionChangeRepository } from './domain/subscriptions/subscription-change-repository.server.ts'
import { createWaitRepository } from './domain/subscriptions/wait-repository.server.ts'

/** The one list of repositories, and the batch that their statements are written with: for requests, jobs and tests. */
export function createRepositories({ read, writeBatch }: Database) {
	return {
		// booking
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
		// loyalty
		programs: createProgramRepository(read),
		standings: createStandingRepository(read),
		cashbackAccounts: createCashbackAccountRepository(read),
		referralCodes: createReferralCodeRepository(read),
		referrals: createReferralRepository(read),
		wallet: createWalletRepository(read),
		ownRewards: createOwnRewardRepository(read),
		usableSavings: createUsableSavingRepository(read),
		savingUses: createSavingUseRepository(read),
		rewardCodes: createRewardCodeRepository(read),
		vouchers: createVoucherRepository(read),
		ownLoyalty: createOwnLoyaltyRepository(read),
		shopPrograms: createShopProgramRepository(read),
		// subscriptions
		plans: createPlanRepository(read),
		planOrders: createPlanOrderRepository(read),
		subscriptions: createOwnSubscriptionRepository(read),
		subscriptionChanges: createSubscriptionChangeRepository(read),
		ownPlanData: createOwnPlanDataRepository(read),
		entries: createEntryRepository(),
		checkIns: createCheckInRepository(read),
		planSessions: createPlanSessionRepository(read),
		places: createPlaceRepository(read),
		shopSessions: createShopSessionRepository(read),
		waits: createWaitRepository(read),
		shopPlans: createShopPlanRepository(read),
		// availability
		availability: createAvailabilityRepository(read),
		roster: createRosterRepository(read),
		conflicts: createConflictRepository(read),
		blockedTimes: createBlockedTimeRepository(read),
		// payments
		payments: createPaymentRepository(read),
		ownPayments: createOwnPaymentRepository(read),
		movements: createMovementRepository(read),
		refunds: createRefundRepository(read),
		ledger: createLedgerRepository(read),
		payouts: createPayoutRepository(read),
		webhooks: createWebhookRepository(read),
		// discovery
		discovery: createDiscoveryRepository(read),
		listedShops: createListedShopRepository(read),
		openings: createOpeningRepository(read),
		publicAddresses: createPublicAddressRepository(read),
		catalogue: createCatalogueRepository(read),
		shopOffers: createShopOfferRepository(read),
		// identity
		accounts: createAccountRepository(read),
		sessions: createSessionRepository(read),
		profiles: createProfileRepository(),
		favorites: createFavoriteRepository(read),
		rateLimits: createRateLimitRepository(read),
		// messaging
		outbox: createOutboxRepository(read),
		notifications: createNotificationRepository(read),
		optOuts: createOptOutRepository(read),
		accountMails: createAccountMailRepository(),
		planMails: createPlanMailRepository(),
		sessionMails: createSessionMailRepository(),
		appointmentMails: createAppointmentMailRepository(),
		shopNotices: createShopNoticeRepository(),
		pushSubscriptions: createPushSubscriptionRepository(read),
		// shops
		accessKeys: createAccessKeyRepository(read),
		shopActs: createShopActRepository(read),
		shopWebhooks: createShopWebhookRepository(read),
		shopDeliveries: createShopDeliveryRepository(read),
		// the sweeper's own
		jobRuns: createJobRunRepository(),
		counters: createCounterRepository(read),
		writeBatch,
	}
}

export type Repositories = ReturnType<typeof createRepositories>
