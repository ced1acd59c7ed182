import { statSync } from 'node:fs'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { ensureBuilt } from './local/build-worker.ts'
import { findBrowser } from './local/find-browser.ts'
import { runProgram } from './local/run-program.ts'
import { shootDemoClient } from './screenshots/demo-client.ts'
import { shootKiosk, shootOwner } from './screenshots/kiosk.ts'
import { shootForManifest } from './screenshots/manifest-pictures.ts'
import {
	type ColourScheme,
	clearPictures,
	isSample,
	kept,
	type Shoot,
	shootPage,
	shootViews,
} from './screenshots/picture.ts'
import { shootRefusals } from './screenshots/refusals.ts'
import { shootPassingTime } from './screenshots/time-passes.ts'
import { comeBack, goToPaystack, offeredOtherTimes, payAndComeBack } from './site/browser-payer.ts'
import { pageViews } from './site/page-cases.ts'
import { type PaymentSite, startPaymentSite } from './site/payment-site.ts'
import { servedRoutes } from './site/route-table.ts'
import type { Site } from './site/site.ts'
import { clockShiftScript } from './testing/clock-shift.ts'

const README_PICTURE = kept('docs/screenshot.png')
const README_PICTURE_MAX_BYTES = 60 * 1024
/** The time shown as chosen, counted from 0. */
const PICTURED_TIME = 4

const themes: readonly ColourScheme[] = isSample ? ['light'] : ['light', 'dark']

const longName = { 'First name': 'Olúwafẹ́mi-Adébáyọ̀', 'Last name': 'Ògúnlànà-Abíọ́dún' }
let guestsSoFar = 0

/** A guest with a long name and a new contact: one contact may hold only three times. */
function newGuest(): Record<string, string> {
	const number = String(++guestsSoFar).padStart(3, '0')
	return {
		...longName,
		Email: `oluwafemi.ogunlana${number}@example.com`,
		'Phone number': `0803 123 4${number}`,
	}
}

// `npm run screenshots`: every screen in both themes into .tmp/screenshots, small into docs/screens, and the pictures
// of README and manifest. `-- --sample` takes only screens that follow a press, in one theme, and replaces no picture.
await runProgram(async (program) => {
	await ensureBuilt({ say: console.info })
	clearPictures()
	const site = await startPaymentSite({ SUPPORT_CONTACT: 'help@wakati.example' })
	program.onStop(() => site.close())
	const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
	program.onStop(() => browser.close())
	for (const theme of themes) await shootAll(browser, site, theme)
	await shootForReadme(browser, site)
	await shootForManifest(await openPhone(browser, site, 'light', 1.5), openPicturedTimes)
	await program.stop()
})

async function openPhone(
	browser: Browser,
	site: Site,
	theme: ColourScheme,
	deviceScaleFactor = 1,
): Promise<Page> {
	const context = await browser.newContext({
		baseURL: site.url,
		viewport: { width: 360, height: 740 },
		deviceScaleFactor,
		isMobile: true,
		hasTouch: true,
		colorScheme: theme,
		reducedMotion: 'reduce',
		locale: 'en-NG',
		timezoneId: 'Africa/Lagos',
	})
	const content = clockShiftScript()
	if (content !== null) await context.addInitScript({ content })
	return context.newPage()
}

async function shootAll(browser: Browser, site: PaymentSite, theme: ColourScheme) {
	const page = await openPhone(browser, site, theme)
	const shoot: Shoot = (name) => shootPage(page, theme, name)
	// A sample leaves out pages that an address alone opens: tests open them.
	const views = isSample ? [] : pageViews(await servedRoutes())
	await shootViews(
		page,
		theme,
		views.filter(({ isForMembers }) => !isForMembers),
	)
	await withPhone(browser, site, theme, async (member) => {
		await signUp(member, theme)
		await shootViews(
			member,
			theme,
			views.filter(({ isForMembers }) => isForMembers),
		)
	})
	await withPhone(browser, site, theme, (client, shootClient) => shootDemoClient(client, shootClient))
	await withPhone(browser, site, theme, (desk, shootDesk) => shootKiosk(site, desk, shootDesk))
	await withPhone(browser, site, theme, (device, shootDevice) => shootOwner(site, device, shootDevice))
	await withPhone(browser, site, theme, (guest, shootGuest) => shootPassingTime(site, guest, shootGuest))
	await shootBooking(page, shoot, 'ade-hair-studio', 'Trim', '')
	// Another guest, because one guest's two visits would overlap.
	await page.context().clearCookies()
	await shootBooking(page, shoot, 'mama-iyabo', 'min', '-long-name')
	await shootConflict(browser, site, theme, page, shoot)
	await shootRefusals(site, page, theme, newGuest)
	await shootPayments(site, page, shoot)
	await shootFailures(site, page, shoot)
	await page.context().close()
	console.info(`${theme}: done`)
}

