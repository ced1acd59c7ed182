import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mayReadReplica } from '#app/http/replica-pages.ts'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { pageViews } from '#scripts/site/page-cases.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { type ScratchWorker, startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import { browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { sampleOf } from '#tests/support/deep.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withReplicatedSite } from '#tests/support/with-replicated-site.ts'
import { guestPosts } from '../repeated/guest-posts.ts'
import { kioskPosts } from '../repeated/kiosk-posts.ts'
import { memberPosts } from '../repeated/member-posts.ts'
import { createPostDesk } from '../repeated/post-desk.ts'

const site = withReplicatedSite()
/** Prepares the posts without a replica: rows that a test has just made are not there yet. */
let preparing: ScratchWorker
const desk = createPostDesk(() => ({ ...site(), url: preparing.url }))
beforeAll(async () => {
	preparing = await startScratchWorker(site().database.url)
	await addSmallShop(site().database.client, 'dojo', {
		zone: desk.zone,
		promoCodes: { TEN: { percent: 10 } },
	})
})

afterAll(() => preparing.stop())

/** The cron does so each minute: a replica whose write probe is old is not asked. */
beforeEach(async () => {
	await site().database.change("UPDATE job_runs SET finished_at = ? WHERE job = 'write-probe'", Date.now())
})

function send(browser: BrowserLikeClient, path: string, body?: string | URLSearchParams): Promise<Response> {
	const to = new URL(path, site().url)
	if (body === undefined) return browser.send(to)
	const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: site().url }
	return browser.send(to, { method: 'POST', body: body.toString(), headers })
}

describe.each([
	['a guest', guestPosts(desk)],
	['a member', memberPosts(desk)],
	['a kiosk', kioskPosts(desk)],
])('W54: no post of %s asks a replica:', (_, prepared) => {
	test.each(sampleOf(Object.entries(prepared), 20))('%s', async (_name, prepare) => {
		const { browser, path, body } = await prepare()
		const { value, trips } = await site().replicaProxy.during(() => send(browser, path, body))
		expect(value.status).toBeLessThan(400)
		expect(trips.flatMap(({ statements }) => statements)).toEqual([])
	})
})

const views = pageViews(await servedRoutes()).filter(({ address }) =>
	mayReadReplica({ method: 'GET', url: new URL(address, 'https://wakati.example').href }),
)

/** What a page asked of the primary, which it need not ask: to write by what a replica has said, above all. */
async function askedOfPrimary(browser: BrowserLikeClient, path: string): Promise<string[]> {
	const { value, trips } = await site().proxy.during(() => send(browser, path))
	expect([path, value.status < 500]).toEqual([path, true])
	await value.arrayBuffer()
	return tripsOfPage(trips).flatMap(({ statements }) => statements)
}

test('W54: no page that a replica answers writes, or asks the primary', async () => {
	const client = browserOf(await signInDemoClient(site().database), site().url)
	const guest = openGuest(site().url)
	expect(views.length).toBeGreaterThan(50)
	const before = site().replicaProxy.trips.length
	// A write beside an answer may come a moment later: then it counts with the next page.
	for (const { address } of views) {
		expect([address, await askedOfPrimary(client, address)]).toEqual([address, []])
		expect([address, await askedOfPrimary(guest, address)]).toEqual([address, []])
	}
	expect(site().replicaProxy.trips.length - before).toBeGreaterThan(views.length)
})

test('W54: no step of a booking that a replica shows writes before it is taken', async () => {
	const guest = openGuest(site().url)
	for (const step of ['staff-selection', 'time-selection'] as const) {
		await walkTo(guest, step)
		expect(await askedOfPrimary(guest, `/booking/${step}`)).toEqual([])
	}
	expect(await askedOfPrimary(guest, '/booking/month')).toEqual([])
})

test('no statement that writes has ever come to the replica', () => {
	const written = site().replicaProxy.trips.flatMap(({ statements }) => statements)
	expect(written.length).toBeGreaterThan(100)
	expect(written.filter((sql) => /^\s*(INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql))).toEqual([])
})
