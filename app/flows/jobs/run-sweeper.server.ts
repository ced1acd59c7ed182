import type { PhotoStore, ThumbnailDrawer } from '#app/domain/discovery/photo-store.server.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { PostDelivery } from '#app/domain/shops/webhook-sender.server.ts'
import type { DeliverMessagesDeps } from '#app/flows/messages/deliver-messages.server.ts'
import type { Purchase } from '#app/flows/payments/settlement.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { DeliverToShopsDeps } from './deliver-to-shops.server.ts'

export type JobDeps = Repositories & {
	/** Null where paying online is not set up. */
	onlinePayments: OnlinePayments | null
	/** None where photos are off. */
	photoStore?: PhotoStore | null
	/** None without the service that draws them. */
	thumbnailDrawer?: ThumbnailDrawer | null
	purchases: readonly Purchase[]
	/** Null where no channel of messages is set up. */
	delivery: DeliverMessagesDeps | null
	webhookRules: DeliverToShopsDeps['webhookRules']
	post?: PostDelivery
	now: Clock
	log: (line: string) => void
}

/** Work of the cron: safe to run twice and beside itself (W13). */
export type Job = {
	name: string
	/** Does the due work and says how much. Null when a setting is missing. */
	run: (deps: JobDeps) => Promise<string> | null
	/** Counts what waits for the job, by names that `/readyz` shows. */
	backlog?: (repositories: Repositories, now: Instant) => Promise<Record<string, number>>
}

/** Every minute: runs a group's jobs in order, and records each success. A failed job stops no other. */
export async function runSweeper(deps: JobDeps & { jobs: readonly Job[] }): Promise<string> {
	const done: string[] = []
	for (const { name, run } of deps.jobs) {
		try {
			const running = run(deps)
			if (running === null) {
				done.push(`${name}: off`)
				continue
			}
			done.push(`${name}: ${await running}`)
			await deps.writeBatch([deps.operation.jobRuns.recordJobRun(name, deps.now())])
		} catch (error) {
			done.push(`${name}: failed`)
			deps.log(`sweeper, ${name} failed: ${error instanceof Error ? error.name : 'no answer'}`)
		}
	}
	return done.join('; ')
}

/** What waits for all jobs, counted in one trip (P7). */
export async function countBacklog(
	jobs: readonly Pick<Job, 'backlog'>[],
	repositories: Repositories,
	now: Instant,
): Promise<Record<string, number>> {
	const counts = await Promise.all(jobs.map((job) => job.backlog?.(repositories, now)))
	return Object.assign({}, ...counts)
}
