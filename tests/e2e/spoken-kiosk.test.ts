import { test } from '#tests/support/browser-fixture.ts'
import { addAppointment, addKioskShop, newKioskLink, pin } from '#tests/support/kiosk-desk.ts'
import { hears, hearsAtFocus, isTold } from './spoken.ts'

test('a kiosk is opened by its link and a PIN, and each button says whose visit it is', {
	tag: '@both-when-deep',
}, async ({ page, site, noise }) => {
	noise.expect(/400/)
	const shop = await addKioskShop(site)
	await addAppointment(site, shop, { inMinutes: -20, firstName: 'Ngozi' })
	await page.goto(`/kiosk/open?link=${await newKioskLink(site, shop.id)}`)
	await hears(
		page,
		'Open the kiosk · Wakati',
		`
		- heading /^Kiosk for Shop/ [level=1]
		- text: /^This device will be able to see who is coming/
		- textbox "Choose a PIN"
		- textbox "Confirm the PIN"
		- button "Make this device the kiosk"
		`,
	)
	const choosePin = async (confirmed: string) => {
		await page.getByLabel('Choose a PIN').fill(pin)
		await page.getByLabel('Confirm the PIN').fill(confirmed)
		await page.getByRole('button', { name: 'Make this device the kiosk' }).click()
	}
	await choosePin('8163')
	await hearsAtFocus(page, /^alert/)
	await hears(
		page,
		'Error: Open the kiosk · Wakati',
		`
		- alert:
			- text: Please check this
			- list:
				- listitem:
					- link "The two PINs do not match"
		- textbox "Confirm the PIN" [invalid]
		`,
	)
	await page.getByRole('link', { name: 'The two PINs do not match' }).click()
	await hearsAtFocus(page, /^textbox, Confirm the PIN, invalid, The two PINs do not match/)
	await choosePin(pin)
	await isTold(page, 'The kiosk is open')
	await hears(
		page,
		'Kiosk · Wakati',
		`
		- navigation "Kiosk":
			- link "Today"
			- link "Walk-in"
			- link "Scan"
			- link "Sessions"
			- link "More"
		- heading "Today" [level=1]
		- navigation "Day":
			- link "Day before"
			- link "Day after"
		- list:
			- listitem:
				- time: /^\\d+:\\d\\d [AP]M$/
				- link "Ngozi Obi"
				- text: /Not here yet ₦5,000 to pay/
				- 'button /^Arrived : Ngozi Obi, \\d+:\\d\\d [AP]M$/'
				- 'button /^Complete, ₦5,000 paid : Ngozi Obi, \\d+:\\d\\d [AP]M$/'
				- 'button /^No-show : Ngozi Obi, \\d+:\\d\\d [AP]M$/'
		`,
	)
	await page.getByRole('button', { name: /^Arrived/ }).click()
	await isTold(page, /^ArrivedNgozi Obi, /)
	await hears(
		page,
		'Kiosk · Wakati',
		`
		- list:
			- listitem:
				- text: /Here ₦5,000 to pay/
		`,
	)
	await page.getByRole('button', { name: /^Complete/ }).click()
	await isTold(page, /^CompletedNgozi Obi, /)
	await hears(
		page,
		'Kiosk · Wakati',
		`
		- heading "Over" [level=2]
		- list:
			- listitem:
				- link "Ngozi Obi"
				- text: /Completed/
				- 'button /^Undo : Ngozi Obi/'
		`,
	)
})
