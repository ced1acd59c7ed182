import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGuest } from '#scripts/site/browser-guest.ts'
import { type FaultKind, faultKinds } from '#scripts/site/trip.ts'
import { isDeep, isFull, sampleOf } from '#tests/support/deep.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { expectDoneOnce, expectWellOrRetryPage, timed } from './expect-answer.ts'
import { paymentRequests } from './payment-requests.ts'
import { type RequestUnderTest, requestsUnderTest } from './requests-under-test.ts'

// Without mail, whose deliveries would be counted with a request's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))

/** Faults that hang or wait cost seconds each: the sample has them as lasting faults, which wait together. */
const quickKinds = faultKinds.filter((kind) => kind !== 'hang' && kind !== 'delay')

afterEach(() => site().proxy.heal())

async function tripsOf(request: RequestUnderTest): Promise<number> {
	const ask = await request.prepare(openGuest(site().url), site())
	const { value: page, trips } = await site().proxy.during(ask)
	expect(page.status, `${request.name} without a fault: ${page.text.slice(0, 200)}`).toBe(200)
	return trips.length
}

/** All kinds in a deep run; else one kind for each trip, in turn. */
function kindsFor(index: number, trip: number): readonly FaultKind[] {
	if (isDeep) return faultKinds
	const place = (index * 3 + trip) % quickKinds.length
	return quickKinds.slice(place, place + 1)
}

test.each(
	[...sampleOf(requestsUnderTest, isFull ? 6 : 2), ...sampleOf(paymentRequests, isFull ? 100 : 2)].map(
		(request, index) => ({
			request,
			index,
			name: request.name,
		}),
	),
)('one failed trip does not lose or double anything: $name', async ({ request, index }) => {
	const trips = await tripsOf(request)
	expect(trips).toBeGreaterThan(0)
	for (let trip = 1; trip <= trips; trip++) {
		for (const kind of kindsFor(index, trip)) {
			const guest = openGuest(site().url)
			const ask = await request.prepare(guest, site())
			site().proxy.inject({ kind, onTrip: trip })
			const answer = await timed(ask)
			site().proxy.heal()
			// The writer keeps to the stream that hangs: what came of the trip may not be written.
			if (kind === 'hang') await request.later?.(guest, site())
			const named = { ...request, name: `${request.name}, ${kind} on trip ${trip} of ${trips}` }
			expectWellOrRetryPage(named, answer)
			await expectDoneOnce(named, await ask(), guest, site().database)
		}
	}
})
