import { expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

const site = withPaymentSite()

test('a site that takes payments is reached by webhooks, and sends customers to the sandbox alone', async () => {
	const { paystack, checkoutUrl, url } = site()
	paystack.sendEvent('charge.dispute.create', 'of-another-shop', { id: 1, reference: 'of-another-shop' })
	await paystack.settled()
	const [webhook] = paystack.webhooksSent
	expect(webhook?.statuses[0], 'the Worker answered').toBeGreaterThan(0)
	expect((await openBrowserLikeClient(url).open('/healthz')).status).toBe(200)
	expect((await openBrowserLikeClient(checkoutUrl).open('/paystack')).text).toContain('None yet')
})