async function withPhone(
	browser: Browser,
	site: Site,
	theme: ColourScheme,
	use: (page: Page, shoot: Shoot) => Promise<void>,
) {
	const page = await openPhone(browser, site, theme)
	await use(page, (name) => shootPage(page, theme, name))
	await page.context().close()
}

async function signUp(page: Page, theme: ColourScheme) {
	const email = `${theme}@example.com`
	const password = 'five brown goats'
	await page.goto('/register?redirectTo=%2Fprofile')
	await page.getByLabel('First name').fill(longName['First name'])
	await page.getByLabel('Last name').fill(longName['Last name'])
	await page.getByLabel('Email').fill(email)
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
	await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
	await page.getByRole('button', { name: 'Sign Up' }).click()
	await page.getByText('Please sign in').waitFor()
	await page.getByLabel('Email').fill(email)
	await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign In' }).click()
	await page.waitForURL('**/profile')
}

/** The steps of a booking, with checkout's errors, and the pages after it. */
async function shootBooking(page: Page, shoot: Shoot, shopId: string, service: string, suffix: string) {
	await reachTimes(page, shopId, service, (step) => shoot(`${step}${suffix}`))
	await shoot(`times${suffix}`)
	await page.getByRole('radio').first().check()
	await shoot(`times-chosen${suffix}`)
	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await page.getByRole('heading', { name: 'Checkout' }).waitFor()
	await shoot(`checkout${suffix}`)
	await page.getByRole('button', { name: /Confirm Booking/ }).click()
	await page.getByText('Please check this').waitFor()
	await shoot(`checkout-problems${suffix}`)
	const promo = page.getByLabel('Promo code')
	await page.getByText('Add a promo code').click()
	await promo.fill('NOSUCH')
	await page.getByRole('button', { name: 'Apply' }).click()
	await page.getByText('Invalid promo code').first().waitFor()
	await shoot(`checkout-promo-refused${suffix}`)
	await promo.fill('')
	await page.getByText('Add a tip').click()
	await page.getByLabel('15%').check()
	for (const [label, value] of Object.entries(newGuest())) await page.getByLabel(label).fill(value)
	await page.getByRole('radio', { name: /^Bank transfer/ }).check()
	if (suffix === '') {
		await page.getByRole('checkbox').first().check()
		await promo.fill('WELCOME10')
		await page.getByRole('button', { name: 'Apply' }).click()
		await page.getByText('WELCOME10 is applied.').waitFor()
	}
	await shoot(`checkout-filled${suffix}`)
	await page.getByRole('button', { name: /Confirm Booking/ }).click()
	await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor()
	await shoot(`confirmation${suffix}`)
	const reschedule = page.getByRole('link', { name: 'Reschedule' })
	if ((await reschedule.count()) > 0) {
		await reschedule.click()
		await page.getByRole('radio').first().waitFor({ state: 'attached' })
		await shoot(`reschedule${suffix}`)
		await page.goBack()
	}
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await page.getByRole('heading', { name: 'Cancel Booking?' }).waitFor()
	await shoot(`cancel${suffix}`)
}

async function reachTimes(
	page: Page,
	shopId: string,
	service: string,
	atStep: (step: string) => Promise<void> = async () => {},
) {
	await page.goto(`/booking/service-selection?shop=${shopId}`)
	await atStep('services')
	await page.getByRole('button', { name: service }).first().click()
	await page.getByRole('heading', { name: 'Who would you like?' }).waitFor()
	await atStep('staff')
	await page.locator('button[name="staff"]').nth(1).click()
	await page.getByRole('heading', { name: 'When suits you?' }).waitFor()
}

async function shootConflict(browser: Browser, site: Site, theme: ColourScheme, page: Page, shoot: Shoot) {
	await reachTimes(page, 'palm-house', 'Reflexology')
	await page.getByRole('radio').first().check()
	const faster = await openPhone(browser, site, theme)
	await reachTimes(faster, 'palm-house', 'Reflexology')
	await faster.getByRole('radio').first().check()
	await faster.getByRole('button', { name: 'Continue to Checkout' }).click()
	await faster.getByRole('heading', { name: 'Checkout' }).waitFor()
	await faster.context().close()
	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await page.getByRole('heading', { name: 'Booking Conflict' }).waitFor()
	await shoot('conflict')
}

