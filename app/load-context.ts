import {
	type Database,
	type DatabaseSettings,
	openDatabase,
	TOO_MANY_OF_NETWORK,
} from '../db/client.server.ts'
import { readReadiness } from '../db/readiness.server.ts'
import { isolateReplica } from '../db/replica.server.ts'
import { isolateWriteQueue } from '../db/write-queue.server.ts'
import { deliveryDeps, withFollowUps } from './after-write.server.ts'
import { readSettings, type Settings } from './env.server.ts'
import { countBacklog } from './flows/jobs/count-backlog.server.ts'
import type { Job, JobDeps } from './flows/jobs/job.ts'
import { jobs, jobsOfCron } from './flows/lists/jobs.server.ts'
import { purchases } from './flows/lists/purchases.server.ts'
import { openBookmark } from './http/bookmark.server.ts'
import { readSaveData } from './http/data-saver-cookie.ts'
import { edgeRateLimit } from './http/edge-rate-limit.server.ts'
import { networkKey } from './http/network-key.server.ts'
import { mayReadReplica } from './http/replica-pages.ts'
import { readSessionHash } from './http/session-cookie.server.ts'
import { slowed, WRITES_WAIT } from './http/slowed.ts'
import { unavailable } from './http/unavailable.ts'
import { writeLog } from './http/write-log.ts'
import { isDatabaseError, isViolation } from './kernel/database-error.ts'
import { newId } from './kernel/id.server.ts'
import { limitKeyOf } from './kernel/network-key.ts'
import { openOutsideServices } from './outside-services.server.ts'
import { createRepositories } from './repositories.server.ts'

/** What the Worker and the development server give. */
type Platform = {
	request: Request
	context: { cloudflare: { env: object; ctx: Pick<ExecutionContext, 'waitUntil'> } }
}

type LoadContext = ReturnType<typeof getLoadContext>

declare module '@remix-run/cloudflare' {
	interface AppLoadContext extends LoadContext {}
}

type RequestFrame = ReturnType<typeof getRequestFrame>

/** What every answer needs, a kept copy's too: no database, no repositories. A thousand visitors then cost little. */
export function getRequestFrame({ request, context }: Platform) {
	const { env, ctx } = context.cloudflare
	const settings = readSettings({ ...env })
	return {
		settings,
		/** Names this request in the log and on the error page. */
		requestId: newId(),
		/** Keeps work alive after the answer is sent. */
		waitUntil: (work: Promise<unknown>): void => ctx.waitUntil(work),
		now: Date.now,
		/** The round trips to the database so far, and the milliseconds that they took together. */
		trips: { count: 0, ms: 0 },
		/** Where its network does too much at once: when to try again. The page of a failure drops the header itself. */
		slowed: { forSeconds: null as number | null },
		/** Set where a session or a kiosk's key that the browser shows opens nothing any more. */
		visitor: { isGone: false },
		/** The last change of the database that this browser has seen. */
		bookmark: openBookmark(request, settings),
		/** Allows this response's own inline scripts and styles. */
		cspNonce: newId(),
		/** The customer asked for less data, or the line is slow. */
		saveData: readSaveData(request),
	}
}

