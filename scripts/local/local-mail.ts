import { startStandIn } from '../stand-in/start-stand-in.ts'
import { isPortFree } from './free-port.ts'
import type { LocalSettings } from './local-settings.ts'
import type { Program } from './run-program.ts'
import type { WorkerSettings } from './worker-runtime.ts'

export type LocalMail = {
	/** What the Worker needs to send mails, where nothing else was said. */
	settings: WorkerSettings
	/** Where mails can be read; null when they go to a real provider, or nowhere. */
	readAt: string | null
}

/**
 * A stand-in for the mail provider, unless one was named. Not for a real installation: there a mail that only a page on
 * this machine shows would count as sent.
 */
export async function openLocalMail(
	{ port, environment, worker }: LocalSettings,
	program: Program,
): Promise<LocalMail> {
	const isNamed = worker.MAIL_API_KEY !== undefined || worker.MAIL_PROVIDER === 'cloudflare'
	if (isNamed || environment === 'production') return { settings: {}, readAt: null }
	const wished = port + 1
	const isFree = port > 0 && wished <= 65_535 && (await isPortFree(wished))
	const standIn = await startStandIn({ port: isFree ? wished : undefined })
	program.onStop(standIn.close)
	return {
		settings: {
			MAIL_API_URL: standIn.url,
			MAIL_API_KEY: 'for-the-stand-in',
			MAIL_FROM: worker.MAIL_FROM ?? 'Wakati <wakati@localhost>',
		},
		readAt: standIn.url,
	}
}
