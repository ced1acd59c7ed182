import {
	buttonOf,
	demoShopId,
	fillStep,
	type Guest,
	type JourneyStep,
	stepForm,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { type FormValues, filledForm, type SubmitOptions } from '#scripts/site/filled-form.ts'
import { checkoutNearHoldEnd } from '#scripts/site/hold-near-end.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'

/** Asks it; `sent` is the form that a post sends. */
export type Ask = (() => Promise<LoadedPage>) & { sent?: URLSearchParams }

/** Something that a guest asks of the app, ready to be asked under a fault, and then once more. */
export type RequestUnderTest = {
	name: string
	/** It may change something: then it may take 10 s, else 3 s (W42). */
	isPost: boolean
	/** Brings a guest to where the request can be made, and gives what makes it. */
	prepare(guest: Guest, site: PaymentSite): Promise<Ask>
	/** Where it ends when all is well. */
	endsAt: string
	/** Where it may end under a fault: on a page that looks again by itself. */
	waitsAt?: string
	/** It turns the draft into an appointment. */
	books?: true
	/** How many of the guest's payments are refunded. */
	refunds?: number
	/** It asks for a time that is not held yet: a later preparation could take it. */
	takesOpenTime?: true
	/** A field that the page fills in without a choice: it follows what is free now. */
	proposed?: string
	/** What a repeat has to wait for, in place of the clock. */
	later?(guest: Guest, site: PaymentSite): Promise<unknown>
}

/** Every page and every post of a guest's way to a booking that asks the database. */
export const requestsUnderTest: RequestUnderTest[] = [
	get('discover', '/discover'),
	get('a search', '/discover?q=braids&category=hair-beauty&near=Yaba'),
	get('a business', `/business/${demoShopId}`),
	get('the services of a shop', `/booking/service-selection?shop=${demoShopId}`, 'service-selection'),
	get('the way on with a booking', '/booking', 'time-selection', '/booking/time-selection'),
	get('who does it', '/booking/staff-selection', 'staff-selection'),
	get('the times', '/booking/time-selection', 'time-selection'),
	get('checkout', '/booking/checkout', 'checkout'),
	get('the booking just made', '/booking/confirmation', 'confirmation'),
	{
		name: 'the signed link of a booking',
		isPost: false,
		endsAt: '/booking/confirmation',
		async prepare(guest) {
			const { url } = await walkTo(guest, 'confirmation')
			return () => guest.open(url.pathname + url.search)
		},
	},
	post('choosing a service', 'service-selection', '/booking/staff-selection'),
	{
		...post('choosing a service of another shop', 'service-selection', '/booking/staff-selection'),
		async prepare(guest) {
			await walkTo(guest, 'checkout')
			const page = await guest.open('/booking/service-selection?shop=itura-spa')
			return resending(guest, page, {}, {})
		},
	},
	post('choosing who does it', 'staff-selection', '/booking/time-selection'),
	checkoutPost('update', { addOns: [], tip: '10' }),
	checkoutPost('apply-promo', { promoCode: 'WELCOME10' }),
	checkoutPost('renew-hold', {}),
	{ ...post('confirming the booking', 'checkout', '/booking/confirmation'), books: true },
	{ ...post('choosing a time', 'time-selection', '/booking/checkout'), takesOpenTime: true },
]

function get(name: string, path: string, step?: JourneyStep, endsAt?: string): RequestUnderTest {
	return {
		name,
		isPost: false,
		endsAt: endsAt ?? new URL(path, 'http://any').pathname,
		async prepare(guest) {
			if (step) await walkTo(guest, step)
			return () => guest.open(path)
		},
	}
}

function post(name: string, step: JourneyStep, endsAt: string): RequestUnderTest {
	return {
		name,
		isPost: true,
		endsAt,
		async prepare(guest) {
			const page = await walkTo(guest, step)
			// Other preparations do not take the last time of the day.
			const { values, options } = fillStep(step, page, guest, { pickTime: (offered) => offered.at(-1) })
			return resending(guest, page, values, options)
		},
	}
}

function checkoutPost(intent: string, typed: FormValues): RequestUnderTest {
	return {
		name: `${intent} at checkout`,
		isPost: true,
		endsAt: '/booking/checkout',
		async prepare(guest, site) {
			const first = await walkTo(guest, 'checkout')
			const page = intent === 'renew-hold' ? await checkoutNearHoldEnd(guest, site.database, first) : first
			const values = { ...guest.details, ...typed }
			return resending(guest, page, values, { button: buttonOf('intent', intent) })
		},
	}
}

/** The very same post, as often as it is called. */
export function resending(guest: Guest, page: LoadedPage, values: FormValues, options: SubmitOptions): Ask {
	const { action, body } = filledForm(page.document, stepForm, values, options)
	const target = new URL(action ?? page.url.href, page.url)
	return Object.assign(() => guest.post(target.pathname + target.search, body), { sent: body })
}
