import { demoShopId } from '#scripts/site/browser-guest.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { signIn } from './sign-in.ts'

test('a client gives a heart, finds it among the favorites, takes it back and undoes that', {
	tag: '@both',
}, async ({ page, site }) => {
	await signIn(page, site)
	await page.goto(`/business/${demoShopId}`)
	await page.getByRole('button', { name: 'Add to Favorites' }).click()
	await expect(page.getByText('Business has been added to your favorites.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Favorited' })).toBeVisible()
	await page.goto('/favorites')
	await page.getByRole('button', { name: 'Remove Adé Hair Studio from favorites' }).click()
	await expect(page.getByText('No favorites yet')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(page.getByRole('heading', { name: 'Adé Hair Studio' })).toBeVisible()
})

test('while the favorites are on their way, six grey cards stand in their place', async ({ page, site }) => {
	await signIn(page, site)
	await page.goto('/profile')
	await hydrated(page)
	let letGo = () => {}
	const held = new Promise<void>((resolve) => {
		letGo = resolve
	})
	await page.route('**/favorites.data*', async (route) => {
		await held
		await route.continue()
	})
	await page.getByRole('link', { name: 'My Favorites' }).click()
	await expect(page.locator('main .skeleton')).toHaveCount(18)
	await expect(page.locator('main .card')).toHaveCount(6)
	letGo()
	await expect(page.getByText('No favorites yet')).toBeVisible()
})

test('while the wallet is on its way, a grey card and three grey rows stand in its place', async ({
	page,
	site,
}) => {
	await signIn(page, site)
	await page.goto('/profile')
	await hydrated(page)
	let letGo = () => {}
	const held = new Promise<void>((resolve) => {
		letGo = resolve
	})
	await page.route('**/wallet.data*', async (route) => {
		await held
		await route.continue()
	})
	await page.getByRole('link', { name: 'Wallet' }).click()
	await expect(page.getByRole('status').getByText('Loading cards')).toBeAttached()
	await expect(page.locator('main .rows .skeleton')).toHaveCount(3)
	letGo()
	await expect(page.getByText('No recent transactions')).toBeVisible()
})
