import { expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addAccount, mailedTokenTo, password } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

test('R50: the browser forgets the pages that it kept, at signing in, signing out and deleting the account', async () => {
	const { email } = await addAccount(site().database)
	const browser = openBrowserLikeClient(site().url)
	const clears = async (path: string, body: string | URLSearchParams) => {
		const answer = await browser.send(new URL(path, site().url), {
			method: 'POST',
			body: body.toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site().url },
		})
		return [answer.status, answer.headers.get('clear-site-data')]
	}
	const right = new URLSearchParams({ email, password })
	expect(await clears('/login', new URLSearchParams({ email, password: 'six brown goats' }))).toEqual([
		401,
		null,
	])
	expect(await clears('/login', right)).toEqual([302, '"cache"'])
	expect(await clears('/logout', '')).toEqual([302, '"cache"'])
	expect(await clears('/login', right)).toEqual([302, '"cache"'])
	expect(await clears('/settings/delete', new URLSearchParams({ password }))).toEqual([302, '"cache"'])
	expect((await browser.open('/profile')).url.pathname).toBe('/login')
})

test('R50: a new password ends what this browser keeps, as signing out does: pages, draft and remembered visits', async () => {
	const { email } = await addAccount(site().database)
	const browser = openBrowserLikeClient(site().url)
	await browser.post('/login', new URLSearchParams({ email, password }))
	await browser.post('/forgot-password', new URLSearchParams({ email }))
	const token = await mailedTokenTo(site().database, email, 'reset_password', scratchCookieKey)
	const reset = async (newPassword: string) => {
		const answer = await browser.send(new URL(`/reset-password?token=${token}`, site().url), {
			method: 'POST',
			body: new URLSearchParams({ token, password: newPassword, confirmPassword: newPassword }).toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site().url },
		})
		const ended = answer.headers.getSetCookie().filter((cookie) => /max-age=0/i.test(cookie))
		return {
			status: answer.status,
			clears: answer.headers.get('clear-site-data'),
			ended: ended.map((cookie) => cookie.split('=')[0]).sort(),
		}
	}
	expect(await reset('password')).toEqual({ status: 400, clears: null, ended: [] })
	expect(await reset('six brown goats')).toEqual({
		status: 302,
		clears: '"cache"',
		ended: ['draft', 'session', 'visits'],
	})
})
