import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#app/kernel/instant.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchReadyzKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { isDeep } from '#tests/support/deep.ts'
import { nameOf, pageKinds, readProfile, saveName } from '#tests/support/profile-saves.ts'
import { withReplicatedSite } from '#tests/support/with-replicated-site.ts'

const site = withReplicatedSite()
const pairs = isDeep ? 2_000 : 100

async function member() {
	const person = await addSignedInPerson(site().database, { at: Date.now() })
	return { ...person, browser: browserOf(person, site().url) }
}

async function saveByDocument(browser: BrowserLikeClient, email: string, firstName: string): Promise<string> {
	expect(await saveName(browser, site().url, 'document', { email, firstName })).toBe(302)
	return (await readProfile(browser, site().url, 'document')).body
}

/** Waits until the replica answers pages: its write probe has to be young, and after a failure it rests. */
async function untilReplicaAnswers(browser: BrowserLikeClient): Promise<void> {
	await site().worker.scheduled()
	await expect
		.poll(async () => {
			const { trips } = await site().replicaProxy.during(() => browser.open('/favorites'))
			const { trips: atPrimary } = await site().proxy.during(() => browser.open('/favorites'))
			return trips.length > 0 && atPrimary.length === 0
		})
		.toBe(true)
}

describe('the page after a write shows it', () => {
	test.each(pageKinds)('by %s', { timeout: HOUR_MS }, async (kind) => {
		const { browser, email } = await member()
		await untilReplicaAnswers(browser)
		const before = site().replicaProxy.trips.length
		const stale: number[] = []
		for (let pair = 0; pair < pairs; pair++) {
			// The cron of each minute does not run here.
			if (pair % 200 === 199) await site().worker.scheduled()
			const firstName = nameOf(pair)
			expect(await saveName(browser, site().url, kind, { email, firstName })).toBe(
				kind === 'data' ? 202 : 302,
			)
			if (!(await readProfile(browser, site().url, kind)).body.includes(firstName)) stale.push(pair)
		}
		expect(stale).toEqual([])
		// The replica was asked for each of the pages.
		expect(site().replicaProxy.trips.length - before).toBeGreaterThanOrEqual(pairs * 0.9)
	})
})

describe('a replica that is cut off from its primary', () => {
	let browser: BrowserLikeClient
	let email: string

	beforeEach(async () => {
		;({ browser, email } = await member())
		await untilReplicaAnswers(browser)
		site().replica.gate.hold()
	})
	afterEach(() => site().replica.gate.release())

	test('shows no one less than they have saved, and others what was before', async () => {
		const saved = await saveByDocument(browser, email, 'Ngozi')
		expect(saved).toContain('Ngozi')
		expect(browser.cookies.has('seen')).toBe(true)
		const { value, trips } = await site().proxy.during(() => browser.open('/profile'))
		expect(value.html).toContain('Ngozi')
		expect(trips).toHaveLength(1)
		// The control: without the bookmark the replica's word stands, and it is old.
		browser.cookies.delete('seen')
		expect((await browser.open('/profile')).html).not.toContain('Ngozi')
	})

	test('what has to be true reads the primary: settings, and what a program asks for', async () => {
		await site().database.change('UPDATE profiles SET first_name = ? WHERE email = ?', 'Chioma', email)
		const { trips } = await site().replicaProxy.during(async () => {
			expect((await browser.open('/settings')).status).toBe(200)
			expect((await browser.open('/settings/export.json')).html).toContain('Chioma')
			for (const path of ['/api/v1/appointments', '/kiosk', '/logout'])
				expect((await browser.send(new URL(path, site().url))).status).toBeLessThan(500)
		})
		expect(trips).toEqual([])
		expect((await browser.open('/profile')).html).not.toContain('Chioma')
	})
})

test('what a page finds out beside its answer rests on the primary', async () => {
	const { browser } = await member()
	await untilReplicaAnswers(browser)
	await site().database.change("UPDATE opening_looks SET due_at = 0 WHERE shop_id = 'ade-hair-studio'")
	const beside = () => site().proxy.trips.filter(({ statements }) => statements.length > 0)
	site().proxy.forget()
	// Until the replica knows that there is something to look for.
	await expect
		.poll(async () => {
			await browser.open('/discover?q=Ad%C3%A9')
			return beside().some(({ isWrite }) => isWrite)
		})
		.toBe(true)
	const write = beside().findIndex(({ isWrite }) => isWrite)
	expect(beside()[write]?.statements.join()).toContain('shop_free_starts')
	expect(beside()[write - 1]).toMatchObject({ isWrite: false })
})

test('an altered bookmark is no one’s, and is taken away', async () => {
	const { browser, email } = await member()
	await saveByDocument(browser, email, 'Amaka')
	browser.cookies.set('seen', `${browser.cookies.get('seen')}x`)
	const answer = await browser.send(new URL('/favorites', site().url))
	expect(answer.status).toBeLessThan(400)
	expect(browser.cookies.has('seen')).toBe(false)
})

test('/readyz tells how far the replica is behind', async () => {
	const { browser } = await member()
	const readyz = async () => {
		const headers = { authorization: `Bearer ${scratchReadyzKey}` }
		return JSON.parse(await (await browser.send(new URL('/readyz', site().url), { headers })).text())
	}
	await expect.poll(readyz).toMatchObject({ ready: true, replica: { answers: true, behindSeconds: 0 } })
	site().replicaProxy.inject({ kind: 'drop-before' })
	expect(await readyz()).toMatchObject({ ready: true, replica: { answers: false, behindSeconds: null } })
	site().replicaProxy.heal()
})
