import { countBacklog, type JobDeps } from '#app/flows/jobs/run-sweeper.server.ts'
import type { Database } from '../db/client.server.ts'
import { type Readiness, readReadiness } from '../db/readiness.server.ts'
import { openRequestDatabase, type RequestDatabaseSettings } from '../db/request-database.server.ts'
import { isolateReader } from '../db/stream-reader.server.ts'
import { deliveryDeps } from './after-write.server.ts'
import { readSettings } from './env.server.ts'
import { runSweeper } from './flows/jobs/run-sweeper.server.ts'
import { backlogs, jobsOfCron } from './flows/lists/jobs.server.ts'
import { purchases } from './flows/lists/purchases.server.ts'
import { writeInfo, writeLog } from './http/write-log.ts'
import { mailPace, openOutsideServices, readWebhookRules } from './outside-services.server.ts'
import { createRepositories, type Repositories } from './repositories.server.ts'
import { connectWriter } from './writer-of.server.ts'

// The cron's composition root, loaded on first use: no page needs the jobs.

export async function runJobs(
	env: object,
	ctx: Pick<ExecutionContext, 'waitUntil'>,
	cron: string,
): Promise<void> {
	writeInfo(`sweeper: ${await runSweeper({ ...getJobDeps(env, ctx), jobs: jobsOfCron(cron) })}`)
}

export function readReadinessWithJobs(database: Database, repositories: Repositories): Promise<Readiness> {
	return readReadiness(database, () => countBacklog(backlogs, repositories, Date.now()), Date.now())
}

function getJobDeps(env: object, ctx: Pick<ExecutionContext, 'waitUntil'>): JobDeps {
	const settings = readSettings({ ...env })
	const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work)
	const services = openOutsideServices(env, settings)
	const open = (writes: Pick<RequestDatabaseSettings, 'isCron'> = {}) =>
		openRequestDatabase({
			reader: isolateReader(settings.database),
			writer: connectWriter(env)(settings),
			waitUntil,
			...writes,
		})
	return {
		...createRepositories(open({ isCron: true })),
		onlinePayments: services.onlinePayments,
		photoStore: services.photoStore,
		thumbnailDrawer: services.thumbnailDrawer,
		purchases,
		delivery: deliveryDeps({
			settings,
			services,
			pace: mailPace(settings),
			open,
			waitUntil,
			now: Date.now,
			log: writeLog,
		}),
		webhookRules: readWebhookRules(settings),
		log: writeLog,
		now: Date.now,
	}
}
