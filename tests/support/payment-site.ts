import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import type { MailService } from '#scripts/stand-in/mail-service.ts'
import type { PaystackService } from '#scripts/stand-in/paystack-service.ts'
import { startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/** A site that takes payments and sends mails, and the stand-ins that it meets. */
export type PaymentSite = TestSite & {
	paystack: PaystackService
	mail: MailService
	/** Where customers pay: the payment pages are there, and the sandbox's own page under /paystack. */
	checkoutUrl: string
}

/** The Worker knows its own address, so that customers come back to it and webhooks reach it. */
export async function startPaymentSite(settings: WorkerSettings = {}): Promise<PaymentSite> {
	const standIn = await startStandIn()
	const { url: checkoutUrl, paystack, mail } = standIn
	try {
		const site = await startTestSite((url) => ({
			APP_ORIGIN: url,
			MAIL_API_URL: checkoutUrl,
			MAIL_API_KEY: 'key-of-the-provider',
			MAIL_FROM: 'Wakati <hello@wakati.example>',
			PAYSTACK_SECRET_KEY: paystack.secretKey,
			PAYSTACK_BASE_URL: checkoutUrl,
			PAYSTACK_CHECKOUT_ORIGIN: checkoutUrl,
			...settings,
		}))
		paystack.setWebhookUrl(`${site.url}/webhooks/paystack`)
		return {
			...site,
			paystack,
			mail,
			checkoutUrl,
			async close() {
				// First, so that no webhook meets a site that is going down.
				await standIn.close()
				await site.close()
			},
		}
	} catch (error) {
		await standIn.close()
		throw error
	}
}
