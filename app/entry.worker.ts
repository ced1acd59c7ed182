import { type AppLoadContext, createRequestHandler } from '@remix-run/cloudflare'
import * as build from '../build/server/index.js'
import { answeringDatabaseFailures } from './http/answer-database-failures.ts'
import { discardBody } from './http/discard-body.ts'
import { isForeignPost } from './http/foreign-post.ts'
import { withSecurityHeaders } from './http/security-headers.ts'

const { getJobContext, getLoadContext, runSweeper, SettingsError } = build.entry.module
const handleRequest = createRequestHandler(answeringDatabaseFailures(build))

/** Shows the page that says so, without having read the form. A program's request gets the bare status. */
async function refuseForeignPost(request: Request, context: AppLoadContext): Promise<Response> {
	await discardBody(request)
	const { pathname } = new URL(request.url)
	if (pathname.endsWith('.data')) return new Response(null, { status: 403 })
	const page = new Request(new URL('/', request.url), { headers: { accept: 'text/html' } })
	return handleRequest(page, { ...context, isForeignPost: true })
}

export default {
	async fetch(request, env, ctx) {
		try {
			const context = getLoadContext({ request, context: { cloudflare: { env, ctx } } })
			const response = isForeignPost(request)
				? await refuseForeignPost(request, context)
				: await handleRequest(request, context)
			const { environment, payments } = context.settings
			return withSecurityHeaders(response, {
				nonce: context.cspNonce,
				environment,
				// Chromium follows a form's redirect only to where its page's own policy lets forms lead.
				formHosts: payments ? [payments.checkoutOrigin] : [],
			})
		} catch (error) {
			if (!(error instanceof SettingsError)) throw error
			console.error(error.message)
			return new Response('This app is not set up yet. Its log says what is missing.', { status: 503 })
		}
	},

	async scheduled(_controller, env) {
		console.info(`sweeper: ${await runSweeper(getJobContext(env))}`)
	},
} satisfies ExportedHandler<object>
