import { describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { demoShopId } from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import { addSignedInPerson, browserOf, cheapCost, password } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const business = `/business/${demoShopId}`
const heart = 'form:has(button[name="add-favorite"])'
const givenHeart = 'form:has(button[name="remove-favorite"])'

async function member(plan: { firstName?: string } = {}) {
	const person = await addSignedInPerson(site().database, { at: Date.now(), ...plan })
	return { ...person, browser: browserOf(person, site().url) }
}

describe('A signed-in client without script', () => {
	test('gives a heart, finds it in the list, takes it back and undoes that', async () => {
		const { browser } = await member()
		const added = await browser.submit(await browser.open(business), heart)
		expect(added.url.pathname).toBe(business)
		expect(added.text).toContain('Added to favoritesBusiness has been added to your favorites.')
		expect(added.text).toContain('Favorited')

		const list = await browser.open('/favorites')
		expect(list.text).toContain('Adé Hair Studio')
		const removed = await browser.submit(list, givenHeart)
		expect(removed.text).toContain('Removed from favorites')
		expect(removed.text).toContain('Business has been removed from your favorites.')
		expect(removed.text).toContain('No favorites yet')

		const undone = await browser.submit(removed, '.toasts form')
		expect(undone.url.pathname).toBe('/favorites')
		expect(undone.document.querySelector('main')?.textContent).toContain('Adé Hair Studio')
	})

	test('gives a heart on Discover and stays where they were', async () => {
		const { browser } = await member({ firstName: 'Chidinma' })
		const discover = await browser.open('/discover?q=Ad%C3%A9')
		expect(discover.text).toMatch(/Good (morning|afternoon|evening), Chidinma/)
		expect(discover.document.querySelector('a[href="/profile"]')?.textContent).toBe('C')
		const added = await browser.submit(discover, heart)
		expect(added.url.search).toBe('?q=Ad%C3%A9')
		expect(added.document.querySelectorAll(`main ${givenHeart}`)).toHaveLength(1)
	})

	test('searches among the favorites, and books from there', async () => {
		const { browser } = await member()
		await browser.submit(await browser.open(business), heart)
		const search = (page: Awaited<ReturnType<typeof browser.open>>, q: string) =>
			browser.submit(page, 'form[role="search"]', { q })
		const list = await browser.open('/favorites')
		expect((await search(list, 'HAIR')).text).toContain('Adé Hair Studio')
		expect((await search(list, 'yaba')).text).toContain('Adé Hair Studio')
		expect((await search(list, 'nobody')).text).toContain('No results found')
		const booking = await browser.submit(list, 'form:has(button[name="book"])')
		expect(booking.url.pathname).toBe('/booking/service-selection')
		expect(booking.text).toContain('Booking Started')
		expect(booking.text).toContain('Starting your booking with Adé Hair Studio')
	})

	test('reads that it failed when the database gives no answer, and nothing is lost', async () => {
		const { browser } = await member()
		const page = await browser.open(business)
		site().proxy.inject({ kind: 'bad-gateway', writesOnly: true })
		const failed = await browser.submit(page, heart)
		site().proxy.heal()
		expect(failed.text).toContain('Failed to add to favorites. Please try again.')
		expect((await browser.submit(page, heart)).text).toContain('Added to favorites')
	})

	test('opens each page in one trip and changes a heart in one', async () => {
		const { browser, token } = await member()
		expect(token).not.toBe('')
		for (const path of ['/favorites', '/discover', business]) {
			const { trips } = await site().proxy.during(() => browser.open(path))
			expect(tripsOfPage(trips), path).toHaveLength(1)
		}
		const page = await browser.open(business)
		const { trips } = await site().proxy.during(() => browser.submit(page, heart))
		expect(tripsOfPage(trips).filter((trip) => trip.isWrite)).toHaveLength(1)
	})
})

test('What a guest tapped is done once they have signed in, and not before', async () => {
	const passwordHash = await hashPassword(password, cheapCost)
	const person = await addSignedInPerson(site().database, { at: Date.now(), passwordHash })
	const guest = openBrowserLikeClient(site().url)
	const login = await guest.submit(await guest.open(business), heart)
	expect(login.url.pathname).toBe('/login')
	expect(login.text).toContain('User must be authenticated to add favorites')
	const back = await guest.submit(login, 'form:has([name="password"])', { email: person.email, password })
	expect(back.url.pathname).toBe(business)
	expect(back.text).toContain('Added to favorites')
	expect(back.text).toContain('Favorited')
	expect(guest.cookies.has('wish')).toBe(false)
})

test('A link cannot give a heart: an address that asks for one shows a page and changes nothing', async () => {
	const { browser, userId } = await member()
	await browser.open(`/favorites?add-favorite=${demoShopId}`)
	await browser.open(`${business}?add-favorite=${demoShopId}`)
	const rows = await site().database.rows('SELECT 1 FROM user_favorites WHERE user_id = ?', userId)
	expect(rows).toEqual([])
})
