import { describe, expect, test } from 'vitest'
import {
	buttonOf,
	demoShopId,
	offeredTimes,
	openGuest,
	stepForm,
	takeStep,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

/** Far enough ahead that a demo clock late in the day still has room. */
const lastOffered = { pickTime: (offered: string[]) => offered.at(-1) }
const linkOf = (page: LoadedPage) => page.url.pathname + page.url.search
const statusOf = async (page: LoadedPage) => {
	const reference = /Reference (\S{8})/.exec(page.text)?.[1] ?? ''
	const rows = await site().database.rows(
		'SELECT status, starts_at FROM appointments WHERE reference_number = ?',
		reference,
	)
	return rows[0]
}
const tripsOf = async (work: () => Promise<unknown>) => (await site().proxy.during(work)).trips.length
/** A Wednesday a week ahead, at any day and hour of the run: on a Sunday too few people work. */
async function bookNextWeek(guest = openGuest(site().url), picked = lastOffered) {
	let page = await walkTo(guest, 'time-selection')
	const next = page.document.querySelectorAll('a').find((link) => link.textContent === 'Next 7 days')
	page = await guest.open(next?.getAttribute('href') ?? '')
	const wednesday = page.document.querySelectorAll('.days a').find((link) => link.text.startsWith('Wed'))
	page = await guest.open(wednesday?.getAttribute('href') ?? '')
	page = await takeStep(guest, 'time-selection', page, picked)
	return { guest, booked: await takeStep(guest, 'checkout', page) }
}

describe('whoever holds the link of a booking', () => {
	test('cancels it from any browser, after a question that changes nothing by itself', async () => {
		const { booked } = await bookNextWeek()
		const browser = openBrowserLikeClient(site().url)
		const page = await browser.open(linkOf(booked))
		const question = await browser.follow(page, 'a[href$="ask=cancel"]')
		expect(question.text).toContain('Are you sure you want to cancel this booking?')
		expect(question.text).toContain('You haven’t paid yet')
		expect((await statusOf(booked))?.status).toBe('SCHEDULED')
		const cancelled = await browser.submit(question, stepForm, {}, { button: buttonOf('intent', 'cancel') })
		expect(cancelled.text).toContain('Your booking has been cancelled.')
		expect(cancelled.document.querySelector('h1')?.textContent).toBe('Booking cancelled')
		expect((await statusOf(booked))?.status).toBe('CANCELLED')
		// A second tab still shows the question.
		const again = await browser.submit(question, stepForm, {}, { button: buttonOf('intent', 'cancel') })
		expect(again.text).toContain('Your booking has been cancelled.')
		const asked = await browser.open(`${linkOf(booked)}&ask=cancel`)
		expect(asked.document.querySelectorAll(buttonOf('intent', 'cancel'))).toHaveLength(0)
	})

	test('moves it to another time, and the page of the booking shows the new one', async () => {
		const { guest, booked } = await bookNextWeek()
		const before = await statusOf(booked)
		const times = await guest.follow(booked, 'a[href^="/booking/reschedule"]')
		expect(times.status).toBe(200)
		const other = offeredTimes(times.document).find((time) => Number(time) !== before?.starts_at)
		const moved = await guest.submit(times, stepForm, { startsAt: other ?? '' })
		expect(moved.url.pathname).toBe('/booking/confirmation')
		expect(moved.text).toContain('Your visit has a new time.')
		expect((await statusOf(booked))?.starts_at).toBe(Number(other))
	})

	test('moves it to another time with someone else, or with anyone', async () => {
		const { guest, booked } = await bookNextWeek()
		const times = await guest.follow(booked, 'a[href^="/booking/reschedule"]')
		const people = times.document.querySelectorAll('nav[aria-label="With"] a')
		expect(people.map(({ text }) => text.trim()).slice(0, 2)).toEqual([
			people.find((link) => link.getAttribute('aria-current') === 'true')?.text.trim(),
			'Anyone',
		])
		const [, , other] = people
		const withOther = await guest.open(other?.getAttribute('href') ?? '')
		expect(withOther.text).toContain(`with ${other?.text.trim()}`)
		const [first = ''] = offeredTimes(withOther.document)
		const moved = await guest.submit(withOther, stepForm, { startsAt: first })
		expect(moved.url.pathname).toBe('/booking/confirmation')
		expect(moved.text).toContain(`with ${other?.text.trim()}`)
		expect((await statusOf(moved))?.starts_at).toBe(Number(first))
	})

	test('with someone else, in the month and back from it, the chosen day stays', async () => {
		const { guest, booked } = await bookNextWeek(undefined, { pickTime: ([first]) => first })
		const times = await guest.follow(booked, 'a[href^="/booking/reschedule"]')
		const day = times.document.querySelectorAll('.days a').at(-1)?.getAttribute('href') ?? ''
		const chosen = /&date=(.{10})/.exec(day)?.[1] ?? 'no day'
		const link = (page: LoadedPage, label: string) =>
			page.document
				.querySelectorAll('main a')
				.find(({ text }) => text.trim() === label)
				?.getAttribute('href') ?? ''
		const dayOf = ({ document }: LoadedPage) =>
			document.querySelector('.days [aria-current="date"]')?.getAttribute('href')
		const withAnyone = await guest.open(link(await guest.open(day), 'Anyone'))
		expect(dayOf(withAnyone)).toContain(`&date=${chosen}`)
		const month = await guest.open(link(withAnyone, 'Month'))
		expect(month.url.searchParams.get('month')).toBe(chosen.slice(0, 7))
		const later = await guest.open(link(month, 'Next month') || link(month, 'Previous month'))
		for (const page of [month, later]) {
			const back = await guest.open(page.document.querySelector('.back')?.getAttribute('href') ?? '')
			expect(dayOf(back)).toContain(`with=any&from=`)
			expect(dayOf(back)).toContain(`&date=${chosen}`)
		}
	})

	test('D31: reads until when cancelling is free before the visit is moved nearer', async () => {
		const { guest, booked } = await bookNextWeek()
		const movePage = linkOf(booked).replace('confirmation', 'reschedule')
		const own = (await statusOf(booked))?.starts_at
		const sameDay = new Date(Number(own)).toISOString().slice(0, 10)
		const page = await guest.open(`${movePage}&from=${sameDay}&date=${sameDay}`)
		expect(page.text).toContain('before the new time, and no later than')
		const other = offeredTimes(page.document).find((time) => Number(time) < Number(own))
		await guest.submit(page, stepForm, { startsAt: other ?? '' })
		const [appointment] = await site().database.rows(
			`SELECT starts_at - refundable_until_at = free_cancellation_minutes * 60000 AS is_by_new_start FROM appointments
				JOIN shops ON shops.id = shop_id WHERE reference_number = ?`,
			/Reference (\S{8})/.exec(booked.text)?.[1] ?? '',
		)
		expect(appointment).toEqual({ is_by_new_start: 1 })
	})

	test('changes its service: the question says the new price, and a page that is older than the visit is refused', async () => {
		const { guest, booked } = await bookNextWeek(undefined, { pickTime: ([first]) => first })
		const choice = await guest.follow(booked, 'a[href^="/booking/change"]')
		const service = choice.document.querySelector('button[name="service"]')?.getAttribute('value') ?? ''
		const address = `${choice.url.pathname}${choice.url.search}&position=0&service=${service}`
		expect(await tripsOf(() => guest.open(`${choice.url.pathname}${choice.url.search}`))).toBe(1)
		expect(await tripsOf(() => guest.open(address))).toBe(1)
		const question = await guest.open(address)
		expect(question.text).toContain('New total')
		const field = (name: string) =>
			question.document.querySelector(`input[name="${name}"]`)?.getAttribute('value') ?? ''
		const fields = ['position', 'service', 'staff', 'startsAt', 'sequence', 'shown']
		const form = new URLSearchParams(fields.map((name) => [name, field(name)]))
		const other = new URLSearchParams(
			[...form, ['shown', '1-0-0-0']].filter(([name], at) => name !== 'shown' || at === fields.length),
		)
		expect((await guest.post(address, other.toString())).text).toContain('The price has changed')
		expect((await guest.post(address, 'position=9&staff=nobody')).status).toBe(422)
		const another = choice.document.querySelectorAll('button[name="service"]')[1]?.getAttribute('value') ?? ''
		// Reading, writing, and the page of the booking.
		expect(await tripsOf(() => guest.submit(question, stepForm, {}))).toBe(3)
		const late = form.toString().replace(service, another)
		expect((await guest.post(address, late)).text).toContain('Your booking has just changed')
		const repeated = await guest.post(address, form.toString())
		expect([repeated.status, repeated.url.pathname]).toEqual([200, '/booking/confirmation'])
	})

	test('sees what is in the way when it has begun or was cancelled', async () => {
		const { guest, booked } = await bookNextWeek()
		const movePage = linkOf(booked).replace('confirmation', 'reschedule')
		const times = await guest.open(movePage)
		await guest.post(linkOf(booked), 'intent=cancel')
		expect((await guest.open(movePage)).text).toContain('No longer possible')
		const [startsAt = ''] = offeredTimes(times.document)
		const late = await guest.submit(times, stepForm, { startsAt })
		expect(late.status).toBe(409)
		expect((await statusOf(booked))?.status).toBe('CANCELLED')
	})

	test('pays one trip for each page, and two for each act', async () => {
		const { guest, booked } = await bookNextWeek()
		expect(await tripsOf(() => guest.open(linkOf(booked)))).toBe(1)
		const movePage = linkOf(booked).replace('confirmation', 'reschedule')
		const times = await guest.open(movePage)
		expect(await tripsOf(() => guest.open(movePage))).toBe(1)
		const [startsAt = ''] = offeredTimes(times.document)
		// Each act redirects to the page of the booking: one more trip.
		expect(await tripsOf(() => guest.submit(times, stepForm, { startsAt }))).toBe(3)
		expect(await tripsOf(() => guest.post(linkOf(booked), 'intent=cancel'))).toBe(3)
	})
})

describe('without the link', () => {
	test('an altered one, none, or another post finds nothing and changes nothing', async () => {
		const { booked } = await bookNextWeek()
		const stranger = openBrowserLikeClient(site().url)
		const token = booked.url.searchParams.get('visit') ?? ''
		for (const appointment of [`${token}x`, token.slice(0, -4), token.replace('.', '..'), 'x', '']) {
			for (const page of ['confirmation', 'reschedule', 'change']) {
				const address = `/booking/${page}?visit=${appointment}`
				expect((await stranger.open(address)).status, address).toBe(404)
				expect((await stranger.post(address, 'intent=cancel&startsAt=1795775400000')).status, address).toBe(
					404,
				)
			}
		}
		expect((await stranger.open('/booking/reschedule')).status).toBe(404)
		expect((await stranger.post(linkOf(booked), 'intent=erase')).status).toBe(400)
		expect((await statusOf(booked))?.status).toBe('SCHEDULED')
	})
})

describe('one visit with several services', () => {
	test('is begun at checkout, keeps what was typed, and one of them can be taken out again', async () => {
		const guest = openGuest(site().url)
		let page = await walkTo(guest, 'checkout')
		page = await guest.submit(
			page,
			stepForm,
			{ firstName: 'Bisi' },
			{ button: buttonOf('intent', 'add-service') },
		)
		expect(page.document.querySelector('h1')?.textContent).toBe('Add another service')
		const cornrows = `${demoShopId}-cornrows`
		page = await guest.submit(page, stepForm, {}, { button: buttonOf('serviceId', cornrows) })
		expect(page.url.pathname).toBe('/booking/staff-selection')
		// Checkout needs a chosen person first; the draft stays.
		expect((await guest.open('/booking/checkout')).url.pathname).toBe('/booking/staff-selection')
		page = await takeStep(guest, 'staff-selection', page)
		page = await takeStep(guest, 'time-selection', page)
		expect(page.document.querySelector('#firstName')?.getAttribute('value')).toBe('Bisi')
		expect(page.text).toContain('1 h 30 min')
		page = await guest.submit(page, stepForm, {}, { button: buttonOf('removeService', cornrows) })
		expect(page.url.pathname).toBe('/booking/checkout')
		expect(page.text).toContain('30 min')
		expect(page.text).not.toContain('Cornrows')
		expect(page.document.querySelector('#firstName')?.getAttribute('value')).toBe('Bisi')
	})
})

describe('booking over an own visit', () => {
	test('is asked first, in this browser alone, and done with a second press', async () => {
		const { guest, booked } = await bookNextWeek()
		const startsAt = String((await statusOf(booked))?.starts_at)
		const toCheckout = async (who: typeof guest) => {
			await walkTo(who, 'time-selection')
			return who.post('/booking/time-selection', `startsAt=${startsAt}`)
		}
		const warned = await toCheckout(guest)
		expect(warned.text).toContain('You already have Trim at Adé Hair Studio at')
		expect(warned.document.querySelector(buttonOf('intent', 'book'))).toBeNull()
		// An old page, from before the warning, still has the plain button.
		const fields = new URLSearchParams({ ...guest.details, intent: 'book', startsAt })
		fields.set('seenTotalKobo', '350000')
		const refused = await guest.post('/booking/checkout', fields)
		expect(refused.status).toBe(409)
		expect(refused.text).toContain('Nothing is booked yet')
		const anyway = await guest.submit(refused, stepForm, guest.details, {
			button: buttonOf('intent', 'book-anyway'),
		})
		expect(anyway.text).toContain('Booking Confirmed!')
		const stranger = openGuest(site().url)
		expect((await toCheckout(stranger)).text).not.toContain('You already have')
	})
})
