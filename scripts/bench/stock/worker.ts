import { createClient } from '@libsql/client/web'
import { createRequestHandler } from '@remix-run/cloudflare'
import * as build from './build/server/index.js'

const handleRequest = createRequestHandler(build)

export default {
	fetch(request, env) {
		const client = createClient({ url: env.DATABASE_URL })
		return handleRequest(request, { client })
	},
} satisfies ExportedHandler<{ DATABASE_URL: string }>
