import type { Page } from '@playwright/test'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { addSignedInPerson, cheapCost, password } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { violationsOf } from './accessibility.ts'
import { hydrated } from './hydrated.ts'
import { carrySession, signInAsDemoClient } from './sign-in.ts'

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

test('with script, buttons go through the cards and stop at both ends', { tag: '@deep' }, async ({
	page,
	site,
}) => {
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

test('an address that names a card shows it, and marks its dot', { tag: '@deep' }, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/wallet#card-nailed-by-zina-card-demo')
	await hydrated(page)
	await inView(page, 'Nailed by Zina')
	await expect(page.locator('.dots [aria-current="true"]')).toHaveText('Nailed by Zina')
})

test('M35: the cards are of one height, and the end of the next one is in view', {
	tag: ['@deep', '@both'],
}, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.goto('/wallet')
	const boxes = await page
		.getByRole('region', { name: 'Your cards' })
		.locator('.carousel > li > *')
		.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON()))
	expect(boxes.length).toBeGreaterThan(2)
	expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1)
	expect(boxes[1].left).toBeLessThan(360 - 16)
})

test('a filled wallet and a reward of it are fit for everybody', { tag: '@deep' }, async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	for (const path of ['/wallet', '/wallet/cashback', '/wallet/reward/nailed-by-zina-card-5']) {
		await page.goto(path)
		expect(await violationsOf(page), path).toEqual([])
	}
})

test('D28: a referral code is copied, and shared with the words for a friend', async ({ page, site }) => {
	await signInAsDemoClient(page, site)
	await page.addInitScript(() => {
		Object.assign(window, { shared: [] as unknown[] })
		Object.defineProperty(navigator, 'clipboard', {
			value: {
				writeText: async (text: string) => void (window as never as { shared: unknown[] }).shared.push(text),
			},
		})
		Object.defineProperty(navigator, 'share', {
			configurable: true,
			value: async ({ text }: { text: string }) =>
				void (window as never as { shared: unknown[] }).shared.push(text),
		})
	})
	const shared = () => page.evaluate(() => (window as never as { shared: string[] }).shared)
	await page.goto('/wallet')
	await page.getByRole('link', { name: 'Start referring' }).click()
	await hydrated(page)
	await page.getByRole('button', { name: 'Copy code ADAEZE24' }).click()
	await expect(page.getByText('Code copied! ADAEZE24 copied to clipboard')).toBeVisible()
	await page.getByRole('button', { name: 'Share code ADAEZE24' }).click()
	const invitation = `Join me at Adé Hair Studio! Use my referral code ADAEZE24 to get a discount! ${site.url}/s/ade-hair-studio?code=ADAEZE24`
	await expect.poll(shared).toEqual(['ADAEZE24', invitation])
	// A phone that cannot share copies instead.
	await page.evaluate(() =>
		Object.defineProperty(navigator, 'share', {
			value: async () => {
				throw new Error('nothing to share with')
			},
		}),
	)
	await page.getByRole('button', { name: 'Share code ADAEZE24' }).click()
	await expect.poll(shared).toEqual(['ADAEZE24', invitation, 'ADAEZE24'])
})

test('D28: a code that is missing is made by a press', { tag: ['@deep', '@both'] }, async ({
	page,
	site,
}) => {
	await signInAsDemoClient(page, site)
	await site.database.change(
		`UPDATE loyalty_enrollments SET referral_code = NULL WHERE id = 'nailed-by-zina-card-demo'`,
	)
	await page.goto('/wallet/refer')
	await page.getByRole('button', { name: 'Get my code' }).click()
	await expect(page.getByRole('button', { name: 'Get my code' })).toHaveCount(0)
	await expect(page.getByText('WhatsApp')).toHaveCount(3)
})

test('D54: who deletes the account gives up what is named, by a tick', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const person = await addSignedInPerson(site.database, {
		at: Date.now(),
		passwordHash: await hashPassword(password, cheapCost),
	})
	await site.database.change(
		`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at) VALUES (?, 'nailed-by-zina-card', 'nailed-by-zina', ?, 0)`,
		`of-${person.userId}`,
		person.userId,
	)
	await site.database.change(
		`INSERT INTO rewards (id, enrollment_id, shop_id, user_id, milestone_id, cycle_count, appointment_id, reward_kind, description, code, earned_at, expires_at)
			SELECT ?1, 'of-' || ?2, 'nailed-by-zina', ?2, 'nailed-by-zina-card-5', 1, (SELECT id FROM appointments LIMIT 1), 'manual', 'Free hot oil', ?1, 0, ?3`,
		`reward-of-${person.userId}`,
		person.userId,
		String(Date.now() + 1_000_000_000),
	)
	await carrySession(page.context(), site, person)
	await page.goto('/settings/delete')
	await expect(page.getByText('Free hot oil, at Nailed by Zina')).toBeVisible()
	await page.getByLabel('Your password').fill(password)
	const press = page.getByRole('button', { name: 'Delete my account' })
	await press.click()
	await expect(page).toHaveURL(/\/settings\/delete$/)
	await page.getByLabel('I understand that I’ll lose this').check()
	await press.click()
	await expect(page.getByText('Account deleted')).toBeVisible()
})
