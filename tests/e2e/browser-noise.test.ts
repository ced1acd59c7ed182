import { test } from '#tests/support/browser-fixture.ts'

// Planted: each of these has to fail, or a real error of that kind would pass unseen in every other test.
test.fail('an error in the console fails a test', async ({ page }) => {
	await page.goto('/')
	await page.evaluate(() => console.error('planted'))
})

test.fail('an uncaught error fails a test', async ({ page }) => {
	await page.goto('/')
	const uncaught = page.waitForEvent('pageerror')
	await page.evaluate(() => void Promise.reject(new Error('planted')))
	await uncaught
})

test.fail('a script that the Content-Security-Policy refuses fails a test', async ({ page }) => {
	await page.goto('/')
	await page.evaluate(() => document.body.setAttribute('onclick', 'void 0'))
})

test.fail('an expected error that does not come fails a test', async ({ page, noise }) => {
	noise.expect(/never/)
	await page.goto('/')
})

test.fail('an error of another visitor fails a test', async ({ newVisitor }) => {
	const page = await (await newVisitor()).newPage()
	await page.goto('/')
	await page.evaluate(() => console.error('planted'))
})
