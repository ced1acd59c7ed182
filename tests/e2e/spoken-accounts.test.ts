import { hashPassword } from '#app/domain/identity/password.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson, cheapCost } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { addHolder, addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { hydrated } from './hydrated.ts'
import { carrySession, signInAsDemoClient } from './sign-in.ts'
import { focusHears, hears, hearsAtFocus, isTold } from './spoken.ts'

const password = 'five brown goats'

test(
	'signing up names what is missing, field by field, and then asks to sign in',
	{
		tag: ['@full', '@both-when-deep'],
	},
	async ({ page, noise }, { project }) => {
		noise.expect(/400/)
		await page.goto('/register')
		await hears(
			page,
			'Sign Up · Wakati',
			`
		- heading "Sign Up" [level=1]
		- textbox "First name"
		- textbox "Last name"
		- textbox "Email"
		- textbox "Password"
		- textbox "Confirm password"
		- button "Sign Up"
		- paragraph:
			- link "terms (in a new tab)"
		- paragraph:
			- text: Have an account?
			- link "Sign In"
		- link "Continue as Guest"
		`,
		)
		await focusHears(page, page.getByLabel('Email'), /^textbox, Email$/)
		await page.getByLabel('Email').fill('nothing')
		await page.getByRole('button', { name: 'Sign Up' }).click()
		await hearsAtFocus(page, /^alert/)
		await hears(
			page,
			'Error: Sign Up · Wakati',
			`
		- heading "Sign Up" [level=1]
		- alert:
			- text: Please check this
			- list:
				- listitem:
					- link "First name is required"
				- listitem:
					- link "Last name is required"
				- listitem:
					- link "Please enter a valid email address"
				- listitem:
					- link "Password must be at least 6 characters"
		- textbox "First name" [invalid]
		- textbox "Email" [invalid]: nothing
		- textbox "Password" [invalid]
		`,
		)
		await page.getByRole('link', { name: 'Please enter a valid email address' }).click()
		await hearsAtFocus(page, 'textbox, Email, invalid, Please enter a valid email address')
		await page.getByLabel('First name').fill('Ngozi')
		await page.getByLabel('Last name').fill('Eze')
		await page.getByLabel('Email').fill(`spoken-${project.name.replace(/\W/g, '')}@example.com`)
		await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
		await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
		await page.getByRole('button', { name: 'Sign Up' }).click()
		await isTold(page, 'Check your email to confirm your address, then sign in.')
		await hears(page, 'Sign In · Wakati', '- heading "Sign In" [level=1]')
	},
)

test('a wrong password is said in an alert, and the right one leads to a greeting by name', {
	tag: '@both-when-deep',
}, async ({ page, site, noise }) => {
	noise.expect(/401/)
	const { email } = await addSignedInPerson(site.database, {
		at: Date.now(),
		firstName: 'Ngozi',
		passwordHash: await hashPassword(password, cheapCost),
	})
	await page.goto('/login')
	await page.getByLabel('Email').fill(email)
	const field = page.getByRole('textbox', { name: 'Password', exact: true })
	await field.fill('six brown goats')
	await page.getByRole('button', { name: 'Sign In' }).click()
	await hearsAtFocus(page, /^alert/)
	await hears(
		page,
		'Error: Sign In · Wakati',
		`
		- heading "Sign In" [level=1]
		- alert:
			- text: You are not signed in
			- list:
				- listitem: Invalid login credentials
		- textbox "Email": ${email}
		- textbox "Password"
		- paragraph:
			- link "Forgot your password"
		- button "Sign In"
		- paragraph:
			- text: New here?
			- link "Sign Up"
		`,
	)
	await field.fill(password)
	await page.getByRole('button', { name: 'Sign In' }).click()
	await hears(page, 'Discover · Wakati', '- heading /^Good (morning|afternoon|evening), Ngozi$/ [level=1]')
})

test('with script the button beside a password says its state, and the strength is told', {
	tag: '@deep',
}, async ({ page }) => {
	await page.goto('/register')
	await hydrated(page)
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill('five brown goats walk')
	await isTold(page, 'Strong.')
	await focusHears(
		page,
		page.getByRole('button', { name: 'Show Password' }),
		/^button, Show Password, not pressed/,
	)
	await page.keyboard.press('Enter')
	await hearsAtFocus(page, /^button, Hide Password, pressed/)
})