/** The pages to which Paystack's signed link leads, in another browser. */
async function shootPayments(site: PaymentSite, page: Page, shoot: Shoot) {
	const { paystack } = site
	paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
	const shootLink = async (name: string, path: string) => {
		await page.context().clearCookies()
		await page.goto(path)
		await shoot(name)
	}
	const waiting = await goToPaystack(site)
	await shootLink('payment-unfinished', waiting.returnPath)
	await shootLink('payment-cancelled', `${waiting.returnPath}&cancelled=true`)
	await shootLink('payment-not-complete', waiting.returnPath.replace('payment-success', 'complete-booking'))
	await shootLink('payment-of-somebody', `/booking/payment-success?reference=${waiting.paymentReference}`)
	await shootLink('payment-unknown', '/booking/payment-success?reference=unknown')
	await shootLink('payment-session-expired', '/booking/complete-booking')
	paystack.decline(waiting.paymentReference)
	await shootLink('payment-failed', waiting.returnPath)
	paystack.setBehaviour({ verify: 'fail' })
	await shootLink('payment-confirming', waiting.returnPath)
	paystack.setBehaviour({ verify: 'answer' })
	await payAndComeBack(site, waiting)
	await shootLink('payment-booked', waiting.returnPath)
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await page.getByRole('heading', { name: 'Cancel Booking?' }).waitFor()
	await shoot('payment-cancel')
	await page.getByRole('button', { name: 'Cancel Booking' }).click()
	await page.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
	await shoot('payment-cancelled-visit')

	const { returnPath } = await offeredOtherTimes(site)
	await shootLink('payment-other-times', returnPath)
	await page.getByText(/Refund .+ instead/).click()
	await shoot('payment-refund-instead')
	await page.getByRole('button', { name: /^Refund/ }).click()
	await page.getByRole('heading', { name: /^We’re refunding your/ }).waitFor()
	await shoot('payment-goes-back')

	const less = await goToPaystack(site)
	paystack.pay(less.paymentReference)
	paystack.setBehaviour({ verify: 'paid-less' })
	await comeBack(less.guest, less)
	await shootLink('payment-needs-attention', less.returnPath)
	paystack.behaveWell()
}

async function shootFailures(site: Site, page: Page, shoot: Shoot) {
	site.proxy.inject({ kind: 'bad-gateway' })
	await page.goto('/discover')
	await shoot('discover-failed')
	await page.goto('/business/ade-hair-studio')
	await shoot('failed')
	site.proxy.heal()
}

/** Begins with a strip's third day, so that the picture shows Today and Tomorrow unchosen. */
async function seeDayWithTimes(page: Page) {
	const weeks = [page.url(), await readHref(page.getByRole('link', { name: 'Next 7 days' }))]
	for (const week of weeks) {
		await page.goto(week)
		const days = page.getByRole('navigation', { name: 'Day' }).getByRole('link')
		const addresses = await Promise.all((await days.all()).map(readHref))
		for (const address of addresses.slice(2)) {
			await page.goto(address)
			if ((await page.getByRole('radio').count()) > PICTURED_TIME) return
		}
	}
	throw new Error('In two weeks no day has enough free times for the picture of the README.')
}

async function readHref(link: Locator): Promise<string> {
	return (await link.getAttribute('href')) ?? ''
}

async function openPicturedTimes(page: Page) {
	await reachTimes(page, 'ade-hair-studio', 'Knotless braids')
	await seeDayWithTimes(page)
	await page.getByRole('radio').nth(PICTURED_TIME).check()
}

/** Time selection, on the screen of a phone. */
async function shootForReadme(browser: Browser, site: Site) {
	const page = await openPhone(browser, site, 'light')
	await openPicturedTimes(page)
	await page.waitForLoadState('networkidle')
	await page.screenshot({ path: README_PICTURE })
	const bytes = statSync(README_PICTURE).size
	if (bytes > README_PICTURE_MAX_BYTES) throw new Error(`${README_PICTURE} has ${bytes} bytes`)
	console.info(`README: ${README_PICTURE}, ${bytes} bytes`)
}
