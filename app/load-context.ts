import type { Database } from '../db/client.server.ts'
import { isolateReplica } from '../db/replica.server.ts'
import {
	type BatchWriter,
	openRequestDatabase,
	type RequestDatabaseSettings,
	TOO_MANY_OF_NETWORK,
} from '../db/request-database.server.ts'
import { isolateReader } from '../db/stream-reader.server.ts'
import { readSettings, type Settings } from './env.server.ts'
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
import type { Instant } from './kernel/instant.ts'
import { limitKeyOf } from './kernel/network-key.ts'
import { statementsOf, type WriteBatch } from './kernel/write-batch.server.ts'
import { mailPace, openOutsideServices, webhookRulesOf } from './outside-services.server.ts'
import type { Repositories } from './repositories.server.ts'

/** What the Worker and the development server give. */
export type Platform = {
	request: Request
	context: { cloudflare: { env: object; ctx: Pick<ExecutionContext, 'waitUntil'> } }
}

type PlatformWithWriter = Platform & {
	/** The writer of the database that the settings name. */
	openWriter: (settings: Settings) => BatchWriter
}

type LoadContext = Awaited<ReturnType<typeof getLoadContext>>

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
		/**
		 * `isGone`: a session or a kiosk's key that the browser shows opens nothing any more. `ownerCookie`: an owner's
		 * post was let in, with the cookie that says so; the page that answers it is behind the same PIN.
		 */
		visitor: { isGone: false, ownerCookie: null as string | null },
		/** The last change of the database that this browser has seen. */
		bookmark: openBookmark(request, settings),
		/** Allows this response's own inline scripts and styles. */
		cspNonce: newId(),
		/** The customer asked for less data, or the line is slow. */
		saveData: readSaveData(request),
	}
}

let repositoriesModule: typeof import('./repositories.server.ts') | undefined

/** Stands for that module where nothing is read. */
const NOTHING_TO_READ = { createRepositories: () => ({}) as Repositories }

/**
 * The composition root: what the pages of a request need, built once per request. `readsNothing`: they ask for no
 * repository, so that the tables and statements of all contexts are not evaluated for them (docs/decisions/099).
 */
export async function getLoadContext(
	platform: PlatformWithWriter,
	frame: RequestFrame = getRequestFrame(platform),
	{ readsNothing = false } = {},
) {
	const { request, context, openWriter } = platform
	const { env } = context.cloudflare
	const { settings, requestId, waitUntil, trips, bookmark } = frame
	const writer = openWriter(settings)
	const reader = isolateReader(settings.database)
	const age = { asOf: null as Instant | null }
	const network = () => networkKey(request, settings.cookieKeys[0] ?? '')
	const onTrip = (milliseconds: number) => {
		trips.count++
		trips.ms += milliseconds
	}
	const { pathname } = new URL(request.url)
	/** What its share of the writer's queue is counted by. Shops' programs and providers have limits of their own. */
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
			onOld: (asOf: Instant) => {
				age.asOf = Math.min(age.asOf ?? asOf, asOf)
			},
		}
		return { onChange: bookmark.note, ...(mayReadReplica(request) && { replica }) }
	}
	const open = (reads: Pick<RequestDatabaseSettings, 'onChange' | 'replica'>) =>
		answeringFailures(
			openRequestDatabase({ reader, writer, network: sender, waitUntil, onTrip, ...reads }),
			requestId,
		)
	const database = open(replicaReads())
	if (!readsNothing) repositoriesModule ??= await import('./repositories.server.ts')
	const { createRepositories } = repositoriesModule ?? NOTHING_TO_READ
	const repositories = createRepositories(database)
	const services = openOutsideServices(env, settings)
	const writeBatch: WriteBatch = async (batch) => {
		if (statementsOf(batch).every(({ followUp }) => followUp === undefined)) return database.writeBatch(batch)
		const { withFollowUps } = await import('./after-write.server.ts')
		return withFollowUps(database.writeBatch, {
			settings,
			services,
			pace: mailPace(settings),
			open: () => openRequestDatabase({ reader, writer, waitUntil }),
			waitUntil,
			now: frame.now,
			log: writeLog,
		})(batch)
	}
	return {
		...repositories,
		...frame,
		writeBatch,
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
		onlinePayments: services.onlinePayments,
		/** Null where photos are off. */
		photoStore: services.photoStore,
		purchases,
		webhookRules: webhookRulesOf(settings),
		/** Which mail provider sends; 'off' when a setting of it is missing: then messages wait. */
		mail: services.mailProvider?.name ?? ('off' as const),
		readReadiness: async () =>
			(await import('./job-context.server.ts')).readReadinessWithJobs(database, repositories),
		/** Null where no replica is set up. */
		readReplicaState: async () =>
			settings.replica === null ? null : await isolateReplica(settings.replica).readState(),
		/** `asOf`: how old the rows are that the page had to be read from; null where they are true. */
		age,
		/** What search engines read of the page, beside its markup: its loader sets it, and no browser is sent it twice. */
		structuredData: null as object | null,
		/** Stands for the caller's network address; null when unknown. A getter: only posts need it; hashing is slow. */
		get networkKey(): string | null {
			return network()
		},
		/**
		 * Whether the platform's own rate limit lets this network try the password of this account, or read this feed:
		 * others behind it go on (S34).
		 */
		passesEdgeRateLimit: (subject: string) => edgeRateLimit(env, 'RATE_LIMITER', network(), subject)(),
		/** Whether it lets this network post a form at all. */
		passesEdgePostLimit: () => edgeRateLimit(env, 'POST_RATE_LIMITER', network())(),
		/** A page with script asks for data alone; a browser without script asks for a document. */
		asksForData: pathname.endsWith('.data'),
		/** Another site posted the form: the answer is the page that says so. */
		isCrossSiteRequest: false as boolean,
	}
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
