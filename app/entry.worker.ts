import { createRequestHandler } from '@remix-run/cloudflare'
import * as build from '../build/server/index.js'
import { getLoadContext } from './load-context.ts'

const handleRequest = createRequestHandler(build)

export default {
	async fetch(request, env, ctx) {
		const context = getLoadContext({ request, context: { cloudflare: { env, ctx } } })
		return handleRequest(request, context)
	},
} satisfies ExportedHandler<object>
