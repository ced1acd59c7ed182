import { dateOfInstant } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addHeldReferral } from '#tests/support/held-referral.ts'
import { addAppointment, addKiosk, addKioskShop, addReview } from '#tests/support/kiosk-desk.ts'

test('an owner adds a service, changes a price, and a customer sees it', { tag: '@both' }, async ({
	page,
	site,
	noise,
}) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk')
	await page.getByRole('link', { name: 'More' }).click()
	await page.getByRole('link', { name: 'Your shop' }).click()
	await page.getByRole('link', { name: 'Services and add-ons' }).click()
	await page.getByRole('link', { name: 'Add a service' }).click()
	await page.getByLabel('Name').fill('Beard trim')
	await page.getByLabel('Category').selectOption('Hair & Beauty')
	await page.getByLabel('Price in naira').fill('2,500')
	await page.getByLabel('Minutes', { exact: true }).fill('900')
	noise.expect(/status of 400/)
	await page.getByRole('button', { name: 'Add this service' }).click()
	await expect(page.getByRole('alert')).toContainText('Minutes must be a whole number from 5 to 720')
	await expect(page.getByLabel('Price in naira')).toHaveValue('2,500')
	await page.getByLabel('Minutes', { exact: true }).fill('20')
	await page.getByRole('button', { name: 'Add this service' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and add-ons')
	await expect(page.getByRole('link', { name: 'Beard trim ₦2,500' })).toBeVisible()
	await page.getByRole('link', { name: /^cut/ }).click()
	await page.getByLabel('Price in naira').fill('5.5k')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('link', { name: 'cut ₦5,500' })).toBeVisible()
	await page.goto(`/booking/service-selection?shop=${shop.id}`)
	await expect(page.getByRole('button', { name: 'cut' })).toContainText('₦5,500')
})

test('what a change meets is listed with its way, and can be kept', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const reference = await addAppointment(site, shop, { inMinutes: 24 * 60 })
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto(`/kiosk/shop/services/${shop.idOf('cut')}`)
	await page.getByLabel('Customers can book it').uncheck()
	await page.getByLabel('Description').fill('Back in March.')
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('alert')).toBeInViewport()
	await expect(page.getByRole('link', { name: reference })).toHaveAttribute(
		'href',
		`/kiosk/visits/${reference}`,
	)
	await expect(page.getByLabel('Description')).toHaveValue('Back in March.')
	await page.getByRole('button', { name: 'Save, and keep these visits as they are' }).click()
	await expect(page.getByRole('link', { name: /^cut/ })).toContainText('Off')
})

test('the PIN is asked for with what was sent, and then it is done', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop/devices')
	await page.getByLabel('Name of the device').fill('Back room')
	// As after ten minutes.
	await page.context().clearCookies({ name: 'touch' })
	noise.expect(/status of 401/)
	await page.getByRole('button', { name: 'Make a link', exact: true }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your PIN')
	await page.getByLabel('Your PIN').fill('7305')
	await page.getByRole('button', { name: 'Go on' }).click()
	await expect(page.getByText(/\/kiosk\/open\?link=/)).toBeVisible()
})

test('an owner shortens a day and closes another, and customers read it', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Hours and closed days' }).click()
	const monday = page.getByRole('group', { name: 'Monday' })
	await monday.getByLabel('To').fill('09:00')
	await monday.getByLabel('From').fill('18:00')
	noise.expect(/status of 400/)
	await page.getByRole('button', { name: 'Save hours' }).click()
	await expect(page.getByRole('alert')).toContainText('Monday: you close before you open.')
	await monday.getByLabel('From').fill('08:00')
	await page.getByRole('button', { name: 'Save hours' }).click()
	await expect(page.getByRole('status')).toContainText('Hours saved')
	await expect(monday.getByLabel('To')).toHaveValue('09:00')
	const date = dateOfInstant(Date.now() + 30 * DAY_MS)
	await page.getByLabel('Day', { exact: true }).fill(date)
	await page.getByLabel('Reason').fill('New Year')
	await page.getByRole('button', { name: 'Close this day' }).click()
	await expect(page.getByRole('button', { name: `Open after all on ${shortDateLabel(date)}` })).toBeVisible()
	await page.goto(`/business/${shop.id}`)
	await expect(page.getByText('8:00 AM – 9:00 AM')).toBeAttached()
})

