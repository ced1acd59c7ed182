import * as build from 'virtual:remix/server-build'
import { SettingsError } from './env.server.ts'
import { answerAtTheEdge } from './http/answer-at-the-edge.ts'
import { createAnswerByCopy } from './http/answer-by-copy.server.ts'
import { answerDatabaseFailures } from './http/answer-database-failures.server.ts'
import { requestForRemix, wordRemixErrors } from './http/around-remix.ts'
import { branchHandler, type MakeContext } from './http/branch-handler.ts'
import { isCrossSiteRequest, refuseCrossSiteRequest } from './http/csrf.ts'
import { showDataAge } from './http/data-age.server.ts'
import { limitingPosts } from './http/limit-posts.ts'
import { discardBody } from './http/limited-body.server.ts'
import { withNotes } from './http/response-notes.server.ts'
import { routeNamer } from './http/route-name.ts'
import { writeInfo, writeLog } from './http/write-log.ts'
import { getLoadContext, type OpenedRequest, openRequest } from './load-context.ts'
import { connectWriter } from './writer-of.server.ts'

export { DatabaseWriter } from './database-writer.server.ts'

const routeOf = routeNamer(build.routes)
const handle = branchHandler(build, (branch) => showDataAge(answerDatabaseFailures(limitingPosts(branch))))
const answerByCopy = createAnswerByCopy({ handle, version: build.assets.version, now: Date.now })

/** These need no repository: the start evaluates none for them. */
const READING_NOTHING = ['root', 'routes/$']

/** Makes a page's context only where no copy answers. */
async function answer(request: Request, opened: OpenedRequest, makeContext: MakeContext): Promise<Response> {
	const early = answerAtTheEdge(request, opened) ?? (await answerByCopy(request, opened, makeContext))
	const forRemix = early ? request : requestForRemix(request)
	const answered = early ?? wordRemixErrors(await answerByRemix(forRemix, makeContext))
	// Answering before the request is read resets the connection, and the sender might never see the answer.
	if (!forRemix.bodyUsed && !forRemix.body?.locked) await discardBody(forRemix)
	return answered
}

function answerByRemix(request: Request, makeContext: MakeContext): Promise<Response> {
	return isCrossSiteRequest(request)
		? refuseCrossSiteRequest(request, handle, makeContext)
		: handle(request, makeContext)
}

/** Logs only the route of an address: the rest may name a person or grant something (S10). */
function logRequest(
	{ method, url }: Request,
	{ status }: Response,
	opened: OpenedRequest,
	startedAt: number,
): void {
	const { requestId, trips } = opened
	const route = routeOf(new URL(url).pathname)
	const ms = Date.now() - startedAt
	writeInfo('request', { requestId, route, method, status, ms, trips: trips.count, tripMs: trips.ms })
}

export default {
	async fetch(request, env, ctx) {
		const startedAt = Date.now()
		try {
			const platform = { request, context: { cloudflare: { env, ctx } }, openWriter: connectWriter(env) }
			const opened = openRequest(platform)
			const answered = await answer(request, opened, (input) =>
				getLoadContext(platform, opened, { readsNothing: input.every((id) => READING_NOTHING.includes(id)) }),
			)
			const response = withNotes(answered, request, opened)
			logRequest(request, response, opened, startedAt)
			return response
		} catch (error) {
			if (!(error instanceof SettingsError)) throw error
			writeLog(error.message)
			return new Response('This app is not set up yet. Its log says what is missing.', { status: 503 })
		}
	},

	async scheduled({ cron }, env, ctx) {
		const { runJobs } = await import('./job-context.server.ts')
		await runJobs(env, ctx, cron)
	},
} satisfies ExportedHandler<object>
