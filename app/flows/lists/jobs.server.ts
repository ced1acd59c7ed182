import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { isPayoutOverdue } from '#app/domain/payouts/payout-time.server.ts'
import { offerFreedTimes } from '#app/flows/booking/offer-freed-times.server.ts'
import { refreshDueOpenings } from '#app/flows/discovery/refresh-openings.server.ts'
import { checkCounters, probeWrites } from '#app/flows/jobs/check-database.server.ts'
import { deliverToShops } from '#app/flows/jobs/deliver-to-shops.server.ts'
import type { Job, JobDeps } from '#app/flows/jobs/job.ts'
import { deleteLoosePhotos, drawThumbnails } from '#app/flows/jobs/photo-files.server.ts'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
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
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { isQuietAt } from '#app/kernel/quiet-hours.server.ts'
import { timeBudget } from '#app/kernel/time-budget.ts'
import { WRITE_PROBE_JOB } from '#app/kernel/vocabulary/operation.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { purges } from './purges.server.ts'

/** The cron runs each minute: a flood of one kind keeps no other job waiting, and the rest waits a minute. */
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

/**
 * A Worker's limit counts CPU, which no clock here shows, so each job has an end in rounds too: 800 shops are about
 * half a second of it. Webhooks, payments, refunds and mails have such an end of their own.
 */
const PURGE_SLICES = 60
const SHOP_WEBHOOK_ROUNDS = 20
export const OPENING_ROUNDS = 20
const LAPSED_ROUNDS = 4
const WAITLIST_SESSIONS = 200
const SLOT_LINE_ROUNDS = 10
const PAYOUT_ROUNDS = 100

/** What is due is looked for at these minutes only: each time walks from shop to shop. */
const PAYOUT_RUN_MINUTES = 10

/** In the order in which one leads to the next: a settled payment may be a refund to send and a mail to write. */
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
		// Payments that are to be asked about now, and for how long the first of them has waited (W13).
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
			// A person has to look after the unfinished refunds that need attention.
			return { refundsUnfinished: unfinished, refundsNeedingAttention: needingAttention }
		},
	},
	{
		// After the refunds: what customers get back is not paid out.
		name: 'payouts',
		run: (deps) => deps.onlinePayments && payShops(deps, deps.onlinePayments),
		// Money that is on its way to shops, and what has been so for a day.
		async backlog({ payouts }, now) {
			const pending = await payouts.payouts.pendingPayouts()
			return {
				payoutsPending: pending.length,
				payoutsOverdue: pending.filter((payout) => isPayoutOverdue(payout, now)).length,
			}
		},
	},
	{
		// The provider takes the money of a dispute that is not answered in time.
		name: 'disputes',
		run: (deps) => say(alertDueDisputes(deps, deps.now()), (count) => `${count} due`),
		backlog: async ({ payments: { disputes } }, now) => ({
			disputesDueSoon: await disputes.countDueSoon(now),
		}),
	},
	{
		// What abandoned checkouts keep from others: promo uses, rewards and cashback.
		name: 'lapsed-savings',
		run: (deps) =>
			say(
				releaseLapsedSavings(deps, deps.now, timeBudget(deps.now, LAPSED_BUDGET_MS, LAPSED_ROUNDS)),
				(count) => `${count} checkouts let go`,
			),
	},
	{
		// Seats whose offer was let pass, or that were freed in the night (D49).
		name: 'waitlists',
		async run(deps) {
			const hasTime = timeBudget(deps.now, WAITLISTS_BUDGET_MS, WAITLIST_SESSIONS)
			const sessions = await offerFreeSeats(deps, deps.now(), hasTime)
			// Who waits is told when nothing is held for them any more (M31).
			const notified = await tellClosedLines(deps, deps.now())
			return `${sessions} sessions with free seats, ${notified} told that their line has closed`
		},
	},
	{
		// Times that freed up on full days, or whose offer was let pass (D55).
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
		// Customers who asked for it get the link that renews a plan, three days before its end (D45), never at night.
		name: 'plans-ending',
		async run({ messaging: { planMails }, writeBatch, now }) {
			const at = now()
			if (isQuietAt(DEFAULT_ZONE, at)) return 'quiet hours'
			const { ending } = await writeBatch({ ending: planMails.insertEnding(at) })
			return `${ending} looked at`
		},
	},
]

/** What goes out to shops and customers. */
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
		// Messages that are still to go out, some of them a little later.
		async backlog({ messaging: { outbox } }, now) {
			const [messagesWaiting, late] = await Promise.all([
				outbox.countWaiting(now),
				outbox.countLate(now - LATE_MS, now),
			])
			return { messagesWaiting, messagesLate: late.count }
		},
	},
]

/** What only keeps lists fresh, and compares. */
const lists: readonly Job[] = [
	// Who left is no longer listed. They are off since their last day, however late this runs.
	{
		name: 'staff-left',
		run: (deps) => say(endStaffPastLastDay(deps, deps.now()), (count) => `${count} left`),
	},
	{ name: 'counters', run: checkCounters },
	{
		// Bytes of photos that were removed, and of uploads that broke off.
		name: 'loose-photos',
		run: (deps) =>
			deps.photoStore
				? say(deleteLoosePhotos(deps, deps.photoStore, deps.now()), (count) => `${count} deleted`)
				: null,
	},
	{
		// Of photos that a phone without script sent.
		name: 'thumbnails',
		run: ({ photoStore, thumbnailDrawer, ...deps }) =>
			photoStore && thumbnailDrawer
				? say(drawThumbnails(deps, photoStore, thumbnailDrawer, deps.now()), (count) => `${count} drawn`)
				: null,
	},
	{
		// The earliest times that Discover shows and sorts by.
		name: 'openings',
		run: (deps) =>
			say(
				refreshDueOpenings(deps, deps.now, timeBudget(deps.now, OPENINGS_BUDGET_MS, OPENING_ROUNDS)),
				(count) => `${count} shops looked at`,
			),
		// Listed shops that changed, or whose night came, ten minutes ago.
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
 * Each expression of wrangler.toml with its jobs: an invocation of its own each minute, so that a group that reaches
 * the Worker's limit ends no other. All say 'each minute', and no two are alike, because one tells its group.
 */
export const jobGroups: Readonly<Record<string, readonly Job[]>> = {
	'* * * * *': money,
	'*/1 * * * *': messages,
	'0-59 * * * *': lists,
	'*/1 0-23 * * *': purging,
}

/** What waits for the operator, and for no job: the forms of shops that want to begin. */
const forOperator: Pick<Job, 'backlog'> = {
	backlog: async ({ shops: { shopSignups } }) => ({ shopsWaiting: await shopSignups.countWaitingSignups() }),
}

/** All of them, in the order in which they would follow each other. */
export const jobs: readonly Job[] = Object.values(jobGroups).flat()

/** What `/readyz` counts. */
export const backlogs: readonly Pick<Job, 'backlog'>[] = [...jobs, forOperator]

/** The jobs of an expression; of one that is not known all, so that none is forgotten. */
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
