import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { WorkerSettings } from '#scripts/local/worker-runtime.ts'
import { type PaymentSite, startPaymentSite } from '#scripts/site/payment-site.ts'
import { expectSound } from './auditor.ts'
import { expectNoRemixWarning } from './remix-warnings.ts'

/**
 * One site with demo data that takes payments, for the tests of a file; at its end the database is audited. Each test
 * begins with sandboxes that behave well; what they know of earlier tests stays.
 */
export function withPaymentSite(settings: WorkerSettings = {}): () => PaymentSite {
	let site: PaymentSite | undefined
	beforeAll(async () => {
		site = await startPaymentSite(settings)
	})
	beforeEach(() => {
		site?.paystack.behaveWell()
		site?.mail.setBehaviour('answer')
	})
	afterAll(async () => {
		await site?.close(expectSound)
		expectNoRemixWarning(site?.worker.lines)
	})
	return () => {
		if (!site) throw new Error('the payment site is there only while tests run')
		return site
	}
}
