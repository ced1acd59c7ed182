import { expect } from 'vitest'
import { openGuest } from '#scripts/site/browser-guest.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { type FaultKind, faultKinds } from '#scripts/site/trip.ts'
import { isDeep } from '#tests/support/deep.ts'
import { expectDoneOnce, expectWellOrRetryPage, timed } from './expect-answer.ts'
import { paymentRequests } from './payment-requests.ts'
import { type RequestUnderTest, requestsUnderTest } from './requests-under-test.ts'

/**
 * Sends these requests at once under a lasting fault, each by its own guest, so that hanging costs its seconds once.
 * Repeats each when the fault is over.
 */
export async function underFault(
	site: PaymentSite,
	requests: RequestUnderTest[],
	fault: { kind: FaultKind; writesOnly?: boolean },
) {
	const asked = []
	for (const request of requests) {
		const guest = openGuest(site.url)
		asked.push({ request, guest, ask: await request.prepare(guest, site) })
	}
	site.proxy.inject(fault)
	const answers = await Promise.all(asked.map(({ ask }) => timed(ask)))
	site.proxy.heal()
	const problems: string[] = []
	for (const [i, { request, guest, ask }] of asked.entries()) {
		try {
			const answer = answers[i]
			if (answer) expectWellOrRetryPage(request, answer)
			await request.later?.(guest, site)
			await expectDoneOnce(request, await ask(), guest, site.database)
		} catch (error) {
			problems.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
		}
	}
	expect(problems).toEqual([])
}

/**
 * A deep run has every request with every kind of fault. A sample has all of them with one kind, and a third with each
 * other kind, in turn; payments, which take seconds to prepare, only with the one.
 */
export function requestsFor(kind: FaultKind, kindWithAll: FaultKind): RequestUnderTest[] {
	const place = faultKinds.indexOf(kind)
	const all =
		isDeep || kind === kindWithAll
			? [...paymentRequests, ...requestsUnderTest]
			: requestsUnderTest.filter((_, index) => index % 3 === place % 3)
	return [...all.filter((one) => !one.takesOpenTime), ...all.filter((one) => one.takesOpenTime)]
}
