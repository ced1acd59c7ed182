import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { localVapidSettings, paymentsFile } from './data-folder.ts'
import { isPortFree } from './free-port.ts'
import type { LocalSettings } from './local-settings.ts'
import type { Program } from './run-program.ts'
import type { WorkerSettings } from './worker-runtime.ts'

export type LocalOutsideServices = {
	/** The Worker's settings for mail and payments, where none are given. */
	settings: WorkerSettings
	/** Where the person can read mails and watch payments. */
	places: string[]
	/** Sets the app's address, where webhooks go. */
	appIsAt(url: string): void
}

/**
 * A sandbox for each outside service without settings. Not for a real installation or another program's database (S4):
 * test cards would pay visits, and unsent mails would count as sent.
 */
export async function openLocalOutsideServices(
	{ port, environment, database, dataDir, worker }: LocalSettings,
	program: Program,
): Promise<LocalOutsideServices> {
	const isMailNamed = worker.MAIL_API_KEY !== undefined || worker.MAIL_PROVIDER === 'cloudflare'
	const isPushNamed = worker.VAPID_PUBLIC_KEY !== undefined
	const isPaystackNamed = worker.PAYSTACK_SECRET_KEY !== undefined
	if (environment === 'production' || database !== undefined || (isMailNamed && isPaystackNamed))
		return { settings: {}, places: [], appIsAt: () => {} }
	const wished = port + 1
	const isFree = port > 0 && wished <= 65_535 && (await isPortFree(wished))
	const sandbox = await startSandbox({
		port: isFree ? wished : undefined,
		paystack: { file: paymentsFile(dataDir) },
	})
	program.onStop(sandbox.close)
	const places = [
		...(isMailNamed ? [] : [`Mails that it sends are shown at ${sandbox.url}`]),
		...(isPaystackNamed ? [] : [`Payments, with no real money, are shown at ${sandbox.url}/paystack`]),
		...(isPushNamed ? [] : [`Push messages to the sandbox’s own browsers are shown at ${sandbox.url}/push`]),
	]
	return {
		settings: {
			...(isMailNamed ? {} : mailSettings(sandbox, worker.MAIL_FROM)),
			...(isPaystackNamed ? {} : paystackSettings(sandbox)),
			...(isPushNamed ? {} : localVapidSettings(dataDir)),
		},
		places,
		appIsAt: (url) => sandbox.paystack.setWebhookUrl(`${url}/webhooks/paystack`),
	}
}

function mailSettings({ url }: Sandbox, from = 'Wakati <wakati@localhost>'): WorkerSettings {
	return { MAIL_API_URL: url, MAIL_API_KEY: 'for-the-sandbox', MAIL_FROM: from, MAIL_RATE: '1000' }
}

function paystackSettings({ url, paystack }: Sandbox): WorkerSettings {
	return {
		PAYSTACK_SECRET_KEY: paystack.secretKey,
		PAYSTACK_BASE_URL: url,
		PAYSTACK_CHECKOUT_ORIGIN: url,
	}
}
