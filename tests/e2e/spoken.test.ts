import { expect, test } from '#tests/support/browser-fixture.ts'
import {
	chooseService,
	chooseStaff,
	confirm,
	expectBooked,
	fillDetails,
	fillPromoCode,
	newGuest,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
} from './page-guest.ts'
import { focusHears, hears, hearsAtFocus, isTold } from './spoken.ts'

const cornrows: ServiceChoice = { shopId: 'ade-hair-studio', shop: 'Adé Hair Studio', service: 'Cornrows' }

test('from Discover to a time, each page reads in the order of its use', {
	tag: ['@deep', '@both'],
}, async ({ page }) => {
	await page.goto('/discover')
	await hears(
		page,
		'Discover · Wakati',
		`
		- heading /^Good (morning|afternoon|evening), there$/ [level=1]
		- button "Notifications"
		- link "Your profile"
		- search:
			- searchbox "Search services, salons"
		- navigation "Categories":
			- link "All"
			- link "Nails"
		- region "Filters":
			- group: Near me
			- link "Open now"
			- group: Sort and filter
		- heading "Featured Businesses" [level=2]
		- list:
			- listitem:
				- button "Add Adé Hair Studio to favorites"
				- heading "Adé Hair Studio" [level=3]
				- link "Book Now at Adé Hair Studio"
				- link "Details of Adé Hair Studio"
		`,
	)
	await page.getByRole('link', { name: 'Details of Adé Hair Studio' }).click()
	await hears(
		page,
		'Adé Hair Studio · Wakati',
		`
		- link "Back to Discover"
		- heading "Adé Hair Studio" [level=1]
		- text: /Rated \\d\\.\\d \\(\\d+ reviews \\)/
		- link "Call Us"
		- link "Directions"
		- button "Add to Favorites"
		- heading "Services" [level=2]
		- list:
			- listitem: /Cornrows/
		- heading "Reviews" [level=2]
		- list
		- link "Book Now"
		`,
	)
	await page.getByRole('link', { name: 'Book Now' }).click()
	await hears(
		page,
		'Choose a service at Adé Hair Studio · Wakati',
		`
		- link "Adé Hair Studio"
		- heading "Choose a service" [level=1]
		- paragraph: "Step 1 of 4: Service"
		- button /^Cornrows 1 h · .+ ₦6,000$/
		`,
	)
	await chooseService(page, cornrows)
	await hears(
		page,
		'Choose your staff member · Wakati',
		`
		- link "Service"
		- heading "Who would you like?" [level=1]
		- paragraph: Cornrows · 1 h
		- paragraph: "Step 2 of 4: Staff"
		- button "Any available More times to choose from"
		- button "Chiọma"
		`,
	)
	await chooseStaff(page)
	await hears(
		page,
		'Choose a time · Wakati',
		`
		- link "Staff"
		- heading "When suits you?" [level=1]
		- paragraph: "Step 3 of 4: Time"
		- navigation "Day":
			- link /^(Today|Tomorrow|[A-Z][a-z]{2}) \\d+ [A-Z][a-z]{2}$/
		- link "Next 7 days"
		- status: /^Times for [A-Z][a-z]{2} \\d/
		- group /^(Morning|Afternoon|Evening)$/:
			- radio /^\\d+:\\d\\d [AP]M$/
		- button "Continue to Checkout"
		`,
	)
	await focusHears(page, page.getByRole('radio').first(), /^radio, \d+:\d\d [AP]M, not checked$/)
	await page.keyboard.press('Space')
	await hearsAtFocus(page, /^radio, \d+:\d\d [AP]M, checked|^button, Continue to Checkout/)
})

