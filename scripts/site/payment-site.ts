import { newVapidSettings } from '#scripts/local/vapid-settings.ts'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import type { MailService } from '#scripts/sandbox/mail-service.ts'
import type { PaystackService } from '#scripts/sandbox/paystack-service.ts'
import type { PushService } from '#scripts/sandbox/push-service.ts'
import { startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { type Site, startSite } from './site.ts'

/** A site with payments and mails, and its sandbox. */
export type PaymentSite = Site & {
	paystack: PaystackService
	mail: MailService
	push: PushService
	/** Signs push messages; browsers subscribe with it. */
	vapid: ReturnType<typeof newVapidSettings>
	/** The payment pages, and the sandbox's own page under /paystack. */
	checkoutUrl: string
}

/** Tells the Worker its own address, so that customers return and webhooks arrive. */
export async function startPaymentSite(
	settings: WorkerSettings = {},
	options: { hasDemo?: boolean } = {},
): Promise<PaymentSite> {
	const sandbox = await startSandbox()
	const vapid = newVapidSettings()
	const { url: checkoutUrl, paystack, mail, push } = sandbox
	try {
		const site = await startSite(
			(url) => ({
				APP_ORIGIN: url,
				MAIL_API_URL: checkoutUrl,
				MAIL_API_KEY: 'key-of-the-provider',
				MAIL_FROM: 'Wakati <hello@wakati.example>',
				MAIL_RATE: '1000',
				PAYSTACK_SECRET_KEY: paystack.secretKey,
				PAYSTACK_BASE_URL: checkoutUrl,
				PAYSTACK_CHECKOUT_ORIGIN: checkoutUrl,
				...vapid,
				...settings,
			}),
			options,
		)
		paystack.setWebhookUrl(`${site.url}/webhooks/paystack`)
		return {
			...site,
			paystack,
			mail,
			push,
			vapid,
			checkoutUrl,
			async close(lastLook) {
				// The sandbox ends first, so that it sends no webhook to a closing site.
				await sandbox.close()
				await site.close(lastLook)
			},
		}
	} catch (error) {
		await sandbox.close()
		throw error
	}
}
