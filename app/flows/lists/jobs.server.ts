import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { isPayoutOverdue } from '#app/domain/payouts/payout-time.server.ts'
import { offerFreedTimes } from '#app/flows/booking/offer-freed-times.server.ts'
import { refreshDueOpenings } from '#app/flows/discovery/refresh-openings.server.ts'
import { checkCounters, probeWrites } from '#app/flows/jobs/check-database.server.ts'
import { deliverToShops } from '#app/flows/jobs/deliver-to-shops.server.ts'
import { deleteLoosePhotos, drawThumbnails } from '#app/flows/jobs/photo-files.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import type { Job, JobDeps } from '#app/flows/jobs/run-sweeper.server.ts'
import { offerFreeSeats, tellClosedLines } from '#app/flows/lifecycle/offer-seats.server.ts'
import { releaseLapsedSavings } from '#app/flows/lifecycle/release-savings.server.ts'
import { deliverAllDue } from '#app/flows/messages/deliver-messages.server.ts'
import { LATE_MS, reportLate } from '#app/flows/messages/hand-on-messages.server.ts'
import { alertDueDisputes } from '#app/flows/payments/disputes.server.ts'
import { processDueWebhooks } from '#app/flows/payments/process-webhooks.server.ts'
import { refundExpiredOffers, settleDuePayments } from '#app/flows/payments/sweep-payments.server.ts'
import { runDuePayouts } from '#app/flows/payouts/run-payouts.server.ts'
import { sendPayouts } from '#app/flows/payouts/send-payouts.server.ts'
import { processRefunds } from '#app/flows/refunds/send-refunds.server.ts'
import { endStaffPastLastDay } from '#app/flows/shop/change-catalogue.server.ts'
import { MINUTE_MS, timeBudget } from '#app/kernel/instant.ts'
import { isQuietAt } from '#app/kernel/quiet-hours.server.ts'
import { WRITE_PROBE_JOB } from '#app/kernel/vocabulary/operation.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { purges } from './purges.server.ts'

/** A flood of one job waits for the next minute, so that the other jobs run. */
const PURGE_BUDGET_MS = 10_000
const WEBHOOKS_BUDGET_MS = 10_000
const PAYMENTS_BUDGET_MS = 25_000
const REFUNDS_BUDGET_MS = 10_000
const PAYOUTS_BUDGET_MS = 15_000
const SHOP_WEBHOOKS_BUDGET_MS = 10_000
const OPENINGS_BUDGET_MS = 10_000
const LAPSED_BUDGET_MS = 5_000
const WAITLISTS_BUDGET_MS = 10_000
const SLOT_LINES_BUDGET_MS = 10_000

/** Workers limit CPU, which no clock here shows: 800 shops are about half a second. */
const PURGE_SLICES = 60
const SHOP_WEBHOOK_ROUNDS = 20
export const OPENING_ROUNDS = 20
const LAPSED_ROUNDS = 4
const WAITLIST_SESSIONS = 200
const SLOT_LINE_ROUNDS = 10
const PAYOUT_ROUNDS = 100

/** Each look for due payouts walks from shop to shop. */
const PAYOUT_RUN_MINUTES = 10

