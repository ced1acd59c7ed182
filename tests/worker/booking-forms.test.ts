import { describe, expect, test } from 'vitest'
import { dateOfInstant } from '#app/kernel/civil.ts'
import {
	buttonOf,
	demoServiceId,
	fillStep,
	type Guest,
	type JourneyStep,
	openGuest,
	stepForm,
	takeStep,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { filledForm } from '#scripts/site/filled-form.ts'
import { checkoutNearHoldEnd } from '#scripts/site/hold-near-end.ts'
import { isFull, shareOf } from '#tests/support/deep.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { chosenRows } from './draft-rows.ts'
import { hostileValues } from './hostile-values.ts'

const site = withTestSite()

const forms = [
	{ step: 'service-selection', intent: null },
	{ step: 'staff-selection', intent: null },
	{ step: 'time-selection', intent: null },
	{ step: 'checkout', intent: 'update' },
	{ step: 'checkout', intent: 'apply-promo' },
	{ step: 'checkout', intent: 'renew-hold' },
	{ step: 'checkout', intent: 'book' },
] as const satisfies { step: JourneyStep; intent: string | null }[]

/** Without these a visit can be booked: the cookie names the draft; there is no tip, no code, nothing to tell. */
const mayBeLeftOut = ['draft', 'tip', 'customTip', 'shownTip', 'promoCode', 'visitorName', 'customerNote']
/** Free text that a guest may write as they like: it is kept as typed. */
const freeText = [
	'firstName',
	'lastName',
	'email',
	'phone',
	'promoCode',
	'customTip',
	'shownTip',
	'visitorName',
	'customerNote',
]

const BUTTONS_THAT_SHARE = isFull ? 3 : 14

/**
 * What each field of a form is sent. One reader reads the fields of checkout for three of its buttons: each button
 * sends another third of the values, and all of them in a deep run. `npm test` shares them among all forms.
 */
function valuesFor(form: (typeof forms)[number]) {
	const values = Object.entries(hostileValues)
	const isShared = form.step === 'checkout' && form.intent !== 'book'
	if (!isShared && isFull) return values
	return shareOf(values, forms.indexOf(form) % BUTTONS_THAT_SHARE, BUTTONS_THAT_SHARE)
}

/** A guest in front of a form that has a draft already, with what their browser would send. */
async function inFrontOf({ step, intent }: (typeof forms)[number]) {
	const guest = openGuest(site().url)
	// A guest who has come to checkout and went back has a choice of each step to lose.
	const checkout = await walkTo(guest, 'checkout')
	const chosen = checkout.document.querySelector('input[name="startsAt"]')?.getAttribute('value')
	const date = dateOfInstant(Number(chosen))
	const day = step === 'time-selection' ? `?from=${date}&date=${date}` : ''
	const first = await guest.open(`/booking/${step}${day}`)
	const page = intent === 'renew-hold' ? await checkoutNearHoldEnd(guest, site().database, first) : first
	const asBefore = page.document.querySelector('input[name="startsAt"][checked]')?.getAttribute('value')
	const { values, options } = fillStep(step, page, guest, { pickTime: () => asBefore })
	const button = intent === null ? options : { button: buttonOf('intent', intent) }
	return { guest, path: `/booking/${step}`, body: filledForm(page.document, stepForm, values, button).body }
}

function without(body: URLSearchParams, name: string): string {
	const rest = new URLSearchParams(body)
	rest.delete(name)
	return rest.toString()
}

/** Refused in words, or led to a page of the booking; never a failure of ours, and the draft is as it was. */
async function expectHarmless(guest: Guest, before: unknown[], page: LoadedPage, what: string) {
	const where = `${what}: ${page.status} ${page.url.pathname}`
	expect(page.status, where).toBeLessThan(500)
	expect(page.html, where).toContain('<h1')
	expect(page.html, where).not.toContain('<script>alert')
	expect(page.headers.get('set-cookie') ?? '', where).not.toContain('hacked')
	expect(await chosenRows(site().database, guest), where).toEqual(before)
}

describe.each(forms.map((form) => ({ form, name: `${form.step} ${form.intent ?? ''}`.trim() })))(
	'the form of $name',
	({ form }) => {
		test('with a field missing', async () => {
			const { guest, path, body } = await inFrontOf(form)
			const before = await chosenRows(site().database, guest)
			for (const name of new Set(body.keys())) {
				if (form.intent === 'book' && mayBeLeftOut.includes(name)) continue
				const page = await guest.post(path, without(body, name))
				await expectHarmless(guest, before, page, `without ${name}`)
			}
		})

		test('with a hostile value in each field', async () => {
			const { guest, path, body } = await inFrontOf(form)
			const before = await chosenRows(site().database, guest)
			for (const name of new Set(body.keys())) {
				if (form.intent === 'book' && (freeText.includes(name) || name === 'addOns')) continue
				for (const [what, encoded] of valuesFor(form)) {
					if (form.intent === 'book' && what === 'empty' && mayBeLeftOut.includes(name)) continue
					const page = await guest.post(path, `${without(body, name)}&${name}=${encoded}`)
					await expectHarmless(guest, before, page, `${name} is ${what}`)
				}
			}
		})

		test('with every field twice, and with names that no form has', async () => {
			const { guest, path, body } = await inFrontOf(form)
			const before = await chosenRows(site().database, guest)
			const twice = await guest.post(path, [...body].map(([name]) => `${name}=x&${name}=y`).join('&'))
			await expectHarmless(guest, before, twice, 'every field twice')
			for (const name of ['__proto__', 'constructor', 'a[b]', 'a.b.c', 'toString', '%00', '']) {
				if (form.intent === 'book') break
				const page = await guest.post(path, `${without(body, 'startsAt')}&${name}=1`)
				expect(page.status, name).toBeLessThan(500)
			}
		})

		test('too large, too many, of another type, by another method', async () => {
			const { guest, path, body } = await inFrontOf(form)
			const before = await chosenRows(site().database, guest)
			const large = await guest.post(path, `${body}&more=${'x'.repeat(1024 * 1024)}`)
			expect(large.status).toBe(413)
			await expectHarmless(guest, before, large, '1 MB')
			const many = await guest.post(path, Array.from({ length: 5_000 }, (_, i) => `f${i}=1`).join('&'))
			expect(many.status).toBe(400)
			await expectHarmless(guest, before, many, '5,000 fields')
			const json = await guest.post(path, JSON.stringify(Object.fromEntries(body)), {
				'content-type': 'application/json',
			})
			expect(json.status).toBe(415)
			await expectHarmless(guest, before, json, 'JSON')
			const text = await guest.post(path, body, { 'content-type': 'text/plain' })
			expect(text.status).toBe(415)
			const broken = await guest.post(path, 'no parts at all', {
				'content-type': 'multipart/form-data; boundary=x',
			})
			expect(broken.status).toBe(400)
			for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
				const url = new URL(path, site().url)
				const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin }
				const answer = await guest.send(url, { method, body: 'serviceId=x', headers })
				await answer.arrayBuffer()
				expect(answer.status, method).toBeLessThan(500)
			}
			await expectHarmless(guest, before, await guest.open(path), 'afterwards')
		})
	},
)

