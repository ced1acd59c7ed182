import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppLoadContext } from '@remix-run/cloudflare'
import { readSettings } from '#app/env.server.ts'
import { answerDatabaseFailures } from '#app/http/answer-database-failures.server.ts'
import { openBookmark } from '#app/http/bookmark.server.ts'
import { branchHandler, type LazyServerBuild } from '#app/http/branch-handler.ts'
import { unavailable } from '#app/http/busy-answers.ts'
import { newResponseNotes } from '#app/http/response-notes.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { newId } from '#app/kernel/id.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import type { Database } from '#db/client.server.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { rendering } from './rendering.ts'
import { APP_ORIGIN, type RequestDeps, simulatedKeys } from './request.ts'

/** What a browser was answered. `isExplained`: a read failed, so that a page that cannot be shown is the right one. */
export type ShownPage = { status: number; text: string; isExplained: boolean }

let handler: Promise<ReturnType<typeof branchHandler>> | undefined

/**
 * A page as the built app answers it, through Remix's own handler. `isOld`: from the rows of a replica. The build is
 * that of `npm run build`: a planted mistake is not in it.
 */
export function openPage(
	deps: RequestDeps,
	address: string,
	{ sessionToken, isOld = false }: { sessionToken?: string; isOld?: boolean } = {},
): Promise<ShownPage> {
	const headers = new Headers({ accept: 'text/html' })
	if (sessionToken !== undefined) headers.set('cookie', `__Host-session=${sessionToken}`)
	const request = new Request(new URL(address, APP_ORIGIN), { headers })
	let isExplained = false
	return rendering(async (tripping) => {
		handler ??= loadHandler()
		const tripped = tripping(async (statement: Parameters<Database['read']>[0]) => {
			try {
				return await (isOld ? deps.readReplica : deps.read)(statement)
			} catch (error) {
				if (!isDatabaseError(error) || error.kind === 'invalid') throw error
				isExplained = true
				throw unavailable('simulated')
			}
		})
		const context = contextOf(request, {
			...deps,
			read: tripped as Database['read'],
			writeBatch: tripping(deps.writeBatch) as RequestDeps['writeBatch'],
			pause: tripping(deps.pause),
		})
		const response = await (await handler)(request, async () => context)
		return { status: response.status, text: await response.text(), isExplained }
	})
}

/** Every route is loaded before the first page: how long that takes is the machine's. */
async function loadHandler() {
	const file = join(PROJECT_ROOT, 'build/server/index.js')
	const build: LazyServerBuild = await import(pathToFileURL(file).href)
	const routes = await Promise.all(
		Object.entries(build.routes).map(async ([id, { load, ...route }]) => {
			const module = await load()
			return [id, { ...route, load: async () => module }] as const
		}),
	)
	return branchHandler({ ...build, routes: Object.fromEntries(routes) }, answerDatabaseFailures)
}

function contextOf(request: Request, deps: RequestDeps): AppLoadContext {
	const settings = readSettings({
		ENVIRONMENT: 'production',
		DATABASE_URL: 'https://database.example',
		COOKIE_KEYS: simulatedKeys.join(','),
		APP_ORIGIN,
	})
	const repositories = createRepositories(deps)
	return {
		...repositories,
		settings,
		requestId: newId(),
		waitUntil: deps.waitUntil,
		now: deps.now,
		trips: { count: 0, ms: 0 },
		response: newResponseNotes(openBookmark(request, settings)),
		cspNonce: newId(),
		saveData: false,
		photoStore: null,
		writeBatch: deps.writeBatch,
		openPrimary: () => repositories,
		url: request.url,
		pause: deps.pause,
		log: deps.log,
		onlinePayments: deps.onlinePayments,
		purchases: deps.purchases,
		webhookRules: deps.webhookRules,
		mail: 'http',
		readReadiness: async () => {
			throw new Error('no customer opens it')
		},
		readReplicaState: async () => null,
		networkKey: null,
		passesEdgeRateLimit: async () => true,
		passesEdgePostLimit: async () => true,
		isCrowded: () => false,
		asksForData: false,
		isCrossSiteRequest: false,
	}
}
