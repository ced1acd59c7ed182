import type { AppLoadContext } from '@remix-run/cloudflare'
import { openDatabase } from '../db/client.server.ts'
import { readSettings, type Settings } from './env.server.ts'
import { newId } from './kernel/id.server.ts'
import type { Clock } from './kernel/instant.ts'

/** The platform's half, the same shape from the Worker and from the development server. */
type Platform = {
	request: Request
	context: { cloudflare: { env: object; ctx: Pick<ExecutionContext, 'waitUntil'> } }
}

declare module '@remix-run/cloudflare' {
	interface AppLoadContext {
		settings: Settings
		/** Names this request in the log and on the error page. */
		requestId: string
		/** Allows this response's own inline scripts and styles. */
		cspNonce: string
		now: Clock
		/** The customer asked for less data, or the line is slow. */
		saveData: boolean
		/** Work that may go on after the answer is sent. */
		waitUntil: (work: Promise<unknown>) => void
	}
}

/** The composition root: what a request needs, built once per request. */
export function getLoadContext({ request, context }: Platform): AppLoadContext {
	const { env, ctx } = context.cloudflare
	const settings = readSettings({ ...env })
	const _database = openDatabase(settings.database)
	return {
		settings,
		requestId: newId(),
		cspNonce: newId(),
		now: Date.now,
		saveData: request.headers.get('save-data') === 'on',
		waitUntil: (work) => ctx.waitUntil(work),
	}
}
