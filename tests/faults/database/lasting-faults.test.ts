import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGuest } from '#scripts/site/browser-guest.ts'
import { type FaultKind, faultKinds } from '#scripts/site/fault-kind.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { expectDoneOnce, expectWellOrRetryPage, timed } from './expect-answer.ts'
import { paymentRequests } from './payment-requests.ts'
import { type RequestUnderTest, requestsUnderTest } from './requests-under-test.ts'

// Without mail, whose deliveries would be counted with a request's own trips.
const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))

afterEach(() => site().proxy.heal())
const isDeep = process.env.TEST_DEEP === '1'

/** All at once, each by a guest of their own: what hangs costs its seconds only once. */
async function underFault(requests: RequestUnderTest[], fault: { kind: FaultKind; writesOnly?: boolean }) {
	const asked = []
	for (const request of requests) {
		const guest = openGuest(site().url)
		asked.push({ request, guest, ask: await request.prepare(guest, site()) })
	}
	site().proxy.inject(fault)
	const answers = await Promise.all(asked.map(({ ask }) => timed(ask)))
	site().proxy.heal()
	const problems: string[] = []
	for (const [i, { request, guest, ask }] of asked.entries()) {
		try {
			const answer = answers[i]
			if (answer) expectWellOrRetryPage(request, answer)
			await request.later?.(guest, site())
			await expectDoneOnce(request, await ask(), guest, site().database)
		} catch (error) {
			problems.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
		}
	}
	expect(problems).toEqual([])
	return answers
}

/** A payment takes seconds to prepare: a sample has it once in each of the two, a deep run with every kind of fault. */
function requestsFor(withPayments: boolean): RequestUnderTest[] {
	const all = isDeep || withPayments ? [...paymentRequests, ...requestsUnderTest] : requestsUnderTest
	return [...all.filter((one) => !one.takesOpenTime), ...all.filter((one) => one.takesOpenTime)]
}

describe('when every trip to the database fails, every page says so in plain words, and the same again works later', () => {
	test.each(faultKinds)('%s', async (kind) => {
		await underFault(requestsFor(kind === 'hang'), { kind })
	})
})

describe('when only writes fail, every form answers with what was typed, and the same again works later', () => {
	test.each(faultKinds)('%s', async (kind) => {
		const posts = requestsFor(kind === 'drop-after').filter((request) => request.isPost)
		await underFault(posts, { kind, writesOnly: true })
	})
})
