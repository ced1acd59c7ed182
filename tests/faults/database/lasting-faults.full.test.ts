import { afterEach, beforeEach, describe, test } from 'vitest'
import { faultKinds } from '#scripts/site/trip.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { requestsFor, underFault } from './under-fault.ts'

// Without mail, whose deliveries would be counted with a request's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))
afterEach(() => site().proxy.heal())

describe('when every trip to the database fails, every page says so in plain words, and the same again works later', () => {
	test.each(faultKinds)('%s', async (kind) => {
		await underFault(site(), requestsFor(kind, 'hang'), { kind })
	})
})
