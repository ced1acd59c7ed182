import { expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAccount, password } from '#tests/support/accounts.ts'
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
