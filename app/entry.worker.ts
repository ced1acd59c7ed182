import * as build from 'virtual:remix/server-build'
import type { AppLoadContext } from '@remix-run/cloudflare'
import { SettingsError } from './env.server.ts'
import { isAddressOutOfBounds } from './http/address-limits.ts'
import { answeringDatabaseFailures } from './http/answer-database-failures.server.ts'
import { branchHandler, type MakeContext } from './http/branch-handler.ts'
import { cityCache } from './http/city-cache.ts'
import { isCrossSiteRequest } from './http/csrf.ts'
import { discardBody } from './http/discard-body.ts'
import { httpsAddress } from './http/https-only.ts'
import { KEPT_FOR, keptFor } from './http/kept-for.server.ts'
import { limitingPosts } from './http/limit-posts.ts'
import { answerOfCopy, copyOf } from './http/page-copy.ts'
import { copyKey, impersonal, isPublicPage, mayBeKept, mayBeListed } from './http/public-page.ts'
import { requestForRemix } from './http/request-for-remix.ts'
import { routeNamer } from './http/route-name.ts'
import { sayingAge } from './http/saying-age.ts'
import { withSecurityHeaders } from './http/security-headers.ts'
import { createSharedPages } from './http/shared-pages.ts'
import { brokenCookieHeaders } from './http/signed-cookie.server.ts'
import { smallPage } from './http/small-page.ts'
import { plainAnswer, wordRemixErrors } from './http/word-remix-errors.ts'
import { writeInfo, writeLog } from './http/write-log.ts'
import { newId } from './kernel/id.server.ts'
import { getLoadContext, getRequestFrame } from './load-context.ts'
import { writerOf } from './writer-of.server.ts'

type RequestFrame = ReturnType<typeof getRequestFrame>

const routeOf = routeNamer(build.routes)
const handleRequest = branchHandler(build, (branch) =>
	sayingAge(answeringDatabaseFailures(limitingPosts(branch))),
)

/** Around each page, and for an address that is none of ours: a start evaluates no repository for them. */
const READING_NOTHING = ['root', 'routes/$']

