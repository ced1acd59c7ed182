import type { Page } from '@playwright/test'
import { demoClient, demoPassword } from '#db/seed/demo-accounts.ts'
import { openPage, type Shoot } from './picture.ts'

/** Pages that are empty for a new account, and the names of their pictures with data. */
const pagesWithData = {
	'/discover': 'discover-signed-in',
	'/profile': 'profile-with-data',
	'/appointments': 'appointments-with-data',
	'/favorites': 'favorites-with-data',
	'/notifications': 'notifications-with-data',
	'/wallet': 'wallet-with-data',
	'/wallet/cards': 'wallet-cards-with-data',
	'/wallet/cashback': 'cashback-with-data',
	'/wallet/refer': 'referral-with-data',
	'/rewards': 'rewards-with-data',
	'/subscriptions': 'subscriptions-with-data',
	'/sessions': 'sessions-with-data',
	'/sessions?tab=bookings': 'sessions-bookings-with-data',
	'/transactions': 'transactions-with-data',
}

export async function signInAsDemoClient(page: Page, to: string) {
	await page.goto(`/login?redirectTo=${encodeURIComponent(to)}`)
	await page.getByLabel('Email').fill(demoClient.email)
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill(demoPassword)
	await page.getByRole('button', { name: 'Sign In' }).click()
	await page.waitForURL(`**${to}`)
}

export async function shootDemoClient(page: Page, shoot: Shoot) {
	await signInAsDemoClient(page, '/discover')
	for (const [address, name] of Object.entries(pagesWithData)) {
		await openPage(page, address)
		await shoot(name)
	}
}
