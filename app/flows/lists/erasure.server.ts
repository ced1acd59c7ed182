import type { Erasures } from '#app/flows/account/delete-account.server.ts'

/** In order: rows found through the account before it, messages found by address after it. */
export const erasures = {
	// loyalty and payments, by the customer's bookings
	friendErased: ({ loyalty: { ownLoyalty } }, { actor, passwordHash }) =>
		ownLoyalty.forgetFriend(actor, passwordHash),
	cardsErased: ({ payments: { ownPayments } }, { actor, passwordHash }) =>
		ownPayments.forgetCards(actor, passwordHash),
	// shops, by the customer's bookings
	answersErased: ({ shops: { shopActs } }, { actor, passwordHash }) =>
		shopActs.forgetAnswers(actor, passwordHash),
	signupsErased: ({ shops: { shopSignups } }, { actor, passwordHash }) =>
		shopSignups.forgetSignups(actor, passwordHash),
	// messaging, by the customer's bookings
	browsersForgotten: ({ messaging: { pushSubscriptions } }, { actor, passwordHash }) =>
		pushSubscriptions.forgetOfBookings(actor, passwordHash),
	// booking
	waitsErased: ({ booking: { slotWaits } }, { actor, passwordHash }) =>
		slotWaits.forgetWaits(actor, passwordHash),
	reportsErased: ({ booking: { reviews } }, { actor, passwordHash }) =>
		reviews.forgetReports(actor, passwordHash),
	photoReportsErased: ({ discovery: { photos } }, { actor, passwordHash }) =>
		photos.forgetPhotoReports(actor, passwordHash),
	customerErased: ({ booking: { ownData } }, { actor, passwordHash }) =>
		ownData.forgetCustomer(actor, passwordHash),
	// loyalty
	loyaltyErased: ({ loyalty: { ownLoyalty } }, { actor, passwordHash }) =>
		ownLoyalty.forgetLoyalty(actor, passwordHash),
	// subscriptions
	subscriptionsErased: ({ subscriptions: { ownPlanData } }, { actor, passwordHash }) =>
		ownPlanData.forgetSubscriptions(actor, passwordHash),
	// messaging, by the account
	toldErased: ({ messaging: { notifications } }, { actor, passwordHash }) =>
		notifications.forgetMessages(actor, passwordHash),
	// identity: deletes the account with all of its own rows
	accountDeleted: ({ identity: { profiles } }, { actor, passwordHash }) =>
		profiles.deleteAccount(actor, passwordHash),
	// messaging
	messagesDeleted: ({ messaging: { outbox } }, { emails }) => outbox.deleteMessagesTo(emails),
	choicesDeleted: ({ messaging: { optOuts } }, { emails }) => optOuts.forgetAddresses(emails),
} satisfies Erasures
