import { afterEach, describe, expect, test } from 'vitest'
import { type FaultKind, faultKinds } from '#tests/support/fault-kind.ts'
import { openGuest } from '#tests/support/guest-journey.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { expectDoneOnce, expectWellOrRetryPage, timed } from './expect-answer.ts'
import { type RequestUnderTest, requestsUnderTest } from './requests-under-test.ts'

const site = withTestSite()

afterEach(() => site().proxy.heal())

/** All at once, each by a guest of their own: what hangs costs its seconds only once. */
async function underFault(requests: RequestUnderTest[], fault: { kind: FaultKind; writesOnly?: boolean }) {
	const asked = []
	for (const request of requests) {
		const guest = openGuest(site().url)
		asked.push({ request, guest, ask: await request.prepare(guest) })
	}
	site().proxy.inject(fault)
	const answers = await Promise.all(asked.map(({ ask }) => timed(ask)))
	site().proxy.heal()
	const problems: string[] = []
	for (const [i, { request, guest, ask }] of asked.entries()) {
		try {
			const answer = answers[i]
			if (answer) expectWellOrRetryPage(request, answer)
			await expectDoneOnce(request, await ask(), guest, site().database)
		} catch (error) {
			problems.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
		}
	}
	expect(problems).toEqual([])
	return answers
}

describe('when every trip to the database fails, every page says so in plain words, and the same again works later', () => {
	test.each(faultKinds)('%s', async (kind) => {
		await underFault(requestsUnderTest, { kind })
	})
})

describe('when only writes fail, every form answers with what was typed, and the same again works later', () => {
	test.each(faultKinds)('%s', async (kind) => {
		const posts = requestsUnderTest.filter((request) => request.isPost)
		await underFault(posts, { kind, writesOnly: true })
	})
})
