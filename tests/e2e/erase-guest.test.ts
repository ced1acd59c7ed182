import { signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { openGuest, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'

test('S32: a guest asks for the link, waits for their visit, and is erased', {
	tag: ['@full', '@both'],
}, async ({ page, site, noise }) => {
	noise.expect(/the server responded with a status of 409/)
	const guest = openGuest(site.url)
	const booked = await takeStep(guest, 'checkout', await walkTo(guest, 'checkout'))
	await page.goto('/privacy')
	await page.getByRole('link', { name: 'Erase your details by email' }).click()
	await page.getByLabel('Email').fill(guest.details.email)
	await page.getByRole('button', { name: 'Email Me the Link' }).click()
	await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()

	const token = await signErasureLink([scratchCookieKey], guest.details.email, Date.now())
	await page.goto(`/privacy/erase?token=${token}`)
	await expect(page.getByText(guest.details.email)).toBeVisible()
	const erase = page.getByRole('button', { name: 'Erase My Details' })
	await erase.click()
	const refusal = page.getByRole('alert').filter({ hasText: 'You have an upcoming visit' })
	await expect(refusal).toBeInViewport()
	await expect(refusal.getByRole('link', { name: 'Find Your Booking' })).toBeVisible()
	await guest.post(booked.url.pathname + booked.url.search, 'intent=cancel')
	await erase.click()
	await expect(page.getByRole('heading', { name: 'Your details are erased' })).toBeVisible()
})
