import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { demoClient } from '#db/seed/demo-accounts.ts'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'

async function signInAsDemoClient(page: Page, site: Site) {
	const person = await addSignedInPerson(site.database, { at: Date.now() })
	await site.database.change(
		'UPDATE sessions SET user_id = ? WHERE user_id = ?',
		demoClient.userId,
		person.userId,
	)
	await page.context().addCookies([{ name: 'session', value: person.token, url: site.url }])
}

const inView = (page: Page, name: string) =>
	expect(page.getByRole('heading', { name })).toBeInViewport({ ratio: 1 })

test('a client looks through the cards, at what a stamp brings, and at the cashback', {
	tag: '@both',
}, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/wallet')
	await inView(page, 'Cashback Wallet')
	await page.getByRole('navigation', { name: 'Cards' }).getByRole('link', { name: 'Nailed by Zina' }).click()
	await inView(page, 'Nailed by Zina')
	await page.getByRole('link', { name: 'Reward at visit 5' }).first().click()
	await expect(page.getByRole('heading', { name: 'Future Reward' })).toBeVisible()
	await page.getByRole('link', { name: 'Wallet' }).first().click()
	await page.getByRole('link', { name: 'View Details' }).click()
	await expect(page.getByRole('heading', { name: 'Cashback Breakdown' })).toBeVisible()
})

test('with script, buttons go through the cards and stop at both ends', async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/wallet')
	await hydrated(page)
	const previous = page.getByRole('button', { name: 'Previous card' })
	const next = page.getByRole('button', { name: 'Next card' })
	await expect(previous).toBeDisabled()
	for (let i = 0; i < 3; i++) {
		await next.click()
		await expect(page.locator('.dots a').nth(i + 1)).toHaveAttribute('aria-current', 'true')
	}
	await expect(next).toBeDisabled()
	await previous.click()
	await expect(next).toBeEnabled()
})

test('an address that names a card shows it, and marks its dot', async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/wallet#card-nailed-by-zina-card-demo')
	await hydrated(page)
	await inView(page, 'Nailed by Zina')
	await expect(page.locator('.dots [aria-current="true"]')).toHaveText('Nailed by Zina')
})

test('each page of the wallet is fit for everybody', async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	for (const path of [
		'/wallet',
		'/wallet/cashback',
		'/wallet/cards',
		'/wallet/reward/nailed-by-zina-card-5',
	]) {
		await page.goto(path)
		const { violations } = await new AxeBuilder({ page }).analyze()
		expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([])
	}
})