test('an owner changes the deposit and the landmark, and is told what another device changed', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Your details' }).click()
	await page.getByLabel('Landmark').fill('Opposite the Total filling station')
	await page.getByLabel('Deposit', { exact: true }).selectOption('Percent of the price')
	await page.getByLabel('How much').fill('200')
	noise.expect(/status of 400/)
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('alert')).toContainText('A deposit in percent is a whole number from 1 to 100')
	await expect(page.getByLabel('Landmark')).toHaveValue('Opposite the Total filling station')
	await page.getByLabel('How much').fill('30')
	await site.database.change('UPDATE shops SET horizon_days = 90 WHERE id = ?', shop.id)
	noise.expect(/status of 409/)
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('How far ahead customers can book is now 90 days')).toBeVisible()
	await expect(page.getByLabel('How much')).toHaveValue('30')
	await page.getByLabel('How far ahead customers can book').selectOption('90 days')
	await page.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByRole('status')).toContainText('Saved')
	await expect(page.getByLabel('How much')).toHaveValue('30')
	await page.goto(`/business/${shop.id}`)
	await expect(page.getByText('Opposite the Total filling station')).toBeVisible()
})

test('an owner decides about referrals that are on hold', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
}) => {
	const shop = await addKioskShop(site)
	const [first, second] = [await addHeldReferral(site, shop), await addHeldReferral(site, shop)]
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Problems' }).click()
	await expect(page.getByText('Nothing waits for an answer.')).toBeVisible()
	await page.getByRole('button', { name: `Pay for ${first.reference}` }).click()
	await expect(page.getByText('Paid to the referrer')).toBeVisible()
	await page.getByRole('button', { name: `Refuse for ${second.reference}` }).click()
	await expect(page.getByText('None to decide.')).toBeVisible()
	expect([await first.referrer.cashbackKobo(), await second.referrer.cashbackKobo()]).toEqual([100_000, 0])
})

test('an owner adds a person, gives them a break and a holiday, and a customer finds them', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	const shop = await addKioskShop(site)
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'People' }).click()
	await page.getByRole('link', { name: 'Add a person' }).click()
	noise.expect(/status of 400/)
	await page.getByLabel('Role').fill('Braider')
	await page.getByLabel('First name').fill('  ')
	await page.getByRole('button', { name: 'Add this person' }).click()
	await expect(page.getByRole('alert')).toContainText('Type a first name')
	await expect(page.getByLabel('Role')).toHaveValue('Braider')
	await page.getByLabel('First name').fill('Chidinma')
	await page.getByRole('button', { name: 'Add this person' }).click()
	await page.getByRole('link', { name: /^Chidinma/ }).click()
	const tomorrow = dateOfInstant(Date.now() + 2 * DAY_MS)
	await page.getByLabel('First day off').fill(tomorrow)
	await page.getByRole('button', { name: 'Add', exact: true }).click()
	await expect(
		page.getByRole('button', { name: `Works after all on ${shortDateLabel(tomorrow)}` }),
	).toBeVisible()
	await page.getByRole('link', { name: 'Weekly hours and breaks' }).click()
	await page.getByLabel('Works whenever the shop is open').uncheck()
	const friday = page.getByRole('group', { name: 'Friday' })
	await friday.getByLabel('Break from').fill('13:00')
	await friday.getByLabel('Break to').fill('14:30')
	await page.getByRole('button', { name: 'Save hours' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chidinma')
	await page.goto(`/booking/service-selection?shop=${shop.id}`)
	await page.getByRole('button', { name: 'cut' }).click()
	await expect(page.getByRole('button', { name: /^Chidinma/ })).toContainText('Braider')
})

test('an owner replies to a review, and a customer reads it', { tag: ['@full', '@both-when-deep'] }, async ({
	page,
	site,
}) => {
	const shop = await addKioskShop(site)
	await addReview(site, shop, { minutesAgo: 90, rating: 5, comment: 'Lovely braids' })
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	await page.goto('/kiosk/shop')
	await page.getByRole('link', { name: 'Reviews' }).click()
	await page.getByRole('link', { name: /Lovely braids/ }).click()
	await page.getByLabel('Your reply').fill('Thank you, come again.')
	await page.getByRole('button', { name: 'Publish the reply' }).click()
	await expect(page.locator('.toast')).toContainText('Reply published')
	await page.goto(`/business/${shop.id}`)
	await expect(page.getByText('Thank you, come again.')).toBeVisible()
})