const sharedPage = createSharedPages({
	now: Date.now,
	elsewhere: cityCache(newId),
	wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

/** The answer of the app. The context of a page is made for those alone whom no copy answers. */
async function answer(request: Request, frame: RequestFrame, makeContext: MakeContext): Promise<Response> {
	const early = answerAtTheEdge(request, frame) ?? (await answerByCopy(request, frame, makeContext))
	const forRemix = early ? request : requestForRemix(request)
	const response = early ?? wordRemixErrors(await answerByRemix(forRemix, makeContext))
	// A connection that is answered before its request was read is reset, and the sender might never see the answer.
	if (!forRemix.bodyUsed && !forRemix.body?.locked) await discardBody(forRemix)
	return response
}

/** What needs no page: these requests are bounded before Remix sees them (W10). Null for all others. */
function answerAtTheEdge(request: Request, { settings, cspNonce }: RequestFrame): Response | null {
	const url = new URL(request.url)
	const location = httpsAddress(url, settings.environment)
	if (location !== null) return new Response(null, { status: 308, headers: { location } })
	if (isAddressOutOfBounds(url)) return smallPage(url.pathname === '/__manifest' ? 400 : 404, cspNonce)
	// Remix 2 still answers these requests of older pages, past the routes' own answers. None of ours sends one.
	if (url.searchParams.has('_data')) return plainAnswer(400)
	return null
}

/** A public page of a visitor without cookies. Null for all other requests. */
async function answerByCopy(
	request: Request,
	{ saveData, settings, waitUntil, now, cspNonce: ownNonce }: RequestFrame,
	makeContext: MakeContext,
): Promise<Response | null> {
	if (!isPublicPage(request)) return null
	const copy = await sharedPage({
		key: copyKey(request, { saveData, version: `${settings.release}.${build.assets.version}` }),
		waitUntil,
		showsTimes: new URL(request.url).pathname === '/discover',
		async make() {
			// This visitor may see their own nonce before the page is read.
			const cspNonce = newId()
			const madeAt = now()
			const response = await handleRequest(
				impersonal(request, { saveData }),
				withChanges(makeContext, { cspNonce }),
			)
			return copyOf(response, cspNonce, madeAt)
		},
	})
	return copy && answerOfCopy(copy, ownNonce)
}

function answerByRemix(request: Request, makeContext: MakeContext): Promise<Response> {
	return isCrossSiteRequest(request)
		? refuseCrossSiteRequest(request, makeContext)
		: handleRequest(request, makeContext)
}

function withChanges(makeContext: MakeContext, changes: Partial<AppLoadContext>): MakeContext {
	return async (asked) => ({ ...(await makeContext(asked)), ...changes })
}

/** Shows the page that says so, without having read the form. A program's request gets the bare status. */
async function refuseCrossSiteRequest(request: Request, makeContext: MakeContext): Promise<Response> {
	const { pathname } = new URL(request.url)
	if (pathname.endsWith('.data')) return new Response(null, { status: 403 })
	const page = new Request(new URL('/', request.url), { headers: { accept: 'text/html' } })
	return handleRequest(page, withChanges(makeContext, { isCrossSiteRequest: true }))
}

/** The answer with the headers of every answer. It removes signed cookies that no key can read, unless it sets them. */
function withOurHeaders(
	response: Response,
	request: Request,
	{ cspNonce: nonce, now, slowed, settings, visitor, bookmark }: RequestFrame,
): Response {
	const { cookieKeys, environment, payments, release } = settings
	const withHeaders = withSecurityHeaders(response, {
		nonce,
		environment,
		// Chromium follows a form's redirect only to where its page's own policy lets forms lead.
		formHosts: payments ? [payments.checkoutOrigin] : [],
		pathname: new URL(request.url).pathname,
		isListed: mayBeListed(request),
		isKept: mayBeKept(request, response),
	})
	withHeaders.headers.set(KEPT_FOR, keptFor(request, { release, cookieKeys, now: now() }, visitor.isGone))
	const seen = bookmark.header()
	if (seen !== null) withHeaders.headers.append('set-cookie', seen)
	if (visitor.ownerCookie !== null) withHeaders.headers.append('set-cookie', visitor.ownerCookie)
	const set = withHeaders.headers.getSetCookie().map((line) => line.slice(0, line.indexOf('=') + 1))
	if (slowed.forSeconds !== null) withHeaders.headers.set('retry-after', String(slowed.forSeconds))
	for (const line of brokenCookieHeaders(request, cookieKeys)) {
		if (!set.some((name) => line.startsWith(name))) withHeaders.headers.append('set-cookie', line)
	}
	return withHeaders
}

/** One line for each request. Of its address only the route: the rest may name a person, or grant something (S10). */
function logRequest(
	request: Request,
	response: Response,
	{ requestId, trips }: RequestFrame,
	startedAt: number,
): void {
	writeInfo('request', {
		requestId,
		route: routeOf(new URL(request.url).pathname),
		method: request.method,
		status: response.status,
		ms: Date.now() - startedAt,
		trips: trips.count,
		tripMs: trips.ms,
	})
}

export { DatabaseWriter } from './database-writer.server.ts'

export default {
	async fetch(request, env, ctx) {
		const startedAt = Date.now()
		try {
			const platform = { request, context: { cloudflare: { env, ctx } }, openWriter: writerOf(env) }
			const frame = getRequestFrame(platform)
			const answered = await answer(request, frame, (asked) =>
				getLoadContext(platform, frame, { readsNothing: asked.every((id) => READING_NOTHING.includes(id)) }),
			)
			const response = withOurHeaders(answered, request, frame)
			logRequest(request, response, frame, startedAt)
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