test('the wallet reads its cards stamp by stamp, and a reward is opened at the shop', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	await site.database.change('UPDATE rewards SET voucher_opened_at = NULL')
	await signInAsDemoClient(page, site)
	await page.goto('/wallet')
	await hears(
		page,
		'Wallet · Wakati',
		`
		- heading "Wallet" [level=1]
		- region "Your cards":
			- list:
				- listitem:
					- article:
						- heading "Cashback Wallet" [level=2]
						- link "View Details"
				- listitem:
					- article:
						- heading "Nailed by Zina" [level=2]
						- list:
							- listitem: 1 stamped
							- listitem: 2 stamped
							- listitem: 3 stamped
							- listitem: 4 stamped
							- listitem:
								- link "Reward at visit 5"
						- paragraph: /^4\\/5 visits 1 more for reward/
						- link "Your QR Code for Nailed by Zina"
				- listitem:
					- article:
						- heading "Adé Hair Studio" [level=2]
						- list:
							- listitem:
								- link "Reward at visit 3, reached"
							- listitem: "4"
						- link "1 reward ready"
		- paragraph:
			- link "My Rewards"
		- heading "Recent Transactions" [level=2]
		- list
		`,
	)
	await page.getByRole('link', { name: 'My Rewards' }).click()
	await hears(
		page,
		'My Rewards · Wakati',
		`
		- heading "My Rewards" [level=1]
		- paragraph: You have 1 unused reward available
		- navigation "Rewards":
			- link "Available(1)"
		- list:
			- listitem:
				- heading "10% off your next visit" [level=2]
				- paragraph:
					- link "Adé Hair Studio"
				- 'button "Use it now : 10% off your next visit"'
		`,
	)
	await page.getByRole('button', { name: 'Use it now' }).click()
	await hears(
		page,
		'Voucher · Wakati',
		`
		- link "My Rewards"
		- heading "10% off your next visit" [level=1]
		- region "Voucher":
			- paragraph: Show this to the staff. They mark the reward as used.
			- paragraph: /^Check words \\(they change every minute\\)/
			- paragraph: /^Show within [0-3]:\\d\\d Until .+ it can’t be used for a booking\\.$/
		`,
	)
})

let shopsSoFar = 0

test('a session is booked and cancelled, and each button says of which session it is', {
	tag: ['@deep', '@both'],
}, async ({ page, context, site }) => {
	const now = Date.now()
	const zone = zoneAtNoon(now)
	const shopId = `spoken-dojo-${process.pid}-${++shopsSoFar}`
	await addSmallShop(site.database.client, shopId, { zone })
	const planId = await addPlan(site.database, shopId, { entryKind: 'total', entries: 4 })
	await addPlanSession(site.database, planId, { startsAt: now + 3 * DAY_MS, zone })
	await carrySession(context, site, await addHolder(site.database, planId, { now }))
	await page.goto('/sessions')
	await hears(
		page,
		'Sessions · Wakati',
		`
		- heading "Sessions" [level=1]
		- navigation "Sessions":
			- link "Available"
			- link "My Bookings"
		- heading "Available Sessions" [level=2]
		- combobox "Filter by plan"
		- button "Filter"
		- list:
			- listitem:
				- heading /^Plan/ [level=3]
				- paragraph: /^1\\/1 spot left/
				- 'link /^Book Now: Plan/'
		`,
	)
	await page.getByRole('link', { name: /^Book Now/ }).click()
	await hears(
		page,
		'Confirm Booking · Wakati',
		`
		- link "Sessions"
		- heading "Confirm Booking" [level=1]
		- heading /^Plan/ [level=2]
		- paragraph: /^3 entries remaining after booking/
		- text: /^Cancellation Policy/
		- button "Confirm Booking"
		- paragraph:
			- link "Cancel"
		`,
	)
	await page.getByRole('button', { name: 'Confirm Booking' }).click()
	await isTold(page, 'Your session has been successfully booked.')
	await hears(
		page,
		'Sessions · Wakati',
		`
		- heading "Sessions" [level=1]
		- navigation "My Bookings":
			- link "Upcoming"
			- link "Past"
		- list:
			- listitem:
				- heading /^Plan/ [level=2]
				- text: Confirmed
				- 'link /^Add to Calendar : Plan/'
				- 'link /^Cancel Booking : Plan/'
		`,
	)
	await page.getByRole('link', { name: 'Cancel Booking' }).click()
	await hears(
		page,
		'Cancel Booking? · Wakati',
		`
		- heading "Cancel Booking?" [level=1]
		- paragraph: /Your entry will be refunded to your subscription\\.$/
		- heading /^Plan/ [level=2]
		- button "Cancel Booking"
		- paragraph:
			- link "Keep Booking"
		`,
	)
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await isTold(page, 'Your booking has been cancelled and entry refunded.')
	await expect(page.getByRole('heading', { level: 2 })).toHaveText('No Upcoming Sessions')
})
