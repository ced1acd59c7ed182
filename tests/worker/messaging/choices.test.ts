import { describe, expect, test } from 'vitest'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { signMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson, browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const keys = [scratchCookieKey]
const visitor = () => openBrowserLikeClient(site().url)
const choicesOf = (subject: string) =>
	site().database.rows('SELECT topic FROM message_opt_outs WHERE subject = ? ORDER BY topic', subject)
const newPerson = () => addSignedInPerson(site().database, { at: Date.now(), isVerified: true })

/** The page that a mail's link opens. */
async function choicePath(subject: string) {
	return `/messages/${await signMessageChoice(keys, { subject, topic: 'reminders' })}`
}

describe('the link at the foot of a mail', () => {
	test('shows the choice, changes nothing by being opened, and takes it back with the other button', async () => {
		const subject = 'guest-of-a-link@example.com'
		const path = await choicePath(subject)
		const page = await visitor().open(path)
		expect(page.status).toBe(200)
		expect(page.text).toContain('Reminders: on')
		expect(page.html).not.toContain(subject)
		expect(await choicesOf(subject)).toEqual([])

		const browser = visitor()
		const stopped = await browser.submit(await browser.open(path), 'main form')
		expect(stopped.text).toContain('Reminders: off')
		expect(await choicesOf(subject)).toEqual([{ topic: 'reminders' }])
		const kept = await browser.submit(stopped, 'main form')
		expect(kept.text).toContain('Reminders: on')
		expect(await choicesOf(subject)).toEqual([])
	})

	test('RFC 8058: a mail program stops them with a post of its own, as often as it likes', async () => {
		const subject = 'one-click@example.com'
		const url = new URL(await choicePath(subject), site().url)
		for (let i = 0; i < 2; i++) {
			const answer = await fetch(url, {
				method: 'POST',
				body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
				redirect: 'manual',
			})
			expect(answer.status).toBe(200)
			await answer.arrayBuffer()
		}
		const multipart = new FormData()
		multipart.set('List-Unsubscribe', 'One-Click')
		expect((await fetch(url, { method: 'POST', body: multipart })).status).toBe(200)
		expect(await choicesOf(subject)).toEqual([{ topic: 'reminders' }])
	})

	test('that nobody signed, or that opens something else, opens nothing', async () => {
		const other = await signBookingLink(keys, 'reminders:ada@example.com')
		for (const token of [other, 'old', `${(await choicePath('a@example.com')).slice(10)}x`]) {
			expect((await visitor().open(`/messages/${token}`)).status).toBe(404)
			const body = new URLSearchParams({ choice: 'stop' })
			expect((await visitor().post(`/messages/${token}`, body)).status).toBe(404)
		}
		const nonsense = new URLSearchParams({ choice: 'everything' })
		expect((await visitor().post(await choicePath('a@example.com'), nonsense)).status).toBe(400)
		expect(await choicesOf('a@example.com')).toEqual([])
	})
})

test('settings keep what a customer wants to be sent, for their account alone', async () => {
	const [person, other] = [await newPerson(), await newPerson()]
	const browser = browserOf(person, site().url)
	const save = (topics: string[]) =>
		browser.post(
			'/settings',
			new URLSearchParams([['intent', 'choose-messages'], ...topics.map((one) => ['topics', one])]),
		)
	expect((await save(['reviews', 'plans', 'rewards'])).text).toContain('We’ll send you what you chose.')
	expect(await choicesOf(person.userId)).toEqual([{ topic: 'reminders' }, { topic: 'waitlist' }])
	expect((await save([])).status).toBe(200)
	expect(await choicesOf(person.userId)).toHaveLength(5)
	const page = await save(['reminders', 'reviews', 'waitlist', 'plans', 'rewards'])
	expect(await choicesOf(person.userId)).toEqual([])
	expect(page.document.querySelectorAll('input[name="topics"][checked]')).toHaveLength(5)
	expect((await save(['everything'])).status).toBe(400)
	expect(await choicesOf(other.userId)).toEqual([])
})

test('the bell counts what is new, leads to it and marks it as seen; who was told nothing is welcomed', async () => {
	const client = browserOf(await signInDemoClient(site().database), site().url)
	const discover = await client.open('/discover')
	expect(discover.document.querySelector('header button')?.getAttribute('aria-label')).toBe(
		'Notifications, 2 new',
	)
	const opened = await client.submit(discover, 'header form')
	expect(opened.url.pathname).toBe('/notifications')
	expect(opened.document.querySelectorAll('main li')).toHaveLength(25)
	expect(opened.document.querySelectorAll('main li .tag')).toHaveLength(2)
	const older = await client.follow(opened, 'main a[href*="after="]')
	expect(older.document.querySelectorAll('main li').length).toBeGreaterThan(0)
	expect((await client.open('/notifications')).document.querySelectorAll('main li .tag')).toHaveLength(0)

	const fresh = browserOf(await newPerson(), site().url)
	const welcomed = await fresh.submit(await fresh.open('/discover'), 'header form')
	expect(welcomed.text).toContain('Updates about your bookings will appear here.')
	expect((await fresh.open('/notifications')).text).toContain('Nothing yet')
	expect((await visitor().open('/notifications')).url.pathname).toBe('/login')
})

describe('a guest with the link of a visit', () => {
	const appointment = async (status: string) =>
		String(
			(
				await site().database.rows(
					`SELECT visit.id FROM appointments visit JOIN clients ON clients.id = visit.client_id
						WHERE clients.user_id IS NULL AND visit.status = ? AND NOT EXISTS (SELECT 1 FROM reviews WHERE appointment_id = visit.id) LIMIT 1`,
					status,
				)
			)[0]?.id,
		)
	const reviewPath = async (id: string) => `/appointments/review?visit=${await signBookingLink(keys, id)}`

	test('gives the stars that were tapped in the mail, and no others until they are sent', async () => {
		const id = await appointment('COMPLETED')
		const guest = visitor()
		const page = await guest.open(`${await reviewPath(id)}&rating=4`)
		expect(page.document.querySelector('input[name="rating"][checked]')?.getAttribute('value')).toBe('4')
		const rating = () => site().database.rows('SELECT rating FROM reviews WHERE appointment_id = ?', id)
		expect(await rating()).toEqual([])
		const sent = await guest.submit(page, 'main form', { rating: '4', comment: 'Lovely' })
		expect(sent.url.pathname).toBe('/booking/confirmation')
		expect(sent.text).toContain('Thank you')
		expect(await rating()).toEqual([{ rating: 4 }])
	})

	test('cannot review one that is still to come, and nobody reviews by an id without an account', async () => {
		expect((await visitor().open(await reviewPath(await appointment('CONFIRMED')))).status).toBe(404)
		const id = await appointment('COMPLETED')
		expect((await visitor().open(`/appointments/review?visit=${id}`)).url.pathname).toBe('/login')
		const body = new URLSearchParams({ rating: '1' })
		const stranger = browserOf(await newPerson(), site().url)
		expect((await stranger.post(`/appointments/review?visit=${id}`, body)).status).toBe(404)
	})
})
