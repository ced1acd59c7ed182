import { describe, expect, test } from 'vitest'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { addDays, dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { buttonOf, openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { readCalendarByLines, readCalendarByOctets } from '#tests/support/calendar-readers.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
/** A Wednesday a week ahead, at any day and hour of the run. */
const wednesday = addDays(dateOfInstant(Date.now()), 7 + ((10 - dayOfWeekOf(dateOfInstant(Date.now()))) % 7))
const thatDay = { date: wednesday, pickTime: (offered: string[]) => offered.at(-1) }
const tokenOf = (page: LoadedPage) => page.url.searchParams.get('visit') ?? ''
const referenceOf = (page: LoadedPage) => /Reference (\S{8})/.exec(page.text)?.[1] ?? ''
const tripsOf = async (work: () => Promise<unknown>) => (await site().proxy.during(work)).trips.length
const rowOf = async (page: LoadedPage) =>
	(
		await site().database.rows('SELECT * FROM appointments WHERE reference_number = ?', referenceOf(page))
	)[0] ?? {}

async function booked(said: Record<string, string> = {}) {
	const guest = openGuest(site().url)
	Object.assign(guest.details, said)
	const checkout = await walkTo(guest, 'checkout', thatDay)
	const page = await takeStep(guest, 'checkout', checkout)
	expect(page.url.pathname).toBe('/booking/confirmation')
	return { guest, page, token: tokenOf(page) }
}

/** A visit that begins some minutes from now, its id and its signed link. */
async function begins(inMinutes: number, { userId }: { userId?: string } = {}) {
	const reference = await addAppointment(site(), await addKioskShop(site()), { inMinutes, userId })
	const [row] = await site().database.rows(
		'SELECT id FROM appointments WHERE reference_number = ?',
		reference,
	)
	const id = String(row?.id)
	const token = await signBookingLink([scratchCookieKey], id)
	const guest = openGuest(site().url)
	return { guest, id, token, page: await guest.open(`/booking/confirmation?visit=${token}`) }
}

describe('the page of a booking', () => {
	test('offers the calendar: a file that calendars read, and no link that opens the booking', async () => {
		const { guest, page, token } = await booked()
		const [done, ...others] = page.document.querySelectorAll('.action-bar a')
		expect([done?.text, others]).toEqual(['Done', []])
		expect(page.document.querySelectorAll('a[href*="calendar.ics"]').map(({ text }) => text)).toEqual([
			'Add to Calendar',
		])
		const response = await fetch(`${site().url}/booking/calendar.ics?visit=${token}`)
		expect(response.headers.get('content-type')).toContain('text/calendar')
		const file = await response.text()
		expect(file).not.toContain(token)
		const calendar = readCalendarByLines(file)
		expect(readCalendarByOctets(file)).toEqual(calendar)
		expect(calendar.properties.METHOD).toBe('PUBLISH')
		const google = page.document.querySelector('a[href^="https://calendar.google.com"]')
		expect(google?.getAttribute('href')).not.toContain('visit=')
		await guest.post(`/booking/confirmation?visit=${token}`, 'intent=cancel')
		const after = await (await fetch(`${site().url}/booking/calendar.ics?visit=${token}`)).text()
		const gone = readCalendarByLines(after)
		expect(gone.properties.METHOD).toBe('CANCEL')
		expect(gone.components[0]?.properties.SEQUENCE).toBe('1')
	})

	test('R45, R46: what was typed is kept trimmed; who comes and the note are told to the own browser alone', async () => {
		const email = `  ${crypto.randomUUID()}@Example.com `
		const said = { email, phone: '0803-123 4567', visitorName: ' Tobi ', customerNote: 'Allergic to latex' }
		const { page, token } = await booked(said)
		expect(page.text).toContain('for Tobi')
		expect(page.text).toContain('Your note: Allergic to latex')
		const [contact] = await site().database.rows(
			'SELECT email, phone FROM checkouts WHERE id = ?',
			String((await rowOf(page)).checkout_id),
		)
		expect(contact).toEqual({ email: email.trim().toLowerCase(), phone: '+2348031234567' })
		const elsewhere = await openBrowserLikeClient(site().url).open(`/booking/confirmation?visit=${token}`)
		for (const secret of ['Tobi', 'latex', email.trim().toLowerCase(), '8031234567'])
			expect(elsewhere.html.toLowerCase()).not.toContain(secret.toLowerCase())
	})

	test('tells the shop in one tap that its customer is late, in the hours around the start', async () => {
		const far = await begins(24 * 60)
		expect(far.page.text).not.toContain('Running late?')
		const address = `/booking/confirmation?visit=${far.token}`
		expect((await far.guest.post(address, 'intent=late&minutes=20')).status).toBe(409)
		expect((await far.guest.post(address, 'intent=late&minutes=90')).status).toBe(400)
		const { guest, page } = await begins(60)
		const told = await guest.submit(page, stepForm, {}, { button: buttonOf('minutes', '20') })
		expect(told.text).toContain('You told the shop you’re about 20 min late.')
		expect((await rowOf(page)).late_minutes).toBe(20)
	})

	test('takes what was wrong with a past visit, and keeps what was typed when it cannot', async () => {
		const words = 'I paid twice'
		const ahead = await begins(60)
		const early = await ahead.guest.submit(
			await ahead.guest.open(`/booking/problem?visit=${ahead.token}`),
			stepForm,
			{ problem: 'money', words },
		)
		expect(early.status).toBe(409)
		expect(early.document.querySelector('textarea')?.text).toBe(words)
		const empty = await ahead.guest.submit(early, stepForm, { problem: 'money', words: '' })
		expect(empty.status).toBe(400)
		const { guest, page } = await begins(-60)
		const form = await guest.follow(page, 'a[href^="/booking/problem"]')
		const sent = await guest.submit(form, stepForm, { problem: 'money', words })
		expect(sent.text).toContain('will answer here')
		const other = { problem: 'money', words: 'And it hurt' }
		expect((await guest.submit(form, stepForm, other)).status).toBe(409)
	})

	test('reads all it shows in one trip, and writes in one more', async () => {
		const { guest, token } = await booked()
		expect(await tripsOf(() => guest.open(`/booking/confirmation?visit=${token}`))).toBe(1)
		expect(await tripsOf(() => guest.open(`/booking/problem?visit=${token}`))).toBe(1)
		expect(await tripsOf(() => guest.open(`/booking/calendar.ics?visit=${token}`))).toBe(1)
		expect(await tripsOf(() => guest.open('/booking/find'))).toBe(0)
	})
})

test('S46: a year after the visit its links open nothing, but to its account', async () => {
	const person = await addSignedInPerson(site().database, { at: Date.now() })
	const tookPlace = async (daysAgo: number) => {
		const visit = await begins(-daysAgo * 24 * 60, { userId: person.userId })
		await site().database.change(
			`UPDATE appointments SET status = 'COMPLETED', completed_at = ends_at WHERE id = ?`,
			visit.id,
		)
		return visit
	}
	const pages = ['/booking/confirmation', '/booking/problem', '/booking/calendar.ics', '/appointments/review']
	for (const [daysAgo, status] of [
		[364, 200],
		[366, 404],
	] as const) {
		const { guest, token } = await tookPlace(daysAgo)
		for (const page of pages)
			expect([page, (await guest.open(`${page}?visit=${token}`)).status]).toEqual([page, status])
		const posted = await guest.post(`/appointments/review?visit=${token}`, 'rating=5')
		expect(posted.status).toBe(status)
	}
	const { id, token } = await tookPlace(400)
	for (const page of ['reschedule', 'change'])
		expect((await openGuest(site().url).open(`/booking/${page}?visit=${token}`)).status).toBe(404)
	const own = await browserOf(person, site().url).open(`/booking/confirmation?appointmentId=${id}`)
	expect([own.status, own.url.searchParams.has('visit')]).toEqual([200, true])
	expect(own.text).not.toContain('Report a problem')
})

describe('somebody else', () => {
	test('with another customer’s ids finds nothing, and changes nothing', async () => {
		const { page, token } = await booked()
		const before = await rowOf(page)
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const stranger = browserOf(person, site().url)
		for (const path of ['confirmation', 'problem', 'calendar.ics']) {
			const byId = `/booking/${path}?appointmentId=${before.id}`
			expect((await stranger.open(byId)).status, byId).toBe(404)
			for (const altered of [`${token}x`, 'x', '']) {
				const address = `/booking/${path}?visit=${altered}`
				if (altered !== '' || path !== 'confirmation')
					expect((await stranger.open(address)).status, address).toBe(404)
				for (const body of ['intent=late&minutes=10', 'intent=claim', 'problem=money&words=Mine']) {
					const { status } = await stranger.post(address, body)
					expect([404, 405], `${address} ${body}`).toContain(status)
				}
			}
		}
		// A booking link is no claim link.
		expect((await stranger.open(`/booking/claim?link=${token}`)).status).toBe(422)
		expect((await stranger.post(`/booking/claim?link=${token}`, 'intent=claim')).status).toBe(404)
		expect(await rowOf(page)).toEqual(before)
	})

	test('who has the link and an account asks for the booking, and only its own address gets the way', async () => {
		const { page, token } = await booked()
		const person = await addSignedInPerson(site().database, { at: Date.now(), isVerified: true })
		const visitor = browserOf(person, site().url)
		const shown = await visitor.open(`/booking/confirmation?visit=${token}`)
		const asked = await visitor.submit(shown, stepForm, {}, { button: buttonOf('intent', 'claim') })
		expect(asked.text).toContain('Check the email you booked with')
		const { client_id } = await rowOf(page)
		const [client] = await site().database.rows('SELECT user_id FROM clients WHERE id = ?', String(client_id))
		expect(client?.user_id).toBeNull()
	})
})

test('R44: asking for links answers equally for every address', async () => {
	const { page } = await booked()
	const [contact] = await site().database.rows(
		'SELECT email FROM checkouts WHERE id = ?',
		String((await rowOf(page)).checkout_id),
	)
	const answers: LoadedPage[] = []
	for (const email of [` ${String(contact?.email).toUpperCase()} `, 'nobody-at-all@example.com']) {
		const visitor = openGuest(site().url)
		const work = async () => {
			answers.push(await visitor.submit(await visitor.open('/booking/find'), stepForm, { email }))
		}
		expect(await tripsOf(work)).toBe(2)
	}
	const [known, unknown] = answers
	expect(known?.text).toContain('If that email has upcoming bookings')
	expect(known?.text).toBe(unknown?.text)
	const queued = await site().database.rows(`SELECT recipient_email FROM outbox WHERE kind = 'booking_links'`)
	expect(queued).toEqual([{ recipient_email: contact?.email }])
})
