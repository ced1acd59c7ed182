import { afterEach, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { openGuest } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addAccount, mailedTokenTo } from '#tests/support/accounts.ts'
import { addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addApiKey, askApi } from '#tests/support/shop-api.ts'
import { withReplicatedSite } from '#tests/support/with-replicated-site.ts'
import { mainForm, signedInClient } from '../identity/visitor.ts'

const site = withReplicatedSite()
afterEach(() => site().replica.gate.release())

/** From now on the replica has all earlier rows, and learns of no end. */
async function cutOff(probeAgeMs = 0): Promise<void> {
	await site().probeWas(probeAgeMs)
	site().replica.gate.hold()
}

const END_KEY = `UPDATE access_keys SET ended_at = 1, ending = 'revoked' WHERE secret_hash = ?`

test('a program whose key has ended is refused at its next request', async () => {
	const shop = await addKioskShop(site())
	const key = await addApiKey(site().database, shop.id)
	const asked = { path: '/appointments', key }
	expect((await askApi(site().url, asked)).status).toBe(200)
	await cutOff()
	await site().database.change(END_KEY, hashSecretToken(key.slice('wakati_'.length)))
	expect((await askApi(site().url, asked)).status).toBe(401)
})

test('a kiosk whose key has ended shows nothing more', async () => {
	const shop = await addKioskShop(site())
	const { secret, cookies } = await addKiosk(site(), shop.id)
	const device = openGuest(site().url)
	for (const { name, value } of cookies) device.cookies.set(name, value)
	expect((await device.open('/kiosk')).status).toBe(200)
	await cutOff()
	await site().database.change(END_KEY, hashSecretToken(secret))
	for (const path of ['/kiosk', '/kiosk/walk-in', '/kiosk/sessions'])
		expect((await device.open(path)).status).toBe(401)
})

/** Two devices of one person. */
async function devices() {
	const { email } = await addAccount(site().database)
	return {
		email,
		here: await signedInClient(site().url, email),
		elsewhere: await signedInClient(site().url, email),
	}
}

const endOthers = (here: BrowserLikeClient) =>
	here.post('/settings', new URLSearchParams({ intent: 'sign-out-everywhere' }))

/** Whether it has to sign in. */
const isAsked = async (browser: BrowserLikeClient, path: string) =>
	(await browser.open(path)).url.pathname === '/login'

test('a device that was signed out elsewhere: nothing that is the person’s own to change, or to take away', async () => {
	const { here, elsewhere } = await devices()
	await cutOff()
	const done = await endOthers(here)
	expect(done.text).toContain('signed out')
	// It may see what the replica lists, until the replica is left.
	expect(await isAsked(elsewhere, '/favorites')).toBe(false)
	for (const path of [
		'/settings',
		'/settings/export',
		'/settings/export.json',
		'/settings/delete',
		'/profile/edit',
		'/wallet/code',
	])
		expect([path, await isAsked(elsewhere, path)]).toEqual([path, true])
	const posted = await elsewhere.post('/profile/edit', 'firstName=Bola&lastName=Obi&email=a@b.example&phone=')
	expect(posted.url.pathname).toBe('/login')
	// The device that ended it goes on.
	expect(await isAsked(here, '/favorites')).toBe(false)
})

test('and no page of theirs once the replica is 90 s behind', async () => {
	const { here, elsewhere } = await devices()
	await cutOff(91_000)
	await endOthers(here)
	// An isolate reads the probe every ten seconds: another isolate has not read it yet.
	const isolate = await site().startIsolate()
	try {
		const there = openGuest(isolate.url)
		for (const [name, value] of elsewhere.cookies) there.cookies.set(name, value)
		expect(await isAsked(there, '/favorites')).toBe(true)
	} finally {
		await isolate.stop()
	}
})

test('a password that was changed: the old one opens nothing, and no device is signed in', async () => {
	const { email, here, elsewhere } = await devices()
	await cutOff()
	await here.post('/forgot-password', new URLSearchParams({ email }))
	const token = await mailedTokenTo(site().database, email, 'reset_password', scratchCookieKey)
	const page = await here.open(`/reset-password?token=${token}`)
	const chosen = { password: 'seven white doves', confirmPassword: 'seven white doves' }
	expect((await here.submit(page, mainForm, chosen)).text).toContain('Password changed')
	// Its own pages wait for the change, so it is asked to sign in.
	expect(await isAsked(here, '/wallet')).toBe(true)
	expect(await isAsked(elsewhere, '/settings')).toBe(true)
	await expect(signedInClient(site().url, email)).rejects.toThrow('not signed in')
})
