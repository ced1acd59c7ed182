import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	bookAs,
	confirm,
	expectBooked,
	fillDetails,
	newGuest,
	reachCheckout,
	type ServiceChoice,
} from './page-guest.ts'

const curls: ServiceChoice = { shopId: 'gwarinpa-braids', shop: 'Gwarinpa Braids & Beauty', service: 'min' }

const missing = [
	['First name', 'Missing First Name'],
	['Last name', 'Missing Last Name'],
	['Email', 'Missing Email'],
	['Phone number', 'Missing Phone Number'],
] as const

test('what is missing is said at its field and in a list that leads there', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, noise }) => {
	noise.expect(/400/)
	await reachCheckout(page, curls)
	await confirm(page)
	const list = page.getByRole('alert').filter({ hasText: 'Please check this' })
	await expect(list).toBeInViewport()
	await expect(list.getByRole('link')).toHaveCount(5)
	await expect(page.getByRole('group', { name: 'How will you pay?' })).toHaveAccessibleDescription(
		/^Missing Payment Method/,
	)
	for (const [label, words] of missing) {
		const field = page.getByLabel(label)
		await expect(field).toHaveAttribute('aria-invalid', 'true')
		await expect(field).toHaveAccessibleDescription(new RegExp(words))
		await list.getByRole('link', { name: words }).click()
		await expect(field).toBeFocused()
		await expect(field).toBeInViewport()
	}
})

test('the list of what is missing takes the focus, so that it is read out', async ({ page, noise }) => {
	noise.expect(/400/)
	await reachCheckout(page, curls)
	await hydrated(page)
	await confirm(page)
	await expect(page.getByRole('alert').filter({ hasText: 'Please check this' })).toBeFocused()
})

test('an address and a number that cannot be right are refused, and all that was typed is kept', {
	tag: ['@deep', '@both'],
}, async ({ page, noise }) => {
	noise.expect(/400/)
	const guest = newGuest()
	await reachCheckout(page, curls)
	await fillDetails(page, { ...guest, email: 'amaka at example', phone: '12' })
	await confirm(page)
	await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
		/Invalid Email - Please enter a valid email address/,
	)
	await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Invalid Phone Number/)
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await expect(page.getByLabel('Email')).toHaveValue('amaka at example')
	await expect(page.getByLabel('Cash at the shop')).toBeChecked()

	await page.getByLabel('Email').fill(`  ${guest.email} `)
	await page.getByLabel('Phone number').fill(`+234 ${guest.phone.slice(1)}`)
	await confirm(page)
	await expectBooked(page)
})

test('bank transfer shows where the money goes, before and after booking', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page }) => {
	await reachCheckout(page, { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Trim' })
	await expect(page.getByText('GTBank 0000001015')).toBeVisible()
	await fillDetails(page, newGuest())
	await page.getByLabel(/^Bank transfer/).check()
	await confirm(page)
	const reference = await expectBooked(page)
	await expect(page.getByText('Send ₦3,500 to')).toBeVisible()
	await expect(page.getByText(`Use ${reference} as the transfer reference.`)).toBeVisible()
})

test('the link of a booking shows it in any browser, and nothing of the customer', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, newVisitor }) => {
	const guest = newGuest()
	await reachCheckout(page, curls)
	const reference = await bookAs(page, guest)
	const other = await (await newVisitor()).newPage()
	await other.goto(page.url())
	expect(await expectBooked(other)).toBe(reference)
	const shown = await other.content()
	for (const secret of [guest.email, guest.phone, guest.lastName]) expect(shown).not.toContain(secret)
})