/** Each job may lead to the next: a settled payment to a refund and a mail. */
const money: readonly Job[] = [
	{ name: WRITE_PROBE_JOB, run: probeWrites },
	{
		name: 'webhooks',
		run: (deps) =>
			deps.onlinePayments &&
			say(
				processDueWebhooks(deps, deps.now(), timeBudget(deps.now, WEBHOOKS_BUDGET_MS)),
				(count) => `${count} worked`,
			),
		backlog: async ({ payments: { webhooks } }) => ({
			webhooksUnprocessed: await webhooks.countUnprocessed(),
		}),
	},
	{
		name: 'payments',
		run: (deps) =>
			deps.onlinePayments &&
			say(
				settleDuePayments(deps, deps.now(), timeBudget(deps.now, PAYMENTS_BUDGET_MS)),
				(count) => `${count} asked about`,
			),
		// Due payments, and how long the first has waited (W13).
		async backlog({ payments: { attempts } }, now) {
			const { count, oldestDueAt } = await attempts.checksDue(now)
			const lagMs = oldestDueAt === null ? 0 : now - oldestDueAt
			return { paymentsDue: count, paymentsLagSeconds: Math.round(lagMs / 1_000) }
		},
	},
	{
		name: 'offers',
		run: (deps) => say(refundExpiredOffers(deps, deps.now()), (count) => `${count} over`),
	},
	{
		name: 'refunds',
		run: (deps) =>
			deps.onlinePayments &&
			say(
				processRefunds(deps, deps.now(), timeBudget(deps.now, REFUNDS_BUDGET_MS)),
				(count) => `${count} sent or asked about`,
			),
		async backlog({ payments: { refunds } }) {
			const { unfinished, needingAttention } = await refunds.countUnfinished()
			// The operator looks after refunds that need attention.
			return { refundsUnfinished: unfinished, refundsNeedingAttention: needingAttention }
		},
	},
	{
		// After the refunds: refunded money is not paid out.
		name: 'payouts',
		run: (deps) => deps.onlinePayments && payShops(deps, deps.onlinePayments),
		async backlog({ payouts }, now) {
			const pending = await payouts.payouts.pendingPayouts()
			return {
				payoutsPending: pending.length,
				payoutsOverdue: pending.filter((payout) => isPayoutOverdue(payout, now)).length,
			}
		},
	},
	{
		// Unanswered disputes are lost.
		name: 'disputes',
		run: (deps) => say(alertDueDisputes(deps, deps.now()), (count) => `${count} due`),
		backlog: async ({ payments: { disputes } }, now) => ({
			disputesDueSoon: await disputes.countDueSoon(now),
		}),
	},
	{
		name: 'lapsed-savings',
		run: (deps) =>
			say(
				releaseLapsedSavings(deps, deps.now, timeBudget(deps.now, LAPSED_BUDGET_MS, LAPSED_ROUNDS)),
				(count) => `${count} checkouts let go`,
			),
	},
	{
		// Seats with an ended offer, or freed in the night (D49).
		name: 'waitlists',
		async run(deps) {
			const hasTime = timeBudget(deps.now, WAITLISTS_BUDGET_MS, WAITLIST_SESSIONS)
			const sessions = await offerFreeSeats(deps, deps.now(), hasTime)
			const notified = await tellClosedLines(deps, deps.now())
			return `${sessions} sessions with free seats, ${notified} told that their line has closed`
		},
	},
	{
		// Times freed on full days, or with an ended offer (D55).
		name: 'slot-lines',
		run: (deps) =>
			say(
				offerFreedTimes(deps, deps.now, timeBudget(deps.now, SLOT_LINES_BUDGET_MS, SLOT_LINE_ROUNDS)),
				(count) => `${count} times offered`,
			),
		// Customers in lines that two runs have not reached.
		backlog: async ({ booking: { slotWaits } }, now) => ({
			slotWaitsNotLookedAt: await slotWaits.countLookedBefore(now - 2 * MINUTE_MS),
		}),
	},
	{
		// Three days before the end, never at night (D45).
		name: 'plans-ending',
		async run({ messaging: { planMails }, writeBatch, now }) {
			const at = now()
			if (isQuietAt(DEFAULT_ZONE, at)) return 'quiet hours'
			const { ending } = await writeBatch({ ending: planMails.insertEnding(at) })
			return `${ending} looked at`
		},
	},
]

const messages: readonly Job[] = [
	{
		name: 'shop-webhooks',
		run: (deps) =>
			say(
				deliverToShops(deps, timeBudget(deps.now, SHOP_WEBHOOKS_BUDGET_MS, SHOP_WEBHOOK_ROUNDS)),
				({ delivered, failed }) => `${delivered} delivered, ${failed} failed`,
			),
		backlog: async ({ shops: { shopDeliveries } }) => ({
			shopDeliveriesWaiting: await shopDeliveries.countWaiting(),
		}),
	},
	{
		name: 'mails',
		run: ({ delivery }) =>
			delivery &&
			say(
				deliverAllDue(delivery).then(async (done) => ({ ...done, late: await reportLate(delivery) })),
				({ sent, waiting, dropped, late }) =>
					`${sent} sent, ${waiting} wait, ${dropped} dropped${late > 0 ? `, ${late} late` : ''}`,
			),
		// Unsent messages, some of them due later.
		async backlog({ messaging: { outbox } }, now) {
			const [messagesWaiting, late] = await Promise.all([
				outbox.countWaiting(now),
				outbox.countLate(now - LATE_MS, now),
			])
			return { messagesWaiting, messagesLate: late.count }
		},
	},
]

