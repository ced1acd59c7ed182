import type { Purge } from '#app/flows/jobs/purge-expired.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'

/** The customer of an abandoned payment may still ask. */
const UNPAID_MS = 30 * DAY_MS
/** A sent message or processed event must not come a second time. */
const SENT_MS = 90 * DAY_MS
/** Events of an account's safety. */
const EVENTS_MS = 90 * DAY_MS
/** A second report by one person is recognised for six months. */
const REPORTS_MS = 180 * DAY_MS
const ACTS_MS = 2 * 365 * DAY_MS

/** Open money or an open problem postpones a guest's erasure by a month. */
const GUESTS_MS = 2 * 365 * DAY_MS
const GUESTS_AGAIN_MS = 30 * DAY_MS

/** Drafts live 24 hours after their last save; mailed tokens a day longer. */
export const purges = {
	// booking
	holds: ({ booking: { holds } }, now) => [holds.purgeExpiredAt(now)],
	drafts: ({ booking: { drafts } }, now) => [drafts.purgeSavedBefore(now - DAY_MS)],
	slotWaits: ({ booking: { slotWaits } }, now) => [slotWaits.purgeOfDaysBefore(dateOfInstant(now, -1))],
	appointmentProblems: ({ booking: { problems } }, now) => [problems.purgeResolvedBefore(now - ACTS_MS)],
	guestContacts: ({ messaging: { optOuts }, booking: { people } }, now) => {
		const term = { before: now - GUESTS_MS, lookedBefore: now - GUESTS_AGAIN_MS, now }
		return [optOuts.forgetOverdueGuests(term), ...people.forgetOverdueGuests(term)]
	},
	countedActs: ({ booking: { holds } }, now) => [holds.purgeActsBefore(now - HOUR_MS)],
	reviewReports: ({ booking: { reviews } }, now) => [reviews.purgeReportsResolvedBefore(now - REPORTS_MS)],
	// discovery
	photoReports: ({ discovery: { photos } }, now) => [
		photos.purgePhotoReportsResolvedBefore(now - REPORTS_MS),
	],
	// payments: nothing that was paid is ever deleted (F13)
	unpaidAttempts: ({ payments: { attempts } }, now) => [attempts.purgeUnpaidAttempts(now - UNPAID_MS)],
	unpaidCheckouts: ({ booking: { checkouts } }, now) => checkouts.purgeUnpaid(now - UNPAID_MS),
	webhookEvents: ({ payments: { webhooks } }, now) => [webhooks.purgeProcessedBefore(now - SENT_MS)],
	// subscriptions
	sessionWaits: ({ subscriptions: { waits } }, now) => [waits.purgeOfSessionsBefore(now - DAY_MS)],
	checkInCodes: ({ subscriptions: { checkIns } }, now) => [checkIns.purgeCodesExpiredBefore(now - DAY_MS)],
	// shops: questions about acts come within two years
	kioskLinks: ({ shops: { accessKeys } }, now) => [accessKeys.purgeLinksExpiredBefore(now - DAY_MS)],
	calendarFeeds: ({ shops: { calendarFeeds } }, now) => [calendarFeeds.purgeEndedBefore(now - SENT_MS)],
	shopAnswers: ({ shops: { shopActs } }, now) => [shopActs.forgetAnswersBefore(now - DAY_MS)],
	shopActs: ({ shops: { shopActs } }, now) => [shopActs.purgeActedBefore(now - ACTS_MS)],
	shopDeliveries: ({ shops: { shopDeliveries } }, now) => [shopDeliveries.purgeDoneBefore(now - SENT_MS)],
	shopSignups: ({ shops: { shopSignups } }, now) => [shopSignups.purgeSignupsExpiredAt(now)],
	// messaging
	messages: ({ messaging: { outbox } }, now) => [outbox.purgeSentBefore(now - SENT_MS)],
	pushSubscriptions: ({ messaging: { pushSubscriptions } }, now) => [
		pushSubscriptions.purgeOfAppointmentsBefore(now - DAY_MS),
	],
	withheldMessages: ({ messaging: { outbox } }, now) => [outbox.purgeNeverSentBefore(now - SENT_MS)],
	notifications: ({ messaging: { notifications } }, now) => [notifications.purgeToldBefore(now - SENT_MS)],
	// identity
	sessions: ({ identity: { sessions } }, now) => [sessions.purgeSessionsExpiredAt(now)],
	rateLimits: ({ identity: { rateLimits } }, now) => [rateLimits.purgeRateLimitsExpiredAt(now)],
	accountEvents: ({ identity: { accountEvents } }, now) => [
		accountEvents.purgeHappenedBefore(now - EVENTS_MS),
	],
	writeIds: ({ operation: { jobRuns } }, now) => [jobRuns.purgeWriteIdsBefore(now - DAY_MS)],
	accountTokens: ({ identity: { accounts } }, now) => [accounts.purgeTokensExpiredBefore(now - DAY_MS)],
} satisfies Record<string, Purge>
