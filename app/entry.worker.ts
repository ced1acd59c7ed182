import { createRequestHandler } from '@remix-run/cloudflare'
import * as build from '../build/server/index.js'
import { withSecurityHeaders } from './http/security-headers.ts'
import { getLoadContext } from './load-context.ts'

const handleRequest = createRequestHandler(build)

export default {
	async fetch(request, env, ctx) {
		const context = getLoadContext({ request, context: { cloudflare: { env, ctx } } })
		const response = await handleRequest(request, context)
		return withSecurityHeaders(response, {
			nonce: context.cspNonce,
			environment: context.settings.environment,
		})
	},
} satisfies ExportedHandler<object>
