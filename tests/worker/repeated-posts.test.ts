import { beforeAll, describe, expect, test } from 'vitest'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { signClaimLink } from '#app/domain/booking/claim-link.server.ts'
import { signErasureLink } from '#app/flows/account/erase-guest.server.ts'
import { addDays, dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { buttonOf, demoShopId, openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient, Page } from '#scripts/site/browser-like-client.ts'
import { filledForm } from '#scripts/site/filled-form.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import {
	addAccount,
	addSession,
	addSignedInPerson,
	browserOf,
	mailedTokenTo,
	password,
	signInDemoClient,
} from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop, pin } from '#tests/support/kiosk-desk.ts'
import { addHolder, addOrder, addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite({ MAIL_API_KEY: undefined })
const now = Date.now()
const zone = zoneAtNoon(now)
/** A Wednesday a week ahead, at any day and hour of the run. */
const wednesday = addDays(dateOfInstant(now), 7 + ((10 - dayOfWeekOf(dateOfInstant(now))) % 7))
const thatDay = { date: wednesday, pickTime: (offered: string[]) => offered.at(-1) }

let shop: SmallShop
beforeAll(async () => {
	await addSmallShop(site().database.client, 'dojo', { zone })
	shop = await addKioskShop(site())
})

type Post = { browser: BrowserLikeClient; path: string; body: string | URLSearchParams }

/** What a page’s form sends, not yet sent. */
function formOf(
	browser: BrowserLikeClient,
	page: Page,
	{
		form = stepForm,
		values = {},
		button,
	}: { form?: string; values?: Record<string, string>; button?: string } = {},
): Post {
	const filled = filledForm(page.document, form, values, button === undefined ? {} : { button })
	const to = new URL(filled.action ?? page.url.href, page.url)
	return { browser, path: to.pathname + to.search, body: filled.body }
}

const alertOf = (page: Page) => page.document.querySelector('[role="alert"]')?.text ?? null

/** Sends a post, loses its answer with its cookies, and sends it again. */
async function sendTwice({ browser, path, body }: Post) {
	const before = [...browser.cookies]
	const first = await browser.post(path, body)
	browser.cookies.clear()
	for (const [name, value] of before) browser.cookies.set(name, value)
	const second = await browser.post(path, body)
	return [first, second] as const
}

async function member() {
	const person = await addSignedInPerson(site().database, { at: now, isVerified: true })
	return { ...person, browser: browserOf(person, site().url) }
}

async function booked(choices = thatDay) {
	const guest = openGuest(site().url)
	const page = await takeStep(guest, 'checkout', await walkTo(guest, 'checkout', choices))
	const token = page.url.searchParams.get('visit') ?? ''
	return { guest, page, token, path: `/booking/confirmation?visit=${token}` }
}

/** The link of a visit that begins some minutes from now. */
async function appointmentLink(inMinutes: number, userId?: string) {
	const reference = await addAppointment(site(), await addKioskShop(site()), { inMinutes, userId })
	const [row] = await site().database.rows(
		'SELECT id FROM appointments WHERE reference_number = ?',
		reference,
	)
	const id = String(row?.id)
	return { id, token: await signBookingLink([scratchCookieKey], id) }
}

async function holder() {
	const planId = await addPlan(site().database, 'dojo', { entryKind: 'total', entries: 3 })
	const held = await addHolder(site().database, planId, { now })
	const addSession = (capacity = 1) =>
		addPlanSession(site().database, planId, { startsAt: now + 2 * DAY_MS, capacity, zone })
	return { ...held, planId, addSession, browser: browserOf(held, site().url) }
}

async function kiosk() {
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openGuest(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	return browser
}

const withAppointment =
	(intent: string, inMinutes: number, more = '') =>
	async (): Promise<Post> => {
		const reference = await addAppointment(site(), await freshShop(), { inMinutes })
		return {
			browser: await kiosk(),
			path: `/kiosk/visits/${reference}`,
			body: `intent=${intent}&act=${newId()}&back=/kiosk${more}`,
		}
	}
/** Another kiosk shop for each visit, so that none is in another's way. */
async function freshShop() {
	shop = await addKioskShop(site())
	return shop
}

const guestPosts: Record<string, () => Promise<Post>> = {
	'choosing a service': async () => {
		const guest = openGuest(site().url)
		return formOf(guest, await walkTo(guest, 'service-selection'))
	},
	'choosing a person': async () => {
		const guest = openGuest(site().url)
		return formOf(guest, await walkTo(guest, 'staff-selection'), { button: buttonOf('staff', 'any') })
	},
	'holding a time': async () => {
		const guest = openGuest(site().url)
		const page = await walkTo(guest, 'time-selection', thatDay)
		const times = page.document.querySelectorAll('input[name="startsAt"]')
		return formOf(guest, page, { values: { startsAt: times.at(-2)?.getAttribute('value') ?? '' } })
	},
	'choosing an add-on': async () => {
		const guest = openGuest(site().url)
		const page = await walkTo(guest, 'checkout', thatDay)
		return formOf(guest, page, { values: guest.details, button: 'button[name="intent"][value="update"]' })
	},
	'typing a promo code': async () => {
		const guest = openGuest(site().url)
		const page = await walkTo(guest, 'checkout', thatDay)
		const promoCode = 'WELCOME10'
		return formOf(guest, page, { values: { promoCode }, button: buttonOf('intent', 'apply-promo') })
	},
	booking: async () => {
		const guest = openGuest(site().url)
		const page = await walkTo(guest, 'checkout', thatDay)
		return formOf(guest, page, { values: guest.details, button: buttonOf('intent', 'book') })
	},
	'cancelling a visit': async () => {
		const { guest, path } = await booked()
		return { browser: guest, path, body: 'intent=cancel' }
	},
	'moving a visit': async () => {
		const { guest, token } = await booked()
		const page = await guest.open(`/booking/reschedule?visit=${token}&from=${wednesday}&date=${wednesday}`)
		const times = page.document.querySelectorAll('input[name="startsAt"]')
		return formOf(guest, page, { values: { startsAt: times.at(0)?.getAttribute('value') ?? '' } })
	},
	'changing a service': async () => {
		const { guest, page } = await booked({ ...thatDay, pickTime: (offered) => offered.at(2) })
		const choice = await guest.follow(page, 'a[href^="/booking/change"]')
		const question = await guest.submit(choice, 'main form:has(button[name="service"])')
		return formOf(guest, question)
	},
	'running late': async () => {
		const { token } = await appointmentLink(60)
		return {
			browser: openGuest(site().url),
			path: `/booking/confirmation?visit=${token}`,
			body: 'intent=late&minutes=20',
		}
	},
	'reporting a problem': async () => {
		const { token } = await appointmentLink(-60)
		return {
			browser: openGuest(site().url),
			path: `/booking/problem?visit=${token}`,
			body: 'problem=money&words=I+paid+twice',
		}
	},
	'asking for the links of bookings': async () => {
		const { guest } = await booked()
		return { browser: guest, path: '/booking/find', body: `email=${guest.details.email}` }
	},
	'asking to be erased': async () => {
		const { guest } = await booked()
		return { browser: guest, path: '/privacy/erase', body: `intent=send&email=${guest.details.email}` }
	},
	'being erased': async () => {
		const { guest, path } = await booked()
		await guest.post(path, 'intent=cancel')
		const link = await signErasureLink([scratchCookieKey], guest.details.email, now)
		return formOf(guest, await guest.open(`/privacy/erase?token=${link}`))
	},
	'joining the line of a day': async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'time-selection', {
			shopId: 'bodija-beauty-lounge',
			serviceId: 'bodija-beauty-lounge-blow-out',
		})
		const times = await guest.open('/booking/time-selection')
		const page = await guest.follow(times, 'main a[href^="/booking/wait"]')
		const { firstName, lastName, email, phone } = guest.details
		return formOf(guest, page, { values: { firstName, lastName, email, phone } })
	},
	'reporting a review': async () => {
		const guest = openGuest(site().url)
		const page = await guest.open(`/business/${demoShopId}`)
		const report = await guest.follow(page, 'main a[href*="/report?review="]')
		return formOf(guest, report, { values: { reason: 'hurtful' } })
	},
	registering: async () => ({
		browser: openGuest(site().url),
		path: '/register',
		body: new URLSearchParams({
			firstName: 'Ada',
			lastName: 'Obi',
			email: `${newId()}@example.com`,
			phone: '08031234567',
			password,
			confirmPassword: password,
		}),
	}),
	'signing in': async () => {
		const { email } = await addAccount(site().database)
		return { browser: openGuest(site().url), path: '/login', body: new URLSearchParams({ email, password }) }
	},
	'asking for a new password': async () => {
		const { email } = await addAccount(site().database)
		return { browser: openGuest(site().url), path: '/forgot-password', body: new URLSearchParams({ email }) }
	},
}