test('checkout reads in order, says what is missing at each field, and what was booked', {
	tag: '@both-when-deep',
}, async ({ page, noise }) => {
	noise.expect(/400/)
	await reachCheckoutOfFreeDay(page, cornrows)
	await hears(
		page,
		'Checkout · Wakati',
		`
		- button "Time"
		- heading "Checkout" [level=1]
		- paragraph: "Step 4 of 4: Checkout"
		- term: Total
		- definition: ₦6,000
		- heading "Your details" [level=2]
		- textbox "First name"
		- textbox "Last name"
		- textbox "Email"
		- textbox "Phone number"
		- group "Add-ons":
			- checkbox "Hair Wash +15 min ₦15"
		- group: Add a promo code
		- group: Add a tip
		- group "How will you pay?":
			- radio "Cash at the shop Pay when you are there"
			- radio "Pay online now Card, bank transfer or USSD"
		- button "Confirm Booking · ₦6,000"
		- paragraph: /^Free to cancel until/
		`,
	)
	await focusHears(page, page.getByLabel('Phone number'), 'textbox, Phone number, Like 0803 123 4567')
	await focusHears(page, page.getByLabel('Cash at the shop'), /^radio, Cash at the shop .+, not checked$/)
	await focusHears(page, page.getByText('Add a tip'), 'Add a tip, collapsed')
	await page.keyboard.press('Enter')
	await hearsAtFocus(page, 'Add a tip, expanded')
	await confirm(page)
	await hearsAtFocus(page, /^alert/)
	await hears(
		page,
		'Error: Checkout · Wakati',
		`
		- heading "Checkout" [level=1]
		- alert:
			- text: Please check this
			- list:
				- listitem:
					- link /^Missing First Name/
				- listitem:
					- link /^Missing Last Name/
				- listitem:
					- link /^Missing Email/
				- listitem:
					- link /^Missing Phone Number/
				- listitem:
					- link /^Missing Payment Method/
		- textbox "Email" [invalid]
		- group "How will you pay?":
			- paragraph: /^Missing Payment Method/
		`,
	)
	await page.getByRole('link', { name: 'Missing Phone Number' }).click()
	await hearsAtFocus(page, /^textbox, Phone number, invalid, Like 0803 123 4567 Missing Phone Number/)
	await fillDetails(page, newGuest())
	await confirm(page)
	await hears(
		page,
		/^Booking Confirmed! [\w-]+ · Wakati$/,
		`
		- heading "Booking Confirmed!" [level=1]
		- paragraph: /^Reference [\\w-]+$/
		- paragraph: /^Cornrows with .+/
		- link "Directions"
		- link "Add to Calendar"
		- heading "Your money" [level=2]
		- term: Total
		- definition: ₦6,000
		- paragraph: Pay in cash at the shop
		- heading "Change of plans?" [level=2]
		- link "Reschedule"
		- link "Cancel booking"
		- link "Done"
		`,
	)
})

test('a promo code is refused at its field, and what one saves is told', {
	tag: ['@deep', '@both'],
}, async ({ page, noise }) => {
	noise.expect(/422/)
	await reachCheckoutOfFreeDay(page, cornrows)
	await fillPromoCode(page, 'NOTHING')
	await page.getByRole('button', { name: 'Apply' }).click()
	await expect(page).toHaveTitle('Error: Checkout · Wakati')
	await hearsAtFocus(page, /^textbox, Promo code, invalid, Invalid promo code/)
	await fillPromoCode(page, 'WELCOME10')
	await page.getByRole('button', { name: 'Apply' }).click()
	await isTold(page, /^Promo code applied!You saved ₦600/)
	await hears(
		page,
		'Checkout · Wakati',
		`
		- term: Promo WELCOME10
		- definition: −₦600
		- term: Total
		- definition: ₦5,400
		- paragraph: Promo code
		- text: WELCOME10 is applied. You save ₦600.
		- button "Remove code"
		- button "Confirm Booking · ₦5,400"
		`,
	)
})

test('cancelling asks first, and says that it is done', { tag: ['@deep', '@both'] }, async ({ page }) => {
	await reachCheckoutOfFreeDay(page, cornrows)
	await fillDetails(page, newGuest())
	await confirm(page)
	await expectBooked(page)
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await hears(
		page,
		/^Cancel Booking\? [\w-]+ · Wakati$/,
		`
		- link "Your booking"
		- heading "Cancel Booking?" [level=1]
		- paragraph: Are you sure you want to cancel this booking?
		- text: /^You haven’t paid yet, so you can cancel at no cost\\..+cannot be undone\\.$/
		- paragraph:
			- link "Move it to another time instead"
		- button "Cancel Booking"
		- paragraph:
			- link "Keep Booking"
		`,
	)
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await isTold(page, 'Your booking has been cancelled.')
	await hears(
		page,
		/^Booking cancelled [\w-]+ · Wakati$/,
		`
		- heading "Booking cancelled" [level=1]
		- text: /^Cancelled today, .+ You had not paid anything\\.$/
		- button "Book again"
		- link "Done"
		`,
	)
})
