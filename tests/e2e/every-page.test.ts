import type { Page } from '@playwright/test'
import { signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { erasePath } from '#app/kernel/booking-paths.ts'
import { goToPaystack, offeredOtherTimes, payAndComeBack } from '#scripts/site/browser-payer.ts'
import { pageViews } from '#scripts/site/page-cases.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { isDeep, isFull, sampleOf } from '#tests/support/deep.ts'
import { addHeldReferral } from '#tests/support/held-referral.ts'
import {
	addAppointment,
	addDeposit,
	addKiosk,
	addKioskShop,
	addReview,
	addReward,
	newKioskLink,
} from '#tests/support/kiosk-desk.ts'
import { addOffers, offerPages } from '#tests/support/owner-offers.ts'
import { addMoney } from '#tests/support/payout-desk.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { samplePhoto } from '#tests/support/sample-photos.ts'
import { addOrder, addPlan } from '#tests/support/session-desk.ts'
import { violationsButColours, violationsOf } from './accessibility.ts'
import { openKiosk } from './open-kiosk.ts'
import {
	bookAs,
	confirm,
	goToPay,
	newGuest,
	openPaymentPage,
	payByCard,
	reachTimes,
	type ServiceChoice,
} from './page-guest.ts'
import { flawsOnOtherScreens, motionIn } from './screen-flaws.ts'
import { signIn } from './sign-in.ts'

const longNames: ServiceChoice = { shopId: 'mama-iyabo', shop: 'Mama Ìyábọ̀', service: 'School hair' }

/** A browser context for each page would take longer than the pages themselves. */
const PAGES_PER_TEST = 8

const all = pageViews(await servedRoutes())
const found = all.filter(({ status }) => status < 400)
/** Pages of things that are not there look alike: a sample has some of them. `npm test` opens every second page. */
const views = [
	...(isFull ? found : sampleOf(found, Math.ceil(found.length / 2))),
	...sampleOf(
		all.filter(({ status }) => status >= 400),
		6,
	),
]
const groups = [
	views.filter((view) => view.isForMembers),
	views.filter((view) => !view.isForMembers),
].flatMap((list) =>
	Array.from({ length: Math.ceil(list.length / PAGES_PER_TEST) }, (_, i) =>
		list.slice(i * PAGES_PER_TEST, (i + 1) * PAGES_PER_TEST),
	),
)

/** In a sample the colours of one page are checked, and the next page with larger text and on other screens. */
let looksAtColours = false

/** Everything that is wrong with a page, so that one run tells all of it. */
async function flawsOf(page: Page): Promise<string[]> {
	const where = new URL(page.url()).pathname
	looksAtColours = !looksAtColours
	const flaws = looksAtColours || isDeep ? await violationsOf(page) : await violationsButColours(page)
	const seen = await page.evaluate(() => {
		const found: string[] = []
		const { scrollWidth, clientWidth } = document.documentElement
		if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth} px`)
		if (document.querySelectorAll('h1').length !== 1) found.push('has not one h1')
		if (/\b0 min/.test(document.body.innerText)) found.push('says 0 min')
		for (const element of document.querySelectorAll<HTMLElement>('a, button, summary, label, input')) {
			const target = element.closest<HTMLElement>('label') ?? element
			const { width, height } = target.getBoundingClientRect()
			const isHidden = width <= 1 || height <= 1 || target.classList.contains('skip')
			// A link within a sentence has the height of its line (WCAG 2.5.8), and a field's label is not its target.
			const isInSentence = getComputedStyle(target).display === 'inline'
			const isLabelOfField = target instanceof HTMLLabelElement && target.htmlFor !== ''
			if (isHidden || isInSentence || isLabelOfField || !target.checkVisibility()) continue
			if (Math.min(width, height) < 43.9) {
				found.push(`${Math.round(width)} × ${Math.round(height)} px: ${target.outerHTML.slice(0, 120)}`)
			}
		}
		return found
	})
	const others = looksAtColours && !isDeep ? [] : await flawsElsewhere(page)
	return [...flaws, ...seen, ...others].map((flaw) => `${where} ${flaw}`)
}

/** What is wrong with larger text, on other screens and with motion. */
async function flawsElsewhere(page: Page): Promise<string[]> {
	return [...(await flawsOfLargeText(page)), ...(await flawsOnOtherScreens(page)), ...(await motionIn(page))]
}

/** M13: what is out of reach, or cut off, when the phone's text is twice as large. */
async function flawsOfLargeText(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const root = document.documentElement
		root.style.fontSize = '200%'
		const scroller = (element: Element): Element | null =>
			element.closest('.chips, .days, .carousel, .calendar')
		const found = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
			if (!element.checkVisibility() || element.closest('.sr, .skip, svg') || scroller(element)) return []
			const { left, right } = element.getBoundingClientRect()
			const { overflowX, textOverflow } = getComputedStyle(element)
			const isCut =
				overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
			const isOut = right > root.clientWidth + 1 || left < -1
			const how = isOut ? `reaches from ${Math.round(left)} to ${Math.round(right)} px` : 'is cut off'
			return isOut || isCut ? [`with text of 200 %: ${how}: ${element.outerHTML.slice(0, 160)}`] : []
		})
		root.style.fontSize = ''
		return found
	})
}

test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

for (const group of groups) {
	const names = group.map(({ name }) => name).join(', ')
	test(`everybody can use on a small phone: ${names}`, async ({ page, noise, site }) => {
		const flaws: string[] = []
		if (group.some(({ isForMembers }) => isForMembers)) {
			await signIn(page, site)
		}
		for (const { address, status } of group) {
			if (status >= 400) noise.expect(new RegExp(String(status)))
			await page.goto(address)
			expect(new URL(page.url()).pathname).toBe(new URL(address, site.url).pathname)
			flaws.push(...(await flawsOf(page)))
		}
		expect(flaws).toEqual([])
	})
}

test('every step of a booking can be used by everybody on a small phone', { tag: '@full' }, async ({
	page,
	noise,
}) => {
	noise.expect(/40[09]/)
	const flaws: string[] = []
	const check = async () => flaws.push(...(await flawsOf(page)))
	await page.goto(`/booking/service-selection?shop=${longNames.shopId}`)
	await check()
	await page.getByRole('button', { name: longNames.service }).click()
	await expect(page.getByRole('heading', { name: 'Who would you like?' })).toBeVisible()
	await check()
	await reachTimes(page, longNames)
	await page.getByRole('radio').last().check()
	await check()
	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
	await check()
	await confirm(page)
	await expect(page.getByRole('alert')).toBeVisible()
	await check()
	const guest = newGuest()
	await bookAs(page, guest)
	await check()
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await expect(page).toHaveURL(/ask=cancel/)
	await check()
	await page.goto(`${erasePath}?token=${await signErasureLink([scratchCookieKey], guest.email, Date.now())}`)
	await check()
	await page.getByRole('button', { name: 'Erase My Details' }).click()
	await expect(page.getByRole('alert')).toContainText('You have an upcoming visit')
	await check()
	expect(flaws).toEqual([])
})

test('every page of a kiosk can be used by everybody on a small phone', { tag: '@full' }, async ({
	page,
	site,
	noise,
}) => {
	noise.expect(/the server responded with a status of 400/)
	noise.expect(/the server responded with a status of 401/)
	noise.expect(/the server responded with a status of 409/)
	const shop = await addKioskShop(site)
	const long = 'Olúwafẹ́mi-Adébáyọ̀-Ògúnlànà-Abíọ́dún'
	const reference = await addAppointment(site, shop, { inMinutes: -20, firstName: long, method: 'TRANSFER' })
	await addAppointment(site, shop, { inMinutes: 20, staff: 'Bola' })
	const flaws: string[] = []
	const check = async (paths: readonly string[]) => {
		for (const path of paths) {
			await page.goto(path)
			flaws.push(...(await flawsOf(page)))
		}
	}
	await check(['/kiosk/closed', `/kiosk/open?link=${await newKioskLink(site, shop.id)}`])
	await openKiosk(page, site, shop.id)
	const service = shop.idOf('cut')
	const deposit = await addDeposit(site, shop, {
		inMinutes: 600,
		email: 'amaka@example.com',
		firstName: long,
	})
	noise.expect(/the server responded with a status of 404/)
	const kioskPages = [
		...['/kiosk', '/kiosk?by=person', `/kiosk/visits/${reference}`, `/kiosk/visits/${reference}/cancel`],
		...[`/kiosk/visits/${reference}/edit`, `/kiosk/customers/${reference}`],
		...['/kiosk/calendar', `/kiosk/calendar?staff=${shop.idOf('Ada')}`],
		...['/kiosk/walk-in', `/kiosk/walk-in?service=${service}`, `/kiosk/walk-in?service=${service}&staff=any`],
		...['/kiosk/book', `/kiosk/book?service=${service}`, `/kiosk/book?service=${service}&time=23:45`],
		...[`/kiosk/deposits/${deposit.id}`, `/d/${deposit.code}`],
		...['/kiosk/block', '/kiosk/scan', '/kiosk/sessions', '/kiosk/more', '/kiosk/pin'],
		...[
			'/kiosk/to-do',
			'/kiosk/search',
			'/kiosk/search?q=am',
			'/kiosk/search?q=nobody',
			'/kiosk/search?q=0803',
		],
		...['/kiosk?date=2026-12-01', '/kiosk/block?date=2026-12-01', '/kiosk/sessions?date=2026-12-01'],
	]
	await check(['/kiosk/deposits/nothing', ...sampleOf(kioskPages, 16)])
	const { userId } = await addSignedInPerson(site.database, { at: Date.now(), isVerified: true })
	const reward = await addReward(site, shop, userId)
	const order = await addOrder(site.database, await addPlan(site.database, shop.id), userId, {
		now: Date.now(),
	})
	const enter = async (code: string) => {
		await page.goto('/kiosk/scan')
		await page.getByLabel('Code', { exact: true }).fill(code)
		await page.getByRole('button', { name: 'Check this code' }).click()
		await expect(page.locator('.notice')).toBeVisible()
		flaws.push(...(await flawsOf(page)))
	}
	await enter(reward)
	await addAppointment(site, shop, { inMinutes: 60, userId })
	await addAppointment(site, shop, { inMinutes: 120, userId })
	await enter(reward)
	await enter(order)
	expect(flaws).toEqual([])
})

test('every page of a person’s own device can be used by everybody on a small phone', {
	tag: '@full',
}, async ({ page, site, noise }) => {
	noise.expect(/the server responded with a status of 404/)
	const shop = await addKioskShop(site)
	const person = shop.idOf('Ada')
	const reference = await addAppointment(site, shop, {
		inMinutes: -20,
		firstName: 'Olúwafẹ́mi-Adébáyọ̀-Ògúnlànà-Abíọ́dún',
	})
	await site.database.change(
		`INSERT INTO staff_days_off (staff_member_id, date) VALUES (?1, '2199-12-24'), (?1, '2199-12-25')`,
		person,
	)
	const flaws: string[] = []
	await page.goto(`/kiosk/open?link=${await newKioskLink(site, shop.id, { role: { person } })}`)
	flaws.push(...(await flawsOf(page)))
	const { cookies } = await addKiosk(site, shop.id, { person })
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	const pages = ['/kiosk', '/kiosk?date=2199-12-25', '/kiosk/rota', '/kiosk/rota?date=2199-12-20']
	for (const path of [...pages, `/kiosk/visits/${reference}`, '/kiosk/visits/none']) {
		await page.goto(path)
		flaws.push(...(await flawsOf(page)))
	}
	expect(flaws).toEqual([])
})

test('every page of a shop’s owner can be used by everybody on a small phone', { tag: '@full' }, async ({
	page,
	site,
	noise,
}) => {
	noise.expect(/the server responded with a status of 401/)
	noise.expect(/the server responded with a status of 409/)
	noise.expect(/the server responded with a status of 400/)
	const shop = await addKioskShop(site)
	const long = 'Olúwafẹ́mi-Adébáyọ̀-Ògúnlànà-Abíọ́dúnOlúwafẹ́mi-Adébáyọ̀-Ògúnlànà'
	await site.database.change(
		`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo, is_enabled)
			VALUES (?1 || '-long', ?1, 'hair-beauty', ?2, 150, 1800050, 0)`,
		shop.id,
		long,
	)
	await site.database.change(
		`INSERT INTO staff_members (id, shop_id, first_name, last_name, role, last_day)
			VALUES (?1 || '-leaving', ?1, ?2, ?2, ?2, '2199-12-30')`,
		shop.id,
		long,
	)
	await site.database.change(
		`INSERT INTO staff_days_off (staff_member_id, date, has_left)
			VALUES (?1 || '-leaving', '2199-12-31', 1), (?1 || '-leaving', '2199-12-24', 0), (?1 || '-leaving', '2199-12-25', 0)`,
		shop.id,
	)
	const reference = await addAppointment(site, shop, { inMinutes: 24 * 60 })
	const flaws: string[] = []
	const check = async (paths: readonly string[]) => {
		for (const path of paths) {
			await page.goto(path)
			flaws.push(...(await flawsOf(page)))
		}
	}
	await check([`/kiosk/open?link=${await newKioskLink(site, shop.id, { role: 'owner' })}`])
	const { cookies } = await addKiosk(site, shop.id, 'owner')
	await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
	const service = `/kiosk/shop/services/${shop.idOf('cut')}`
	const photos = `/kiosk/shop/photos/${shop.idOf('cut')}`
	const photoOf = await addPhotoRows(site.database, shop.id, shop.idOf('cut'), 2)
	const body = Buffer.from(await samplePhoto({ type: 'webp', width: 640, height: 480 }))
	await page.route(/\d\/photos\/[^/]+-photo-\d/, (route) =>
		route.fulfill({ contentType: 'image/webp', body }),
	)
	const ownerPages = [
		...['/kiosk/shop', '/kiosk/shop/services', '/kiosk/shop/services/new', '/kiosk/shop/add-ons/new'],
		...[`/kiosk/shop/services/${shop.id}-long`, '/kiosk/shop/devices', '/kiosk/shop/hours'],
		...['/kiosk/shop/takings', '/kiosk/shop/takings?period=week', '/kiosk/shop/details'],
		'/kiosk/shop/money',
		'/kiosk/shop/payout-account',
		'/kiosk/shop/feeds',
		'/kiosk/shop/photos',
		'/kiosk/shop/photos/shop',
		photos,
		`${photos}/${photoOf(1)}`,
		`/business/${shop.id}`,
		`/business/${shop.id}/photos/${shop.idOf('cut')}`,
		`/business/${shop.id}/photo-report?photo=${photoOf(1)}`,
		'/kiosk/shop/keys',
		'/kiosk/shop/people',
		'/kiosk/shop/people/new',
		`/kiosk/shop/people/${shop.id}-leaving`,
		`/kiosk/shop/people/${shop.idOf('Ada')}/hours`,
	]
	await check(sampleOf(ownerPages, 14))
	await addOffers(site.database, shop.id)
	await addHeldReferral(site, shop)
	const review = await addReview(site, shop, { minutesAgo: 90, comment: long.repeat(8) })
	await check(['/kiosk/shop/reviews', `/kiosk/shop/reviews/${review}`])
	const payout = await addMoney(site, shop, { lines: 3, payouts: 3, mode: 'test' })
	await check(['/kiosk/shop/money', `/kiosk/shop/money/${payout}`])
	await check([...sampleOf(offerPages(shop.id), 6), '/kiosk/shop/problems', service])
	const save = async (says: string) => {
		await page.getByRole('button', { name: 'Save', exact: true }).click()
		await expect(page.getByText(says)).toBeVisible()
		flaws.push(...(await flawsOf(page)))
	}
	await page.getByLabel('Minutes', { exact: true }).fill('1')
	await save('Please check this')
	await page.getByLabel('Minutes', { exact: true }).fill('45')
	await page.getByLabel('Customers can book it').uncheck()
	await save(reference)
	await site.database.change('UPDATE services SET price_kobo = 700000 WHERE id = ?', shop.idOf('cut'))
	await page.getByLabel('Customers can book it').check()
	await save('Price is now ₦7,000')
	await page.context().clearCookies({ name: 'touch' })
	await save('Type your PIN.')
	expect(flaws).toEqual([])
})

test('every page on the way back from paying can be used by everybody on a small phone', {
	tag: '@full',
}, async ({ page, site }) => {
	site.paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
	const flaws: string[] = []
	const look = async (title: string | RegExp) => {
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
		flaws.push(...(await flawsOf(page)))
	}
	const check = async (path: string, title: string | RegExp) => {
		await page.goto(path)
		await look(title)
	}
	const paying = await goToPaystack(site)
	await withoutRefresh(page)
	await check(paying.returnPath, 'Confirming your payment…')
	await check(`${paying.returnPath}&cancelled=true`, 'Payment Cancelled')
	await check(`/booking/payment-success?reference=${paying.paymentReference}`, 'Open the link in your email')
	await check(completePage(paying.returnPath), 'Your booking is not complete yet')
	await check('/booking/complete-booking', /^Booking session expired/)
	await payAndComeBack(site, paying)
	await check(paying.returnPath, 'Booking Confirmed!')
	const { returnPath } = await offeredOtherTimes(site)
	await check(returnPath, 'Choose another time')
	await page.getByText(/^Refund .+ instead$/).click()
	flaws.push(...(await flawsOf(page)))
	await page.getByRole('button', { name: /^Refund/ }).click()
	await look(/^We’re refunding your/)
	await openPaymentPage(page, site)
	await page.getByRole('link', { name: 'Cancel' }).click()
	await look('Checkout')
	await page.getByLabel('Pay online now').check()
	await goToPay(page)
	await payByCard(page)
	await page.getByRole('link', { name: 'Cancel booking' }).click()
	await look('Cancel Booking?')
	expect(flaws).toEqual([])
})

/** A page that reloads by itself would go away while it is checked. */
async function withoutRefresh(page: Page) {
	await page.route('**/booking/payment-success*', async (route) => {
		const response = await route.fetch({ maxRedirects: 0 })
		const { refresh: _, ...headers } = response.headers()
		await route.fulfill({ response, headers })
	})
}

function completePage(returnPath: string): string {
	return returnPath.replace('payment-success', 'complete-booking')
}