const memberPosts: Record<string, () => Promise<Post>> = {
	'signing out': async () => ({ browser: (await member()).browser, path: '/logout', body: '' }),
	'adding a favorite': async () => ({
		browser: (await member()).browser,
		path: `/business/${demoShopId}`,
		body: new URLSearchParams({ 'add-favorite': demoShopId }),
	}),
	'removing a favorite': async () => {
		const { browser } = await member()
		await browser.post(`/business/${demoShopId}`, new URLSearchParams({ 'add-favorite': demoShopId }))
		return { browser, path: '/favorites', body: new URLSearchParams({ 'remove-favorite': demoShopId }) }
	},
	'editing a profile': async () => {
		const { browser } = await member()
		return formOf(browser, await browser.open('/profile/edit'), { values: { firstName: 'Nneka' } })
	},
	'changing an e-mail': async () => {
		const { browser, userId } = await member()
		const hash = await site().database.rows(
			'SELECT password_hash FROM users WHERE email = ?',
			(await addAccount(site().database)).email,
		)
		await site().database.change(
			'UPDATE users SET password_hash = ? WHERE id = ?',
			String(hash[0]?.password_hash),
			userId,
		)
		const page = await browser.open('/profile/edit')
		return formOf(browser, page, { values: { email: `${newId()}@example.com`, password } })
	},
	'choosing messages': async () => ({
		browser: (await member()).browser,
		path: '/settings',
		body: 'intent=choose-messages',
	}),
	'choosing how the pages look': async () => ({
		browser: (await member()).browser,
		path: '/settings',
		body: 'intent=choose-theme&theme=dark',
	}),
	'signing out everywhere': async () => ({
		browser: (await member()).browser,
		path: '/settings',
		body: 'intent=sign-out-everywhere',
	}),
	'signing out one device': async () => {
		const { browser, userId } = await member()
		const other = await addSession(site().database, userId, now)
		const [device] = await site().database.rows(
			'SELECT id FROM sessions WHERE token_hash = ?',
			other.sessionHash,
		)
		return { browser, path: '/settings', body: new URLSearchParams({ session: String(device?.id) }) }
	},
	'proving an e-mail': async () => {
		const person = await addSignedInPerson(site().database, { at: now })
		const browser = browserOf(person, site().url)
		await browser.post('/verify-email', 'intent=send')
		const token = await mailedTokenTo(site().database, person.email, 'verify_email', scratchCookieKey)
		return { browser, path: '/verify-email', body: new URLSearchParams({ token }) }
	},
	'deleting an account': async () => {
		const { email } = await addAccount(site().database)
		const browser = openGuest(site().url)
		await browser.post('/login', new URLSearchParams({ email, password }))
		return { browser, path: '/settings/delete', body: new URLSearchParams({ password }) }
	},
	'writing a review': async () => {
		const { browser, userId } = await member()
		const { id } = await appointmentLink(-120, userId)
		await site().database.change(
			`UPDATE appointments SET status = 'COMPLETED', completed_at = ends_at WHERE id = ?`,
			id,
		)
		return { browser, path: `/appointments/review?visit=${id}`, body: 'rating=5&comment=Lovely' }
	},
	'claiming a visit by its mailed link': async () => {
		const { browser } = await member()
		const { id } = await appointmentLink(120)
		const link = await signClaimLink([scratchCookieKey], id, now + HOUR_MS)
		return { browser, path: `/booking/claim?link=${link}`, body: '' }
	},
	'claiming a visit on its page': async () => {
		const { browser, email } = await member()
		const { id, token } = await appointmentLink(120)
		await site().database.change(
			'UPDATE checkouts SET email = ? WHERE id = (SELECT checkout_id FROM appointments WHERE id = ?)',
			email,
			id,
		)
		return { browser, path: `/booking/confirmation?visit=${token}`, body: 'intent=claim' }
	},
	'looking at the bell': async () => ({
		browser: (await member()).browser,
		path: '/notifications',
		body: '',
	}),
	'joining a program': async () => ({
		browser: (await member()).browser,
		path: '/loyalty-enrollment',
		body: 'enroll=ade-hair-studio-card',
	}),
	'making a code for friends': async () => {
		const browser = browserOf(await signInDemoClient(site().database), site().url)
		const [card] = await site().database.rows(
			`SELECT id FROM loyalty_enrollments WHERE user_id = 'demo-client' AND referral_code IS NOT NULL`,
		)
		await site().database.change(
			'UPDATE loyalty_enrollments SET referral_code = NULL WHERE id = ?',
			String(card?.id),
		)
		return { browser, path: '/wallet/refer', body: new URLSearchParams({ enrollment: String(card?.id) }) }
	},
	'asking for a receipt': async () => {
		const browser = browserOf(await signInDemoClient(site().database), site().url)
		const page = await browser.follow(await browser.open('/transactions'), 'main a[href^="/transactions/"]')
		return formOf(browser, page, { form: 'main form[action^="/receipt"]' })
	},
	'ordering a plan': async () => {
		const { browser } = await member()
		const planId = await addPlan(site().database, 'dojo')
		const page = await browser.open(`/plans/${planId}/buy`)
		return formOf(browser, page, { form: 'main form.fill', values: { paymentChoice: 'cash' } })
	},
	'cancelling an order': async () => {
		const { browser, userId } = await member()
		const order = await addOrder(site().database, await addPlan(site().database, 'dojo'), userId, { now })
		return { browser, path: '/subscriptions', body: `cancelOrder=${order}` }
	},
	'switching the renewal': async () => {
		const { browser, subscriptionId } = await holder()
		return { browser, path: `/subscriptions/${subscriptionId}`, body: 'autoRenews=1' }
	},
	'cancelling a plan': async () => {
		const { browser, subscriptionId } = await holder()
		const page = await browser.open(`/subscriptions/${subscriptionId}/cancel`)
		return formOf(browser, page, { values: { reason: 'Too far away' } })
	},
	'pausing a plan': async () => {
		const { browser, subscriptionId } = await holder()
		return {
			browser,
			path: `/subscriptions/${subscriptionId}/pause`,
			body: 'intent=pause&days=7&places=0',
		}
	},
	'resuming a plan': async () => {
		const { browser, subscriptionId } = await holder()
		const path = `/subscriptions/${subscriptionId}/pause`
		await browser.post(path, 'intent=pause&days=7&places=0')
		return { browser, path, body: 'intent=resume&places=0' }
	},
	'making a check-in code': async () => {
		const { browser, subscriptionId } = await holder()
		return { browser, path: `/subscriptions/${subscriptionId}/check-in`, body: '' }
	},
	'booking a session': async () => {
		const { browser, addSession } = await holder()
		return formOf(browser, await browser.open(`/sessions/${await addSession()}/book`), {
			form: 'main form',
		})
	},
	'cancelling a session': async () => {
		const { browser, addSession, userId } = await holder()
		const page = await browser.open(`/sessions/${await addSession()}/book`)
		await browser.submit(page, 'main form')
		const [place] = await site().database.rows('SELECT id FROM session_bookings WHERE user_id = ?', userId)
		return { browser, path: `/sessions/bookings/${place?.id}/cancel`, body: '' }
	},
	'joining the line of a session': async () => {
		const { browser, addSession, planId, subscriptionId } = await holder()
		const sessionId = await addSession()
		const other = browserOf(await addHolder(site().database, planId, { now }), site().url)
		await other.submit(await other.open(`/sessions/${sessionId}/book`), 'main form')
		return { browser, path: '/sessions', body: `join=${sessionId}&subscription=${subscriptionId}` }
	},
	'leaving the line of a session': async () => {
		const { browser, addSession, planId, subscriptionId } = await holder()
		const sessionId = await addSession()
		const other = browserOf(await addHolder(site().database, planId, { now }), site().url)
		await other.submit(await other.open(`/sessions/${sessionId}/book`), 'main form')
		await browser.post('/sessions', `join=${sessionId}&subscription=${subscriptionId}`)
		return { browser, path: '/sessions', body: `leave=${sessionId}` }
	},
}

