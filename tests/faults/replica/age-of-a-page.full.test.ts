import { afterEach, expect, test } from 'vitest'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import type { ScratchWorker } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { withReplicatedSite } from '#tests/support/with-replicated-site.ts'

const site = withReplicatedSite()
const notice = 'This page may be out of date'
const personalPages = ['/wallet', '/appointments', '/favorites', '/profile', '/notifications']
const publicPages = ['/business/ade-hair-studio', '/plans', '/discover?q=hair']

let worker: ScratchWorker | undefined
afterEach(async () => {
	await worker?.stop()
	worker = undefined
})

/** A member and a visitor of an isolate that has read nothing yet. */
async function openSite() {
	worker = await site().startIsolate()
	const person = await addSignedInPerson(site().database, { at: Date.now() })
	return { member: browserOf(person, worker.url), guest: openBrowserLikeClient(worker.url) }
}

/** Does the work while the primary is gone, and the replica has had no change for `agoMs`. */
async function withoutPrimary(agoMs: number, work: (probedAt: Instant) => Promise<void>): Promise<void> {
	const probedAt = await site().probeWas(agoMs)
	await site().database.server.kill()
	try {
		await work(probedAt)
	} finally {
		await site().database.server.restart()
	}
}

test('W54: while the primary is lost each page says how old it is, and no longer once it is back', async () => {
	const { member, guest } = await openSite()
	await withoutPrimary(2 * MINUTE_MS, async (probedAt) => {
		const asOf = `It shows how things stood at ${clockLabelAt(DEFAULT_ZONE, probedAt)}.`
		for (const path of [...personalPages, ...publicPages]) {
			const page = await (publicPages.includes(path) ? guest : member).open(path)
			expect([path, page.status, page.url.pathname]).toEqual([path, 200, path.replace(/\?.*/, '')])
			const said = page.document.querySelector('.toasts')?.text
			expect(said, path).toContain(notice)
			// After midnight the day stands before the time.
			expect(said, path).toContain(asOf.slice(-9))
		}
		// A page with script shows it too: its data alone would not.
		const moved = await member.send(new URL('/wallet.data?_routes=routes%2Fwallet', worker?.url))
		expect(moved.status).toBe(202)
		expect(await moved.text()).toMatch(/"redirect","\/wallet".*"reload",true/)
	})
	await worker?.scheduled()
	await expect
		.poll(async () => (await member.open('/wallet')).text, { timeout: 30_000, interval: 500 })
		.not.toContain(notice)
})

test('W54: after five minutes pages of a person answer no more, and public ones do', async () => {
	const { member, guest } = await openSite()
	await withoutPrimary(6 * MINUTE_MS, async () => {
		for (const path of personalPages) {
			const page = await member.open(path)
			expect([path, page.status]).toEqual([path, 503])
			expect(page.text).toMatch(/try again/i)
		}
		for (const path of publicPages) {
			const page = await guest.open(path)
			expect([path, page.status]).toEqual([path, 200])
			expect(page.text).toContain(notice)
		}
	})
})