/** The composition root: what the pages of a request need, built once per request. */
export function getLoadContext(platform: Platform, frame: RequestFrame = getRequestFrame(platform)) {
	const { request, context } = platform
	const { env } = context.cloudflare
	const { settings, requestId, waitUntil, trips, bookmark } = frame
	const network = () => networkKey(request, settings.cookieKeys[0] ?? '')
	const onTrip = (milliseconds: number) => {
		trips.count++
		trips.ms += milliseconds
	}
	const { pathname } = new URL(request.url)
	/** What its share of the write queue is counted by. Shops' programs and Paystack have limits of their own. */
	const sender = () => {
		const key = /^\/(api|webhooks)\//.test(pathname) ? null : network()
		return key === null ? null : limitKeyOf(key)
	}
	const replicaReads = () => {
		if (settings.replica === null) return {}
		const replica = {
			replica: isolateReplica(settings.replica),
			bookmark: bookmark.change,
			isPersonal: readSessionHash(request) !== null,
		}
		return { onChange: bookmark.note, ...(mayReadReplica(request) && { replica }) }
	}
	const open = (reads: Pick<DatabaseSettings, 'onChange' | 'replica'>) =>
		answeringFailures(
			openDatabase({ ...settings.database, network: sender, waitUntil, onTrip, ...reads }),
			requestId,
		)
	const database = open(replicaReads())
	const repositories = createRepositories(database)
	const services = openOutsideServices(env, settings)
	return {
		...repositories,
		...frame,
		writeBatch: withFollowUps(repositories.writeBatch, { settings, services, waitUntil }),
		/**
		 * For work beside the answer of a page that writes by its reads: the primary's rows alone, though a replica answers
		 * the page (docs/decisions/097).
		 */
		openPrimary: () => createRepositories(open({})),
		/** The address that was asked for. */
		url: request.url,
		pause: (milliseconds: number): Promise<void> =>
			new Promise((resolve) => setTimeout(resolve, milliseconds)),
		/** Gets a line for the operator: references and codes, nothing about a person. */
		log: writeLog,
		/** Null where paying online is not set up: then it is not offered. */
		paystack: services.paystack,
		purchases,
		webhookRules: webhookRulesOf(settings),
		/** Which mail provider sends; 'off' when a setting of it is missing: then messages wait. */
		mail: services.mailProvider?.name ?? ('off' as const),
		readReadiness: () =>
			readReadiness(database, () => countBacklog(jobs, repositories, Date.now()), Date.now()),
		/** Null where no replica is set up. */
		readReplicaState: async () =>
			settings.replica === null ? null : await isolateReplica(settings.replica).readState(),
		/** What search engines read of the page, beside its markup: its loader sets it, and no browser is sent it twice. */
		structuredData: null as object | null,
		/** Stands for the caller's network address; null when unknown. A getter: only posts need it; hashing is slow. */
		get networkKey(): string | null {
			return network()
		},
		/**
		 * Whether the platform's own rate limit lets this network try the password of this account: others behind it go
		 * on (S34).
		 */
		passesEdgeRateLimit: (accountSubject: string) =>
			edgeRateLimit(env, 'RATE_LIMITER', network(), accountSubject)(),
		/** Whether it lets this network post a form at all. */
		passesEdgePostLimit: () => edgeRateLimit(env, 'POST_RATE_LIMITER', network())(),
		/** Whether too many writes of this network wait to take one more (S31). */
		isCrowded(): boolean {
			const key = sender()
			return key !== null && isolateWriteQueue.isFullFor(key)
		},
		/** A page with script asks for data alone; a browser without script asks for a document. */
		asksForData: pathname.endsWith('.data'),
		/** Another site posted the form: the answer is the page that says so. */
		isCrossSiteRequest: false as boolean,
	}
}

/** What the cron needs: the jobs of one of its expressions, and what they work with. */
export function getJobContext(
	env: object,
	ctx: Pick<ExecutionContext, 'waitUntil'>,
	cron: string,
): JobDeps & { jobs: readonly Job[] } {
	const settings = readSettings({ ...env })
	const waitUntil = (work: Promise<unknown>) => ctx.waitUntil(work)
	const services = openOutsideServices(env, settings)
	return {
		...createRepositories(openDatabase({ ...settings.database, waitUntil, isCron: true })),
		jobs: jobsOfCron(cron),
		paystack: services.paystack,
		purchases,
		delivery: deliveryDeps(settings, services, waitUntil),
		webhookRules: webhookRulesOf(settings),
		log: writeLog,
		now: Date.now,
	}
}

/** Which addresses of shops' programs are told. */
function webhookRulesOf({ appOrigin, environment }: Settings): JobDeps['webhookRules'] {
	return { ownOrigins: appOrigin === null ? [] : [appOrigin], isProduction: environment === 'production' }
}

/**
 * Turns a read without an answer into the 503 page, whose cause is logged under the request id, and a write of a
 * network that has too many waiting into a 429 (S31).
 */
function answeringFailures(database: Database, requestId: string): Database {
	return {
		...database,
		read: async (statement) => {
			try {
				return await database.read(statement)
			} catch (error) {
				if (!isDatabaseError(error) || error.kind === 'invalid') throw error
				writeLog(`request ${requestId} was not answered: ${error.message}`)
				throw unavailable(requestId)
			}
		},
		writeBatch: async (batch) => {
			try {
				return await database.writeBatch(batch)
			} catch (error) {
				throw isViolation(error, TOO_MANY_OF_NETWORK) ? slowed(WRITES_WAIT) : error
			}
		},
	}
}
