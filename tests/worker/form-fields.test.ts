import type { HTMLElement } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { problemFormSchema } from '#app/domain/booking/appointment/appointment-forms.server.ts'
import {
	bookingSchema,
	checkoutFormSchema,
	guestBookingSchema,
	slotWaitFormSchema,
} from '#app/domain/booking/checkout/checkout-form.server.ts'
import { customerNoteFormSchema } from '#app/domain/booking/customer/customer-note-form.server.ts'
import { moveFormSchema, timeFormSchema } from '#app/domain/booking/draft/step-forms.server.ts'
import { reviewFormSchema, reviewReportFormSchema } from '#app/domain/booking/review/review-forms.server.ts'
import { MAX_SEARCH_LETTERS } from '#app/domain/discovery/search-words.ts'
import {
	deleteAccountFormSchema,
	exportFormSchema,
	findBookingFormSchema,
	forgotPasswordFormSchema,
	profileFormSchema,
	registerFormSchema,
	resetPasswordFormSchema,
	signInFormSchema,
} from '#app/domain/identity/account-forms.server.ts'
import {
	blockFormSchema,
	bookFormSchema,
	cancelAppointmentFormSchema,
	codeFormSchema,
	moveAtKioskFormSchema,
	noteFormSchema,
	openKioskFormSchema,
	pinFormSchema,
	walkInFormSchema,
} from '#app/domain/shops/kiosk-forms.server.ts'
import { shopSignupFormSchema } from '#app/domain/shops/shop-signup-form.server.ts'
import {
	cancelSubscriptionFormSchema,
	planPromoFormSchema,
} from '#app/domain/subscriptions/subscription-forms.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { demoShopId, openGuest, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient, LoadedPage } from '#scripts/site/browser-like-client.ts'
import { pageViews } from '#scripts/site/page-cases.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import {
	addAccount,
	addSignedInPerson,
	browserOf,
	mailedTokenTo,
	signInDemoClient,
} from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop, newKioskLink } from '#tests/support/kiosk-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { mainForm } from './identity/visitor.ts'

const site = withTestSite()
const views = pageViews(await servedRoutes())

/** Of the demo client. */
const cancelPath = '/subscriptions/itura-spa-plan-five-foot-spas-of-demo-client/cancel'

/** The schema that reads the posts of a page with fields. */
const schemas: Record<string, ZodObject> = {
	'/login': signInFormSchema,
	'/register': registerFormSchema,
	'/forgot-password': forgotPasswordFormSchema,
	'/for-shops': shopSignupFormSchema,
	'/reset-password': resetPasswordFormSchema,
	'/profile/edit': profileFormSchema,
	'/settings/delete': deleteAccountFormSchema,
	'/settings/export': exportFormSchema,
	'/appointments/review': reviewFormSchema,
	'/business/ade-hair-studio/report': reviewReportFormSchema,
	[cancelPath]: cancelSubscriptionFormSchema,
	'/plans/surulere-strength-plan-early-bird/buy': planPromoFormSchema,
	'/booking/time-selection': timeFormSchema,
	'/booking/reschedule': moveFormSchema,
	'/booking/checkout': checkoutFormSchema,
	'/booking/wait': slotWaitFormSchema,
	'/booking/find': findBookingFormSchema,
	'/privacy/erase': findBookingFormSchema,
	'/booking/problem': problemFormSchema,
	'/kiosk/open': openKioskFormSchema,
	'/kiosk/pin': pinFormSchema,
	'/kiosk/visits/:reference/cancel': cancelAppointmentFormSchema,
	'/kiosk/walk-in': walkInFormSchema,
	'/kiosk/customers/:reference': customerNoteFormSchema,
	'/kiosk/visits/:reference/edit': moveAtKioskFormSchema.extend(noteFormSchema.shape),
	'/kiosk/book': bookFormSchema,
	'/kiosk/block': blockFormSchema,
	'/kiosk/scan': codeFormSchema,
}

