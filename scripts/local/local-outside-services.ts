import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'
import { isPortFree } from './free-port.ts'
import type { LocalSettings } from './local-settings.ts'
import type { Program } from './run-program.ts'
import type { WorkerSettings } from './worker-runtime.ts'

export type LocalOutsideServices = {
	/** What the Worker needs to send mails and to take payments, where nothing else was said. */
	settings: WorkerSettings
	/** Lines for the person who starts it: where mails can be read and payments watched. */
	places: string[]
	/** Tells where the app listens, once it does: webhooks go there. */
	appIsAt(url: string): void
}

/**
 * A stand-in for each outside service that was not named. Not for a real installation: there a mail that only a page on
 * this machine shows would count as sent, and a visit would be paid with a test card.
 */
export async function openLocalOutsideServices(
	{ port, environment, worker }: LocalSettings,
	program: Program,
): Promise<LocalOutsideServices> {
	const isMailNamed = worker.MAIL_API_KEY !== undefined || worker.MAIL_PROVIDER === 'cloudflare'
	const isPaystackNamed = worker.PAYSTACK_SECRET_KEY !== undefined
	if (environment === 'production' || (isMailNamed && isPaystackNamed))
		return { settings: {}, places: [], appIsAt: () => {} }
	const wished = port + 1
	const isFree = port > 0 && wished <= 65_535 && (await isPortFree(wished))
	const standIn = await startStandIn({ port: isFree ? wished : undefined })
	program.onStop(standIn.close)
	const places = [
		...(isMailNamed ? [] : [`Mails that it sends are shown at ${standIn.url}`]),
		...(isPaystackNamed ? [] : [`Payments, with no real money, are shown at ${standIn.url}/paystack`]),
	]
	return {
		settings: {
			...(isMailNamed ? {} : mailSettings(standIn, worker.MAIL_FROM)),
			...(isPaystackNamed ? {} : paystackSettings(standIn)),
		},
		places,
		appIsAt: (url) => standIn.paystack.setWebhookUrl(`${url}/webhooks/paystack`),
	}
}

function mailSettings({ url }: StandIn, from = 'Wakati <wakati@localhost>'): WorkerSettings {
	return { MAIL_API_URL: url, MAIL_API_KEY: 'for-the-stand-in', MAIL_FROM: from }
}

function paystackSettings({ url, paystack }: StandIn): WorkerSettings {
	return {
		PAYSTACK_SECRET_KEY: paystack.secretKey,
		PAYSTACK_BASE_URL: url,
		PAYSTACK_CHECKOUT_ORIGIN: url,
	}
}
