import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { addDays, dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient, LoadedPage } from '#scripts/site/browser-like-client.ts'
import { filledForm } from '#scripts/site/filled-form.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop, type TestDevice } from '#tests/support/kiosk-desk.ts'
import { addHolder, addPlan, addPlanSession, zoneAtNoon } from '#tests/support/session-desk.ts'

export type Post = { browser: BrowserLikeClient; path: string; body: string | URLSearchParams }

/** Posts by what they do; each is made with a customer and rows of its own, and not sent. */
export type Posts = Record<string, () => Promise<Post>>

export type PostDesk = ReturnType<typeof createPostDesk>

const now = Date.now()
const zone = zoneAtNoon(now)
/** A Wednesday a week ahead, whatever the day and hour at which this runs. */
const wednesday = addDays(dateOfInstant(now), 7 + ((10 - dayOfWeekOf(dateOfInstant(now))) % 7))
const thatDay = { date: wednesday, pickTime: (offered: string[]) => offered.at(-1) }

/** What a page’s form sends, not yet sent; `set`: fields that its other buttons send. */
export function formOf(
	browser: BrowserLikeClient,
	page: LoadedPage,
	{
		form = stepForm,
		values = {},
		button,
		set = {},
	}: { form?: string; values?: Record<string, string>; button?: string; set?: Record<string, string> } = {},
) {
	const { action, body } = filledForm(page.document, form, values, button === undefined ? {} : { button })
	const to = new URL(action ?? page.url.href, page.url)
	for (const [name, value] of Object.entries(set)) body.set(name, value)
	return { browser, path: to.pathname + to.search, body }
}

/** People and bookings of a site whose posts are repeated; it has the shop 'dojo'. */
export function createPostDesk(site: () => Site) {
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

	/** The link of a visit that begins `inMinutes` from now. */
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

	/** A kiosk in a shop of its own, so that no visit is in the way of another. */
	async function kiosk(role: TestDevice = 'desk') {
		const shop = await addKioskShop(site())
		const { cookies } = await addKiosk(site(), shop.id, role)
		const browser = openGuest(site().url)
		for (const { name, value } of cookies) browser.cookies.set(name, value)
		return { shop, browser }
	}

	return { site, now, zone, wednesday, thatDay, member, booked, appointmentLink, holder, kiosk }
}