describe('checkout names the field that has to be mended, in fixed words', () => {
	const cases: [string, Record<string, string>, string][] = [
		['firstName', { firstName: ' ' }, 'Missing First Name'],
		['lastName', { lastName: '' }, 'Missing Last Name'],
		['email', { email: '' }, 'Missing Email'],
		['email', { email: 'ada@' }, 'Invalid Email - Please enter a valid email address'],
		['phone', { phone: '' }, 'Missing Phone Number'],
		['phone', { phone: '12' }, 'Invalid Phone Number'],
		['customTip', { tip: 'custom', customTip: '9999999999' }, 'Invalid Amount'],
		// Ten naira, or a thousand with a nought too few: it is asked about.
		['customTip', { tip: 'custom', customTip: '10,00' }, 'Invalid Amount'],
		['promoCode', { promoCode: 'EXPIRED20' }, 'Invalid promo code'],
	]
	test.each(cases)('%s: %o', async (name, details, words) => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const before = await chosenRows(site().database, guest)
		const page = await takeStep(guest, 'checkout', checkout, { details })
		expect(page.status).toBeGreaterThanOrEqual(400)
		expect(page.status).toBeLessThan(500)
		expect(page.text).toContain(words)
		const field = page.document.querySelector(`input[name="${name}"]`)
		expect(field?.getAttribute('aria-invalid')).toBe('true')
		const described = field?.getAttribute('aria-describedby')?.split(' ') ?? []
		const message = described.map((id) => page.document.getElementById(id)?.textContent).join(' ')
		expect(message).toContain(words)
		// What else was typed is still there.
		expect(page.document.querySelector('input[name="lastName"]')?.getAttribute('value') ?? '').toBe(
			details.lastName ?? guest.details.lastName,
		)
		expect(await chosenRows(site().database, guest)).toEqual(before)
	})
})

test('a price, a total or a state that the sender makes up changes nothing', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const { values, options } = fillStep('checkout', checkout, guest)
	const { body } = filledForm(checkout.document, stepForm, values, options)
	for (const name of ['price', 'priceKobo', 'total', 'totalKobo', 'total_kobo', 'discountKobo', 'tipKobo'])
		body.append(name, '1')
	body.append('status', 'COMPLETED')
	body.append('paymentStatus', 'completed')
	body.append('payment_status', 'completed')
	body.append('appointmentId', 'x')
	body.append('userId', 'x')
	const page = await guest.post('/booking/checkout', body)
	expect(page.text).toContain('Booking Confirmed!')
	const found = await site().database.rows(
		`SELECT visit.total_kobo, visit.status, visit.payment_status, service.price_kobo FROM appointments visit
			JOIN clients ON clients.id = visit.client_id JOIN services service ON service.id = ? WHERE clients.email = ?`,
		demoServiceId,
		String(guest.details.email),
	)
	expect(found[0]).toMatchObject({ status: 'SCHEDULED', payment_status: 'pending' })
	expect(found[0]?.total_kobo).toBe(found[0]?.price_kobo)
})

test('a total that the sender makes up is compared, never charged', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const before = await chosenRows(site().database, guest)
	const { values, options } = fillStep('checkout', checkout, guest)
	const { body } = filledForm(checkout.document, stepForm, values, options)
	body.set('seenTotalKobo', '1')
	const page = await guest.post('/booking/checkout', body)
	expect(page.status).toBe(409)
	expect(page.text).toContain('Your total has changed')
	expect(await chosenRows(site().database, guest)).toEqual(before)
})

describe('a form that comes from another site is refused', () => {
	test.each([
		{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
		{ origin: 'null', 'sec-fetch-site': 'cross-site' },
		{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
	])('%o', async (headers) => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		const before = await chosenRows(site().database, guest)
		const page = await guest.post('/booking/service-selection', `serviceId=${demoServiceId}`, headers)
		expect(page.status).toBe(403)
		expect(await chosenRows(site().database, guest)).toEqual(before)
	})
})