const name = { autocapitalize: 'words', spellcheck: 'false' }
const pin = { type: 'password', inputmode: 'numeric', autocomplete: 'off' }
const password = { type: 'password', autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' }

/** What the keyboard and the memory of a phone need to know of a field, by its name. */
const demanded: Record<string, Record<string, string | RegExp>> = {
	firstName: { ...name, autocomplete: 'given-name' },
	lastName: { ...name, autocomplete: 'family-name' },
	email: {
		type: 'email',
		inputmode: 'email',
		autocapitalize: 'none',
		spellcheck: 'false',
		autocomplete: /^(email|username)$/,
	},
	phone: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
	password: { ...password, autocomplete: /^(current|new)-password$/ },
	confirmPassword: { ...password, autocomplete: 'new-password' },
	promoCode: { autocapitalize: 'characters', spellcheck: 'false', autocomplete: 'off' },
	customTip: { inputmode: 'decimal', autocomplete: 'off' },
	comment: { autocapitalize: 'sentences' },
	words: { autocapitalize: 'sentences' },
	customerNote: { autocapitalize: 'sentences' },
	shopNote: { autocapitalize: 'sentences' },
	visitorName: { ...name, autocomplete: 'off' },
	reason: { autocapitalize: 'sentences' },
	shopName: { ...name, autocomplete: 'organization' },
	type: {},
	address: { ...name, autocomplete: 'address-line1' },
	area: { ...name, autocomplete: 'address-level3' },
	city: { ...name, autocomplete: 'address-level2' },
	offer: { autocapitalize: 'sentences' },
	q: { type: 'search', autocapitalize: 'none', autocomplete: 'off' },
	near: { autocapitalize: 'words', autocomplete: 'address-level2' },
	sort: {},
	free: {},
	price: {},
	open: {},
	from: { type: 'date', autocomplete: 'off' },
	to: { type: 'date', autocomplete: 'off' },
	pinSecret: pin,
	pinSecretAgain: pin,
	code: { autocapitalize: 'characters', spellcheck: 'false', autocomplete: 'off' },
	date: { type: 'date', autocomplete: 'off' },
	blockDate: { type: 'date', autocomplete: 'off' },
	blockFrom: { type: 'time', autocomplete: 'off' },
	blockTo: { type: 'time', autocomplete: 'off' },
	blockReason: { autocapitalize: 'sentences', autocomplete: 'off' },
	staff: {},
	time: { type: 'time', autocomplete: 'off' },
	note: { autocapitalize: 'sentences', autocomplete: 'off' },
	priceReason: { autocapitalize: 'sentences', autocomplete: 'off' },
}

/** What is typed at a shop is about its customers: its browser must not offer the staff's own names. */
const demandedAtKiosk: typeof demanded = {
	...demanded,
	firstName: { ...name, autocomplete: 'off' },
	lastName: { ...name, autocomplete: 'off' },
	email: { ...demanded.email, autocomplete: 'off' },
	phone: { ...demanded.phone, autocomplete: 'off' },
	price: { inputmode: 'decimal', autocomplete: 'off' },
}

const notTyped = ['hidden', 'radio', 'checkbox', 'submit', 'button']
const typeOf = (control: HTMLElement) => control.getAttribute('type') ?? 'text'

/** What a person types into or chooses from; the honeypot is not one of them. */
function controlsOf(form: HTMLElement): HTMLElement[] {
	return form
		.querySelectorAll('input, textarea, select')
		.filter((control) => typeOf(control) !== 'hidden' && control.getAttribute('tabindex') !== '-1')
}

const formsOf = ({ document }: LoadedPage) =>
	document.querySelectorAll('form').filter((form) => controlsOf(form).length > 0)

function expectKeyboards(form: HTMLElement, where: string) {
	const typed = controlsOf(form).filter((control) => !notTyped.includes(typeOf(control)))
	const known = where.startsWith('/kiosk') ? demandedAtKiosk : demanded
	for (const [index, control] of typed.entries()) {
		const field = control.getAttribute('name') ?? ''
		const what = `${field} of ${where}`
		expect(known, what).toHaveProperty(field)
		for (const [attribute, value] of Object.entries(known[field] ?? {}))
			expect(control.getAttribute(attribute), `${attribute} of ${what}`).toEqual(
				value instanceof RegExp ? expect.stringMatching(value) : value,
			)
		// A list to choose from has no keyboard.
		if (control.tagName === 'SELECT') continue
		const isLast = index === typed.length - 1
		const lastHint = control.tagName === 'TEXTAREA' ? /^enter$/ : /^(done|go|search|send)$/
		expect(control.getAttribute('enterkeyhint'), `enterkeyhint of ${what}`).toMatch(
			isLast ? lastHint : /^next$/,
		)
	}
}

function nativeOf(control: HTMLElement) {
	const numberOf = (attribute: string, key: string) =>
		control.hasAttribute(attribute) ? { [key]: Number(control.getAttribute(attribute)) } : {}
	return {
		...(control.hasAttribute('required') ? { required: true } : {}),
		...numberOf('minlength', 'minLength'),
		...numberOf('maxlength', 'maxLength'),
	}
}

function expectConstraints(form: HTMLElement, { pathname, asked }: { pathname: string; asked?: ZodObject }) {
	const isSearch = form.getAttribute('method') === 'get'
	const schema = schemas[pathname.replace(/^\/kiosk\/(visits|customers)\/[^/]+/, '/kiosk/$1/:reference')]
	// Boxes to tick have no length, and none of them has to be ticked.
	const isTicked = controlsOf(form).every((control) => typeOf(control) === 'checkbox')
	if (!isSearch && !schema && !isTicked) throw new Error(`which schema reads the form of ${pathname}?`)
	for (const control of controlsOf(form)) {
		const field = control.getAttribute('name') ?? ''
		const says = isSearch
			? control.tagName === 'INPUT' && ['text', 'search'].includes(typeOf(control))
				? { maxLength: MAX_SEARCH_LETTERS }
				: {}
			: schema && typeOf(control) !== 'checkbox'
				? fieldConstraints(schema, [field], asked)[field]
				: {}
		expect(nativeOf(control), `${field} of ${pathname}`).toEqual(says)
	}
}

/** Every form of a page; gives how many there were. */
function expectForms(page: LoadedPage, asked?: ZodObject): number {
	const { pathname } = page.url
	const forms = formsOf(page)
	for (const form of forms) {
		expectKeyboards(form, pathname)
		expectConstraints(form, { pathname, asked })
	}
	return forms.length
}

async function openMember(): Promise<{ browser: BrowserLikeClient; userId: string }> {
	const person = await addSignedInPerson(site().database, { at: Date.now() })
	return { browser: browserOf(person, site().url), userId: person.userId }
}

describe('What fields tell a phone’s keyboard, and what they refuse, is what their kind and schema say', () => {
	test('on every page that opens by its address', async () => {
		const found: string[] = []
		for (const { address, isForMembers } of views) {
			const visitor = isForMembers ? (await openMember()).browser : openGuest(site().url)
			if (expectForms(await visitor.open(address)) > 0) found.push(address)
		}
		expect(found).toEqual(
			expect.arrayContaining([
				...['/discover', '/login', '/register', '/forgot-password', '/profile/edit', '/settings/delete'],
			]),
		)
	})

	test('at a form that was sent back', async () => {
		const guest = openGuest(site().url)
		const refused = await guest.submit(await guest.open('/register'), mainForm, { email: 'ada@' })
		expect(refused.status).toBe(400)
		expect(expectForms(refused)).toBe(1)
	})

	test('on the page that sets a new password', async () => {
		const { email } = await addAccount(site().database)
		const guest = openGuest(site().url)
		await guest.submit(await guest.open('/forgot-password'), mainForm, { email })
		const token = await mailedTokenTo(site().database, email, 'reset_password', scratchCookieKey)
		expect(expectForms(await guest.open(`/reset-password?token=${token}`))).toBe(1)
	})

	test('of favorites and of a review', async () => {
		const { browser, userId } = await openMember()
		await site().database.change(
			`UPDATE clients SET user_id = ? WHERE shop_id = ? AND user_id IS NOT 'demo-client'`,
			userId,
			demoShopId,
		)
		const completed = await browser.open('/appointments?tab=completed')
		const review = await browser.follow(completed, 'main a[href^="/appointments/review"]')
		expect(expectForms(review)).toBe(1)
		const shop = await browser.open(`/business/${demoShopId}`)
		expect(expectForms(await browser.follow(shop, 'main a[href*="/report?review="]'))).toBe(1)
		await browser.post(shop.url.pathname, new URLSearchParams({ 'add-favorite': demoShopId }))
		expect(expectForms(await browser.open('/favorites'))).toBe(1)
	})

	test('of cancelling a plan', async () => {
		const browser = browserOf(await signInDemoClient(site().database), site().url)
		expect(expectForms(await browser.open(cancelPath))).toBe(1)
	})

	test('of checkout, where a guest is asked who they are, and with a refused promo code', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		expect(expectForms(checkout, guestBookingSchema)).toBe(1)
		const button = { button: 'button[name="intent"][value="apply-promo"]' }
		const refused = await guest.submit(checkout, 'main form[method="post"]', { promoCode: 'NOPE' }, button)
		expect(refused.status).toBe(422)
		expect(expectForms(refused, guestBookingSchema)).toBe(1)
	})

	test('of waiting for a time of a full day', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'time-selection', {
			shopId: 'bodija-beauty-lounge',
			serviceId: 'bodija-beauty-lounge-blow-out',
		})
		const times = await guest.open('/booking/time-selection')
		const wait = await guest.follow(times, 'main a[href^="/booking/wait"]')
		expect(expectForms(wait, guestBookingSchema)).toBe(1)
	})

	test('of checkout, where the account says who they are', async () => {
		const { token } = await addSignedInPerson(site().database, { at: Date.now() })
		const guest = openGuest(site().url)
		guest.cookies.set('session', token)
		const checkout = await walkTo(guest, 'checkout')
		expect(checkout.document.querySelector('[name="email"]')).toBeNull()
		expect(expectForms(checkout, bookingSchema)).toBe(1)
	})

	test('where a time is chosen, and where it has just been taken', async () => {
		const [slow, quick] = [openGuest(site().url), openGuest(site().url)]
		const { document } = await walkTo(slow, 'staff-selection')
		const members = document.querySelectorAll('button[name="staff"]').map((one) => one.getAttribute('value'))
		const staff = members.find((member) => member !== 'any')
		const times = await walkTo(slow, 'time-selection', { staff })
		expect(expectForms(times)).toBe(1)
		await walkTo(quick, 'checkout', { staff })
		const conflict = await takeStep(slow, 'time-selection', times, { staff })
		expect(conflict.status).toBe(409)
		expect(expectForms(conflict)).toBe(1)
	})

	test('of a shop’s kiosk', async () => {
		const shop = await addKioskShop(site())
		const reference = await addAppointment(site(), shop, { inMinutes: 60 })
		const device = openGuest(site().url)
		await device.open(`/kiosk/open?link=${await newKioskLink(site(), shop.id)}`)
		expect(expectForms(await device.open('/kiosk/open'))).toBe(1)
		const { cookies } = await addKiosk(site(), shop.id)
		for (const cookie of cookies) device.cookies.set(cookie.name, cookie.value)
		const chosen = `service=${shop.idOf('cut')}&staff=any`
		for (const path of [
			...['/kiosk/pin', '/kiosk/scan', '/kiosk/sessions', `/kiosk/walk-in?${chosen}`],
			...[`/kiosk/visits/${reference}/cancel`, `/kiosk/customers/${reference}`],
		])
			expect(expectForms(await device.open(path)), path).toBe(1)
		// The day, and what is blocked on it.
		expect(expectForms(await device.open('/kiosk/block'))).toBe(2)
		const booking = `/kiosk/book?service=${shop.idOf('cut')}&date=${dateOfInstant(Date.now(), 3)}`
		expect(expectForms(await device.open('/kiosk/book'))).toBe(1)
		// The day, and any minute.
		expect(expectForms(await device.open(booking))).toBe(2)
		// The search for a customer, and a new one.
		expect(expectForms(await device.open(`${booking}&time=10:00`))).toBe(2)
		// The day and person, the time, the note: there is no other service here.
		expect(expectForms(await device.open(`/kiosk/visits/${reference}/edit`))).toBe(3)
	})

	test('where an appointment is moved, and where its customer says what was wrong', async () => {
		const guest = openGuest(site().url)
		const pickTime = (offered: string[]) => offered.at(-1)
		const { document } = await walkTo(guest, 'confirmation', { pickTime })
		const move = document.querySelector('a[href^="/booking/reschedule"]')?.getAttribute('href')
		expect(expectForms(await guest.open(move ?? ''))).toBe(1)
		const problem = (move ?? '').replace(/reschedule(\?visit=[^&]+).*/, 'problem$1')
		expect(expectForms(await guest.open(problem))).toBe(1)
	})
})
