import type { Erasures } from '#app/flows/account/delete-account.server.ts'

/** What erases a customer. Rows are found through the account, so those of shops come before it, and mails after it. */
export const erasures = {
	// loyalty and payments: what is found through the customer's bookings
	friendErased: ({ ownLoyalty }, { actor, passwordHash }) => ownLoyalty.forgetFriend(actor, passwordHash),
	cardsErased: ({ ownPayments }, { actor, passwordHash }) => ownPayments.forgetCards(actor, passwordHash),
	// shops: found through the customer's bookings too
	answersErased: ({ shopActs }, { actor, passwordHash }) => shopActs.forgetAnswers(actor, passwordHash),
	// messaging: found through the customer's bookings too
	browsersForgotten: ({ pushSubscriptions }, { actor, passwordHash }) =>
		pushSubscriptions.forgetOfBookings(actor, passwordHash),
	// booking
	waitsErased: ({ slotWaits }, { actor, passwordHash }) => slotWaits.forgetWaits(actor, passwordHash),
	reportsErased: ({ reviewReports }, { actor, passwordHash }) =>
		reviewReports.forgetReports(actor, passwordHash),
	customerErased: ({ ownData }, { actor, passwordHash }) => ownData.forgetCustomer(actor, passwordHash),
	// loyalty
	loyaltyErased: ({ ownLoyalty }, { actor, passwordHash }) => ownLoyalty.forgetLoyalty(actor, passwordHash),
	// subscriptions
	subscriptionsErased: ({ ownPlanData }, { actor, passwordHash }) =>
		ownPlanData.forgetSubscriptions(actor, passwordHash),
	// messaging: found through the account; after it, what went to its addresses
	toldErased: ({ notifications }, { actor, passwordHash }) =>
		notifications.forgetMessages(actor, passwordHash),
	// identity: its profile, sessions, favorites and mailed tokens go with the account
	accountDeleted: ({ profiles }, { actor, passwordHash }) => profiles.deleteAccount(actor, passwordHash),
	// messaging
	messagesDeleted: ({ outbox }, { emails }) => outbox.deleteMessagesTo(emails),
	choicesDeleted: ({ optOuts }, { emails }) => optOuts.forgetAddresses(emails),
} satisfies Erasures
