import { test } from '#tests/support/browser-fixture.ts'

const HEARD_WITHIN_MS = 5_000

/** Chromium tells some errors after the call that made them. One that never comes must not be what fails the test. */
const heard = (event: Promise<unknown>) => event.catch(() => {})

// Planted: each of these has to fail, or a real error of that kind would pass unseen in every other test.
test.fail('an error in the console fails a test', async ({ page }) => {
	await page.goto('/')
	await page.evaluate(() => console.error('planted'))
})

test.fail('an uncaught error fails a test', async ({ page }) => {
	await page.goto('/')
	const uncaught = heard(page.waitForEvent('pageerror', { timeout: HEARD_WITHIN_MS }))
	await page.evaluate(() => void Promise.reject(new Error('planted')))
	await uncaught
})

test.fail('a script that the Content-Security-Policy refuses fails a test', async ({ page }) => {
	await page.goto('/')
	const refused = heard(page.waitForEvent('console', { timeout: HEARD_WITHIN_MS }))
	// Chromium looks at a handler when it is set, or (150) when it is first run.
	await page.evaluate(() => {
		document.body.setAttribute('onclick', 'void 0')
		document.body.click()
	})
	await refused
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
