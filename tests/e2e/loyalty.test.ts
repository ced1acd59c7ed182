import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { signIn } from './sign-in.ts'

test('a client looks for a program, reads what it gives, joins it, and sees that they are in', {
	tag: '@both',
}, async ({ page, site }) => {
	await signIn(page, site)
	await page.goto('/loyalty-enrollment')
	await page.getByRole('searchbox').fill('herbert macaulay')
	await page.keyboard.press('Enter')
	await expect(page.locator('main li')).toHaveCount(2)
	await page.getByRole('link', { name: 'View Details of Adé Crown Card' }).click()
	await expect(page.getByRole('heading', { name: 'Adé Crown Card', level: 1 })).toBeVisible()
	await expect(page.getByText('One stamp a day for visits of ₦2,000 or more.')).toBeVisible()
	await page.getByRole('button', { name: 'Enroll Now' }).click()
	await expect(page).toHaveURL(/\/wallet#card-/)
	await expect(page.getByText('You joined Adé Crown Card at Adé Hair Studio.')).toBeVisible()
	await page.goto('/loyalty-enrollment?q=crown')
	await expect(page.getByText('Enrolled')).toBeVisible()
	await expect(page.getByRole('button', { name: /Enroll Now/ })).toHaveCount(0)
})

test('F26: a customer who joined in another tab is led to the card all the same', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, context }) => {
	await signIn(page, site)
	const other = await context.newPage()
	for (const tab of [page, other]) await tab.goto('/loyalty-enrollment?q=crown')
	for (const tab of [other, page]) {
		await tab.getByRole('button', { name: 'Enroll Now in Adé Crown Card' }).click()
		await expect(tab).toHaveURL(/\/wallet#card-/)
		await expect(tab.getByText('You joined Adé Crown Card at Adé Hair Studio.')).toBeVisible()
	}
})

test('a program that does not come within ten seconds is said not to, and shows itself when it comes', async ({
	page,
	site,
}) => {
	await signIn(page, site)
	await page.clock.install()
	await page.goto('/loyalty-enrollment?q=crown')
	await hydrated(page)
	let letGo = () => {}
	const held = new Promise<void>((resolve) => {
		letGo = resolve
	})
	await page.route('**/loyalty-program/*.data*', async (route) => {
		await held
		await route.continue()
	})
	const asked = page.waitForRequest('**/loyalty-program/*.data*')
	await page.getByRole('link', { name: 'View Details' }).click()
	await asked
	await page.clock.fastForward(9_000)
	await expect(page.getByRole('heading', { name: 'Join Programs' })).toBeVisible()
	await page.clock.fastForward(2_000)
	await expect(page.getByRole('heading', { name: 'Error Loading Program' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute(
		'href',
		'/loyalty-program/ade-hair-studio-card',
	)
	letGo()
	await expect(page.getByRole('heading', { name: 'Adé Crown Card' })).toBeVisible()
})

test('L36: without a connection the list of programs says so, and loads by itself when it is back', async ({
	page,
	site,
	noise,
}) => {
	noise.expect(/ERR_INTERNET_DISCONNECTED/)
	await signIn(page, site)
	// Asked for once the page is taken over; without its answer the browser complains of that one too.
	const routesOfLinks = page.waitForResponse(/__manifest/)
	await page.goto('/loyalty-enrollment')
	await hydrated(page)
	await (await routesOfLinks).finished()
	await page.context().setOffline(true)
	await page.getByRole('searchbox').fill('crown')
	await page.keyboard.press('Enter')
	await expect(
		page.getByText('Network connection failed. Please check your internet connection.'),
	).toBeVisible()
	await page.context().setOffline(false)
	await expect(page.getByRole('searchbox')).toHaveValue('crown')
})