/** Jobs that only refresh and compare. */
const lists: readonly Job[] = [
	// Staff are off after their last day, however late this runs.
	{
		name: 'staff-left',
		run: (deps) => say(endStaffPastLastDay(deps, deps.now()), (count) => `${count} left`),
	},
	{ name: 'counters', run: checkCounters },
	{
		name: 'loose-photos',
		run: (deps) =>
			deps.photoStore
				? say(deleteLoosePhotos(deps, deps.photoStore, deps.now()), (count) => `${count} deleted`)
				: null,
	},
	{
		name: 'thumbnails',
		run: ({ photoStore, thumbnailDrawer, ...deps }) =>
			photoStore && thumbnailDrawer
				? say(drawThumbnails(deps, photoStore, thumbnailDrawer, deps.now()), (count) => `${count} drawn`)
				: null,
	},
	{
		name: 'openings',
		run: (deps) =>
			say(
				refreshDueOpenings(deps, deps.now, timeBudget(deps.now, OPENINGS_BUDGET_MS, OPENING_ROUNDS)),
				(count) => `${count} shops looked at`,
			),
		// Listed shops due for ten minutes.
		backlog: async ({ discovery: { openings } }, now) => ({
			openingsNotLookedAt: await openings.countDueBefore(now - 10 * MINUTE_MS),
		}),
	},
]

const purging: readonly Job[] = [
	{
		name: 'purge',
		async run(deps) {
			const hasTime = timeBudget(deps.now, PURGE_BUDGET_MS, PURGE_SLICES)
			const { drafts, holds } = await purgeExpired(deps, purges, deps.now(), hasTime)
			return `${drafts} drafts and ${holds} holds`
		},
	},
]

/**
 * Each cron expression is an invocation with its own limit. All mean 'each minute', and differ only to name their
 * group.
 */
export const jobGroups: Readonly<Record<string, readonly Job[]>> = {
	'* * * * *': money,
	'*/1 * * * *': messages,
	'0-59 * * * *': lists,
	'*/1 0-23 * * *': purging,
}

const forOperator: Pick<Job, 'backlog'> = {
	backlog: async ({ shops: { shopSignups } }) => ({ shopsWaiting: await shopSignups.countWaitingSignups() }),
}

export const jobs: readonly Job[] = Object.values(jobGroups).flat()

/** What `/readyz` counts. */
export const backlogs: readonly Pick<Job, 'backlog'>[] = [...jobs, forOperator]

/** All jobs for an unknown expression, so that none is forgotten. */
export function jobsOfCron(cron: string): readonly Job[] {
	return jobGroups[cron] ?? jobs
}

async function payShops(
	deps: JobDeps,
	{ provider, providers, mode, payouts: { isByTransfer, ...settings } }: OnlinePayments,
): Promise<string> {
	const hasTime = timeBudget(deps.now, PAYOUTS_BUDGET_MS, PAYOUT_ROUNDS)
	const isRunMinute = Math.floor(deps.now() / MINUTE_MS) % PAYOUT_RUN_MINUTES === 0
	const written =
		isByTransfer && isRunMinute
			? await runDuePayouts({ ...deps, provider }, { mode, ...settings }, deps.now(), hasTime)
			: 0
	const answer = await sendPayouts({ ...deps, providers, mode, isByTransfer }, deps.now(), hasTime)
	return `${written} written, ${answer} sent or asked about`
}

async function say<Done>(working: Promise<Done>, words: (done: Done) => string): Promise<string> {
	return words(await working)
}
