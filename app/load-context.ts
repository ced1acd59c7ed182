import { readSettings } from './env.server.ts'
import { purchases } from './flows/lists/purchases.server.ts'
import { openBookmark } from './http/bookmark.server.ts'
import { edgeRateLimit } from './http/edge-rate-limit.server.ts'
import { networkKey } from './http/network-key.server.ts'
import { newResponseNotes } from './http/response-notes.server.ts'
import { readSaveData } from './http/unsigned-cookies.ts'
import { writeLog } from './http/write-log.ts'
import { newId } from './kernel/id.server.ts'
import { openOutsideServices, readWebhookRules } from './outside-services.server.ts'
import type { Repositories } from './repositories.server.ts'
import {
	databaseOfRequest,
	followingUp,
	type OpenWriter,
	readReplicaState,
} from './request-database.server.ts'

/** From the Worker or the development server. */
export type Platform = {
	request: Request
	context: { cloudflare: { env: object; ctx: Pick<ExecutionContext, 'waitUntil'> } }
}

type LoadContext = Awaited<ReturnType<typeof getLoadContext>>

declare module '@remix-run/cloudflare' {
	interface AppLoadContext extends LoadContext {}
}

/** For every answer, a shared copy's too: no database, no repositories, so that a thousand visitors cost little. */
export function openRequest({ request, context }: Platform) {
	const { env, ctx } = context.cloudflare
	const settings = readSettings({ ...env })
	return {
		settings,
		/** Names this request in the log and on the error page. */
		requestId: newId(),
		/** Keeps work alive after the answer is sent. */
		waitUntil: (work: Promise<unknown>): void => ctx.waitUntil(work),
		now: Date.now,
		/** Database round trips so far, and their total milliseconds. */
		trips: { count: 0, ms: 0 },
		/** The one thing that routes and guards write. The entry applies it to the answer, once. */
		response: newResponseNotes(openBookmark(request, settings)),
		/** Allows this response's own inline scripts and styles. */
		cspNonce: newId(),
		/** The customer asked for less data, or the line is slow. */
		saveData: readSaveData(request),
	}
}

export type OpenedRequest = ReturnType<typeof openRequest>

let repositoriesModule: typeof import('./repositories.server.ts') | undefined

const NOTHING_TO_READ = { createRepositories: () => ({}) as Repositories }

/**
 * The composition root of a request's pages. `readsNothing`: the tables and statements of the contexts are not
 * evaluated (docs/decisions/099).
 */
export async function getLoadContext(
	platform: Platform & { openWriter: OpenWriter },
	opened: OpenedRequest = openRequest(platform),
	{ readsNothing = false } = {},
) {
	const { request, openWriter } = platform
	const { env } = platform.context.cloudflare
	const { settings, waitUntil, now } = opened
	const network = () => networkKey(request, settings.cookieKeys[0] ?? '')
	const database = databaseOfRequest({ ...opened, request, openWriter, network })
	if (!readsNothing) repositoriesModule ??= await import('./repositories.server.ts')
	const { createRepositories } = repositoriesModule ?? NOTHING_TO_READ
	const repositories = createRepositories(database.forPage)
	const services = openOutsideServices(env, settings)
	return {
		...repositories,
		...opened,
		writeBatch: followingUp(database, { settings, services, waitUntil, now }),
		openPrimary: () => createRepositories(database.ofPrimary()),
		url: request.url,
		pause: (milliseconds: number): Promise<void> =>
			new Promise((resolve) => setTimeout(resolve, milliseconds)),
		/** For the operator: references and codes, nothing about a person. */
		log: writeLog,
		/** Null: paying online is not offered. */
		onlinePayments: services.onlinePayments,
		/** Null: photos are off. */
		photoStore: services.photoStore,
		purchases,
		webhookRules: readWebhookRules(settings),
		/** 'off': messages wait. */
		mail: services.mailProvider?.name ?? ('off' as const),
		readReadiness: async () =>
			(await import('./job-context.server.ts')).readReadinessWithJobs(database.forPage, repositories),
		readReplicaState: () => readReplicaState(settings),
		/** Null when unknown. A getter: hashing is slow, and only posts need it. */
		get networkKey(): string | null {
			return network()
		},
		/** The platform's own limit of password attempts and feed reads (S34). */
		passesEdgeRateLimit: (subject: string) => edgeRateLimit(env, 'RATE_LIMITER', network(), subject)(),
		/** The platform's own limit of posts. */
		passesEdgePostLimit: () => edgeRateLimit(env, 'POST_RATE_LIMITER', network())(),
		/** A page with script asks for data alone; a browser without script asks for a document. */
		asksForData: new URL(request.url).pathname.endsWith('.data'),
		/** A cross-site form: the answer is the page that says so. */
		isCrossSiteRequest: false as boolean,
	}
}
