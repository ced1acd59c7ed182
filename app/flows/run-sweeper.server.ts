import { promoUses } from '#app/domain/booking/promo-use-repository.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import type { Delivery } from './deliver-messages.server.ts'
import { type PurgeExpiredDeps, purgeExpired } from './purge-expired.server.ts'
import { type SendRefundsDeps, workRefunds } from './send-refunds.server.ts'
import {
	type GiveBackExpiredOffersDeps,
	giveBackExpiredOffers,
	type SettleDuePaymentsDeps,
	settleDuePayments,
} from './sweep-payments.server.ts'
import { type WorkWebhookDeps, workDueWebhooks } from './work-webhook.server.ts'

export type RunSweeperDeps = PurgeExpiredDeps &
	SettleDuePaymentsDeps &
	WorkWebhookDeps &
	GiveBackExpiredOffersDeps &
	SendRefundsDeps & {
		/** Null when mail is off. */
		deliverAllDue: (() => Promise<Delivery>) | null
		/** Writes down that a job has ended well. */
		noteJobRun: (job: string) => Promise<unknown>
		now: Clock
	}

/** Does the work, or what of it is due, and says in a few words what it did; null where a setting of it is missing. */
type Job = { name: string; run: (() => Promise<string>) | null }

/**
 * Every minute. Each job is safe to run twice and at once with itself, and one that fails stops none of the others: it
 * comes again in a minute. Gives back what they did, in one line.
 */
export async function runSweeper(deps: RunSweeperDeps): Promise<string> {
	const done: string[] = []
	for (const { name, run } of jobs(deps)) {
		if (!run) {
			done.push(`${name}: off`)
			continue
		}
		try {
			done.push(`${name}: ${await run()}`)
			await deps.noteJobRun(name)
		} catch (error) {
			done.push(`${name}: failed`)
			deps.log(`sweeper, ${name} failed: ${error instanceof Error ? error.name : 'no answer'}`)
		}
	}
	return done.join('; ')
}

/** In the order in which one leads to the next: a payment that is settled may be a refund to send and a mail to write. */
function jobs(deps: RunSweeperDeps): Job[] {
	const { deliverAllDue, writeBatch, now } = deps
	const withPaystack = (run: () => Promise<string>) => (deps.paystack ? run : null)
	return [
		{
			name: 'purge',
			async run() {
				const { drafts, holds } = await purgeExpired(deps, now())
				return `${drafts} drafts and ${holds} holds`
			},
		},
		{ name: 'webhooks', run: withPaystack(async () => `${await workDueWebhooks(deps, now())} worked`) },
		{
			name: 'payments',
			run: withPaystack(async () => `${await settleDuePayments(deps, now())} asked about`),
		},
		{ name: 'offers', run: async () => `${await giveBackExpiredOffers(deps, now())} over` },
		{
			name: 'refunds',
			run: withPaystack(async () => `${await workRefunds(deps, now())} sent or asked about`),
		},
		{
			name: 'promo-uses',
			async run() {
				const [given] = await writeBatch([promoUses.giveBackLapsed(now())])
				return `${given?.rowsAffected ?? 0} given back`
			},
		},
		{
			name: 'mails',
			run:
				deliverAllDue &&
				(async () => {
					const { sent, waiting, dropped } = await deliverAllDue()
					return `${sent} sent, ${waiting} wait, ${dropped} dropped`
				}),
		},
	]
}