const kioskPosts: Record<string, () => Promise<Post>> = {
	'that somebody has arrived': withAppointment('arrive', 20),
	'completing a visit': withAppointment('complete', -60),
	'that somebody did not come': withAppointment('miss', -60),
	'undoing a completion': async () => {
		const { browser, path, body } = await withAppointment('complete', -60)()
		await browser.post(path, body)
		return { browser, path, body: `undo=${newId()}&back=/kiosk` }
	},
	'cancelling a visit': async () => {
		const reference = await addAppointment(site(), await freshShop(), { inMinutes: 60 })
		return {
			browser: await kiosk(),
			path: `/kiosk/visits/${reference}/cancel`,
			body: `act=${newId()}&reason=Power+is+out`,
		}
	},
	'a walk-in': async () => {
		await freshShop()
		return {
			browser: await kiosk(),
			path: `/kiosk/walk-in?service=${shop.idOf('cut')}&staff=any`,
			body: `act=${newId()}&firstName=Efe`,
		}
	},
	'blocking time': async () => {
		await freshShop()
		const browser = await kiosk()
		const page = await browser.open(`/kiosk/block?date=${wednesday}`)
		return formOf(browser, page, {
			values: { staff: shop.idOf('Ada'), blockFrom: '14:00', blockTo: '15:00' },
		})
	},
	'giving blocked time back': async () => {
		await freshShop()
		const browser = await kiosk()
		const page = await browser.open(`/kiosk/block?date=${wednesday}`)
		const { path, body } = formOf(browser, page, {
			values: { staff: shop.idOf('Ada'), blockFrom: '14:00', blockTo: '15:00' },
		})
		const blocked = await browser.post(path, body)
		return formOf(browser, blocked, { form: 'main form:has(button[name="block"])' })
	},
	'the PIN': async () => ({ browser: await kiosk(), path: '/kiosk/pin', body: `pinSecret=${pin}` }),
	'locking it': async () => ({ browser: await kiosk(), path: '/kiosk/more', body: '' }),
	'a check-in': async () => {
		await freshShop()
		const planId = await addPlan(site().database, shop.id)
		const { subscriptionId } = await addHolder(site().database, planId, { now })
		const typed = `K${String(Math.random()).slice(2, 6).replace(/[01]/g, '7')}Q`
		await site().database.change(
			`INSERT INTO check_in_codes (id, subscription_id, shop_id, typed_code, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
			newId(),
			subscriptionId,
			shop.id,
			typed,
			String(Date.now()),
			String(Date.now() + 2 * MINUTE_MS),
		)
		return { browser: await kiosk(), path: '/kiosk/scan', body: `act=${newId()}&code=${typed}` }
	},
	'starting an ordered plan': async () => {
		await freshShop()
		const { userId } = await member()
		const planId = await addPlan(site().database, shop.id)
		const order = await addOrder(site().database, planId, userId, { now: now - HOUR_MS })
		return {
			browser: await kiosk(),
			path: '/kiosk/scan',
			body: `act=${newId()}&intent=start&code=${order}`,
		}
	},
}

/**
 * Posts that are not repeated here. Of a link that works once the second use is refused, because who has seen the
 * link may not use it again: a new password, the opening of a kiosk.
 */
describe.each([
	['a guest', guestPosts],
	['a member', memberPosts],
	['a kiosk', kioskPosts],
])('F26: of %s, sent again because its answer was lost, reads as done:', (_, posts) => {
	test.each(Object.entries(posts))('%s', async (_name, prepare) => {
		const [first, second] = await sendTwice(await prepare())
		expect([first.status, alertOf(first)], first.text).toEqual([200, null])
		expect([second.status, alertOf(second)], second.text).toEqual([200, null])
		const { pathname } = second.url
		expect(pathname === first.url.pathname || pathname === '/login', pathname).toBe(true)
	})
})
