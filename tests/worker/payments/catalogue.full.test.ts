import { afterEach, describe, expect, test } from 'vitest'
import { readWorkerBundle } from '#scripts/local/worker-bundle.ts'
import { buttonOf, type Guest, openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { goToPaystack, payForm } from '#scripts/site/browser-payer.ts'
import { type FormValues, filledForm } from '#scripts/site/filled-form.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { draftIdOf } from '../draft-rows.ts'

/**
 * Every fixed message between checkout and the end of a payment (C52, C60), word for word: each
 * is reached here by its real cause, or listed with the reason why it cannot be met.
 */
const catalogue = {
	'Checkout and payment': [
		'Profile Error: Unable to load your profile',
		'Profile Error: Failed to load your profile',
		'Session Error: Your booking session is invalid. Please start a new booking.',
		'Missing Service',
		'Missing Date/Time',
		'Missing Shop Information',
		'Missing Payment Method',
		'Service Error: Unable to validate service',
		'Update Error: Failed to update booking totals',
		'Payment Failed: Authentication required for online payment',
		'Payment Failed: Failed to create client record',
		'Payment Failed: Failed to save complete booking data',
		'Payment Failed: Failed to validate checkout',
		'Payment Failed: Session conflict detected - shop mismatch',
		'Payment Failed: Payment initialisation failed',
		'Payment Failed: No authorization URL received',
		// A total of ₦0.
		'Invalid Amount: cannot process a zero-naira payment online',
		'Invalid promo code: not valid or expired',
		'Error: Failed to validate promo code',
		'Promo code applied!: You saved ₦350',
	],
	'Appointment creation errors by cause': [
		'Reference Number Conflict',
		'Booking Conflict',
		'Permission Error',
		'Missing Required Data',
		'Invalid Selection',
		'Invalid Data Format',
		'Authentication Required',
		'Failed to create your booking',
	],
	'Payment return': [
		'Payment Cancelled',
		'Payment Failed',
		'Payment Error: reference not found',
		'Warning: the appointment was created but transaction logging failed',
		'Booking session expired. Please start a new booking.',
		'Booking information is incomplete.',
	],
} as const
type Section = keyof typeof catalogue
type Text = (typeof catalogue)[Section][number]

/** Messages that cannot be met, and why. */
const notShown = {
	'Profile Error: Failed to load your profile':
		'a profile is read in one trip with the booking: without it there is no page, and that says so',
	'Missing Service': 'a booking begins with a service, and its last one cannot be taken out',
	'Missing Shop Information': 'a booking is of a shop from its first moment on: the column has no NULL',
	'Payment Failed: Authentication required for online payment': 'guests pay online too',
	'Payment Failed: Failed to create client record':
		'the client is found or made in the same write as the checkout and its payment: it does not fail alone',
	'Payment Failed: Failed to save complete booking data':
		'the booking is in the database all along; the browser keeps nothing (D1)',
	'Permission Error': 'what is not one’s own is not found: there is no row-level security to complain',
	'Authentication Required': 'guests book without an account',
	'Warning: the appointment was created but transaction logging failed':
		'the appointment and its transaction are one write: both are there, or neither',
} as const satisfies Partial<Record<Text, string>>

const site = withPaymentSite()
afterEach(() => site().proxy.heal())
const change = (sql: string, ...args: string[]) => site().database.change(sql, ...args)

/** A guest at checkout, and the form that their browser would send. */
async function atCheckout(details: FormValues = {}, guest: Guest = openGuest(site().url)) {
	const checkout = await walkTo(guest, 'checkout')
	const body = payForm(guest, checkout, { paymentChoice: 'cash', ...details })
	return { guest, checkout, body, send: () => guest.post('/booking/checkout', body) }
}

function press(guest: Guest, checkout: LoadedPage, intent: string, values: FormValues = {}) {
	return guest.submit(
		checkout,
		stepForm,
		{ ...guest.details, ...values },
		{ button: buttonOf('intent', intent) },
	)
}

/** Checkout, where the write of what was typed gets no usable answer. */
async function unwritten(intent: string, values: FormValues = {}) {
	const { guest, checkout } = await atCheckout()
	site().proxy.inject({ kind: 'bad-gateway', writesOnly: true })
	return press(guest, checkout, intent, values)
}

/** A payment that Paystack opens no page for. */
async function unopened(initialize: 'fail' | 'no-url') {
	const { send } = await atCheckout({ paymentChoice: 'online' })
	site().paystack.setBehaviour({ initialize })
	return send()
}

/** Something in the shop is not as it was when the page was shown. */
async function afterChange(sql: string, undo: string, details: FormValues = {}): Promise<LoadedPage> {
	const { send } = await atCheckout(details)
	await change(sql)
	try {
		return await send()
	} finally {
		await change(undo)
	}
}

const causes: Record<Exclude<Text, keyof typeof notShown>, () => Promise<LoadedPage>> = {
	async 'Profile Error: Unable to load your profile'() {
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const guest = openGuest(site().url)
		guest.cookies.set('session', person.token)
		const checkout = await walkTo(guest, 'checkout')
		await change('DELETE FROM sessions WHERE user_id = ?', person.userId)
		return guest.submit(checkout, stepForm, { paymentChoice: 'cash' }, { button: buttonOf('intent', 'book') })
	},
	async 'Session Error: Your booking session is invalid. Please start a new booking.'() {
		const { guest, send } = await atCheckout()
		guest.cookies.delete('draft')
		return send()
	},
	async 'Missing Date/Time'() {
		const { guest, send } = await atCheckout()
		const times = await guest.open('/booking/time-selection')
		await takeStep(guest, 'time-selection', times, { pickTime: (offered) => offered.at(-1) })
		return send()
	},
	async 'Missing Payment Method'() {
		const { guest, checkout } = await atCheckout()
		return press(guest, checkout, 'book', { paymentChoice: null })
	},
	'Service Error: Unable to validate service': () =>
		afterChange(
			`UPDATE services SET is_enabled = 0 WHERE id = 'ade-hair-studio-trim'`,
			`UPDATE services SET is_enabled = 1 WHERE id = 'ade-hair-studio-trim'`,
		),
	'Update Error: Failed to update booking totals': () => unwritten('update', { tip: '10' }),
	async 'Payment Failed: Failed to validate checkout'() {
		const { send } = await atCheckout({ paymentChoice: 'online' })
		let isRaised = false
		site().proxy.watch({
			// After the price was compared, and before what was agreed is written.
			async before({ isWrite }) {
				if (!isWrite || isRaised) return
				isRaised = true
				await change(`UPDATE services SET price_kobo = price_kobo + 100 WHERE id = 'ade-hair-studio-trim'`)
			},
		})
		try {
			return await send()
		} finally {
			await change(`UPDATE services SET price_kobo = price_kobo - 100 WHERE id = 'ade-hair-studio-trim'`)
		}
	},
	async 'Payment Failed: Session conflict detected - shop mismatch'() {
		const { guest, send } = await atCheckout({ paymentChoice: 'online' })
		// In another tab.
		await walkTo(guest, 'staff-selection', { shopId: 'itura-spa' })
		return send()
	},
	'Payment Failed: Payment initialisation failed': () => unopened('fail'),
	'Payment Failed: No authorization URL received': () => unopened('no-url'),
	async 'Invalid Amount: cannot process a zero-naira payment online'() {
		const { guest, checkout } = await atCheckout()
		const free = await press(guest, checkout, 'apply-promo', { promoCode: 'FREE100' })
		// The page asks for no payment then: only a made-up post does.
		const { paymentChoice: _, ...details } = guest.details
		const { body } = filledForm(free.document, stepForm, details, {
			button: buttonOf('intent', 'book'),
		})
		body.set('paymentChoice', 'online')
		return guest.post('/booking/checkout', body)
	},
	async 'Invalid promo code: not valid or expired'() {
		const { guest, checkout } = await atCheckout()
		return press(guest, checkout, 'apply-promo', { promoCode: 'USEDUP' })
	},
	'Error: Failed to validate promo code': () => unwritten('apply-promo', { promoCode: 'WELCOME10' }),
	async 'Promo code applied!: You saved ₦350'() {
		const { guest, checkout } = await atCheckout()
		return press(guest, checkout, 'apply-promo', { promoCode: 'welcome10 ' })
	},
	// Three numbers in a row that are in use: with the real draw that would take longer than this test.
	'Reference Number Conflict': () =>
		afterChange(
			`CREATE TRIGGER all_in_use BEFORE INSERT ON appointments BEGIN
				SELECT RAISE(ABORT, 'UNIQUE constraint failed: appointments.reference_number'); END`,
			'DROP TRIGGER all_in_use',
		),
	async 'Booking Conflict'() {
		const { guest, body, send } = await atCheckout()
		await change('UPDATE holds SET expires_at = 1 WHERE draft_id = ?', draftIdOf(guest))
		const startsAt = body.get('startsAt') ?? ''
		// Everybody who could do it is taken.
		for (;;) {
			const faster = openGuest(site().url)
			const times = await walkTo(faster, 'time-selection', { startsAt })
			if (!times.html.includes(`value="${startsAt}"`)) return send()
			const page = await takeStep(faster, 'time-selection', times, { startsAt })
			if (page.url.pathname !== '/booking/checkout') return send()
			await takeStep(faster, 'checkout', page)
		}
	},
	async 'Missing Required Data'() {
		const { body, send } = await atCheckout()
		body.delete('seenTotalKobo')
		return send()
	},
	'Invalid Selection': () =>
		afterChange(
			`UPDATE staff_members SET is_active = 0 WHERE shop_id = 'ade-hair-studio' AND id <> 'ade-hair-studio-nkechi'`,
			`UPDATE staff_members SET is_active = 1 WHERE shop_id = 'ade-hair-studio' AND id <> 'ade-hair-studio-nkechi'`,
		),
	async 'Invalid Data Format'() {
		const { body, send } = await atCheckout()
		body.append('email', 'a second one')
		return send()
	},
	async 'Payment Cancelled'() {
		const { guest, returnPath } = await goToPaystack(site())
		return guest.open(`${returnPath}&cancelled=true`)
	},
	async 'Payment Failed'() {
		const { guest, returnPath } = await goToPaystack(site())
		return guest.open(`${returnPath}&failed=true`)
	},
	async 'Payment Error: reference not found'() {
		const { guest } = await atCheckout()
		return guest.open('/booking/payment-success?trxref=wk-invented&reference=wk-invented')
	},
	'Booking session expired. Please start a new booking.': () =>
		openGuest(site().url).open('/booking/complete-booking'),
	async 'Booking information is incomplete.'() {
		const guest = openGuest(site().url)
		await walkTo(guest, 'staff-selection')
		return guest.open('/booking/complete-booking')
	},
	'Failed to create your booking': () =>
		afterChange('ALTER TABLE outbox RENAME TO outbox_away', 'ALTER TABLE outbox_away RENAME TO outbox'),
}

/** What a page tells: messages after a post, the words at a field, the heading of a page that is one itself. */
function messagesOf({ document }: LoadedPage): string[] {
	return document
		.querySelectorAll('.toast, .notice.error, [role="alert"] li, main .problem, main h1 + p, main h1')
		.map((element) => {
			const title = element.querySelector('b')?.textContent ?? ''
			const text = element.textContent.replace(/\s+/g, ' ').trim()
			return title && text.startsWith(title) ? `${title}: ${text.slice(title.length).trim()}` : text
		})
}

for (const section of Object.keys(catalogue) as Section[]) {
	describe(section, () => {
		const texts: readonly Text[] = catalogue[section]
		for (const text of texts) {
			if (text in notShown) continue
			const cause = causes[text as keyof typeof causes]
			test(`"${text}"`, async () => {
				const page = await cause()
				const [, title = text, words = ''] = /^(.*?): (.*)$/.exec(text) ?? []
				const said = messagesOf(page)
				const where = `${page.status} ${page.url.pathname} says ${JSON.stringify(said)}`
				expect(
					said.some((message) => message.startsWith(title) && message.includes(words)),
					where,
				).toBe(true)
			})
		}
	})
}

test('what nobody can meet stands nowhere in the built app', () => {
	const built = readWorkerBundle()
		.modules.map(({ contents }) => contents.toString())
		.join('')
	for (const text of Object.keys(notShown)) expect(built).not.toContain(text.split(': ').at(-1))
})

test('a mistake of ours names the number under which it is in the log, and what was typed stays', async () => {
	const page = await causes['Failed to create your booking']()
	const number = /tell us this error number: ([\w-]+)\./.exec(page.text)?.[1] ?? 'none'
	await expect.poll(() => site().worker.lines.join('\n')).toContain(`request ${number} failed:`)
	expect(page.html).not.toMatch(/no such table|SQL|DatabaseError/)
	expect(page.document.querySelector('input[name="lastName"]')?.getAttribute('value')).toContain('Okafor')
	expect(page.document.querySelector('input[value="cash"]')?.hasAttribute('checked')).toBe(true)
})

test('each text is reached by a cause or listed with the reason why it is not, and never both', () => {
	const texts = Object.values(catalogue).flat()
	const ways = [...Object.keys(causes), ...Object.keys(notShown)]
	expect([...texts].sort()).toEqual(ways.sort())
	expect(new Set(ways).size).toBe(ways.length)
})
