import { hashPassword } from '#app/domain/identity/password.server.ts'
import { addSignedInPerson, cheapCost } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'

const password = 'five brown goats'

test(
	'a newcomer registers, signs in, and comes to the page that they wanted',
	{ tag: '@both' },
	async ({ page }, { project }) => {
		const email = `${project.name.replace(/\W/g, '')}@example.com`
		await page.goto('/wallet')
		await page.getByRole('link', { name: 'Sign Up' }).click()
		await page.getByLabel('First name').fill('Ngozi')
		await page.getByLabel('Last name').fill('Eze')
		await page.getByLabel('Email').fill(email)
		await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
		await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
		await page.getByRole('button', { name: 'Sign Up' }).click()
		await expect(page.getByText('Please sign in')).toBeVisible()
		await page.getByLabel('Email').fill(email)
		await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
		await page.getByRole('button', { name: 'Sign In' }).click()
		await expect(page).toHaveURL(/\/wallet$/)
		await page.goto('/login')
		await expect(page).toHaveURL(/\/$/)
		await expect(page.getByRole('link', { name: 'My Appointments' })).toBeVisible()
		await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
	},
)

test('a wrong password is said once, and the address is kept', { tag: ['@full', '@both-when-full'] }, async ({
	page,
	noise,
}) => {
	noise.expect(/401/)
	await page.goto('/login')
	await page.getByLabel('Email').fill('nobody@example.com')
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not this one')
	await page.getByRole('button', { name: 'Sign In' }).click()
	await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
	await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
})

test('a password can be shown, and a new one is remarked on, where scripts run', async ({ page }) => {
	await page.goto('/register')
	await hydrated(page)
	const field = page.getByRole('textbox', { name: 'Password', exact: true })
	await field.fill('abc')
	await expect(page.getByText('Still too short.')).toBeVisible()
	await field.fill('five brown goats walk')
	await expect(page.getByText('Strong.')).toBeVisible()
	await expect(field).toHaveAttribute('type', 'password')
	await page.getByRole('button', { name: 'Show Password', exact: true }).click()
	await expect(field).toHaveAttribute('type', 'text')
	await page.getByRole('button', { name: 'Hide Password', exact: true }).click()
	await expect(field).toHaveAttribute('type', 'password')
})

test('M15: after signing in, Back leads to the page before it', { tag: '@deep' }, async ({ page, site }) => {
	const person = await addSignedInPerson(site.database, {
		at: Date.now(),
		passwordHash: await hashPassword(password, cheapCost),
	})
	await page.goto('/terms')
	await page.goto('/login')
	await hydrated(page)
	await page.getByLabel('Email').fill(person.email)
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign In' }).click()
	await expect(page).toHaveURL(/\/discover$/)
	await page.goBack()
	await expect(page).toHaveURL(/\/terms$/)
})
