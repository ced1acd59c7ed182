import { expect, test } from 'vitest'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { limits } from '#scripts/bench/limits.ts'
import { demoShopId, openGuest, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

// With mail on: what a booking sets going after its answer is a part of its price.
const site = withPaymentSite()

test('P9d: a whole booking, from its services to its confirmation and its mails', async () => {
	const { database, mail, proxy, url } = site()
	const guest = openGuest(url)
	const counted: { what: string; trips: number }[] = []
	const count = async (what: string, work: () => Promise<LoadedPage>) => {
		const { value, trips } = await proxy.during(work)
		expect(value.url.pathname).toBe(`/booking/${what}`)
		counted.push({ what, trips: trips.length })
		return value
	}

	const services = await count('service-selection', () =>
		guest.open(`/booking/service-selection?shop=${demoShopId}`),
	)
	const staff = await count('staff-selection', () => takeStep(guest, 'service-selection', services))
	await count('time-selection', () => takeStep(guest, 'staff-selection', staff))
	// Another day is another look, not a part of the booking: today may have no time left at this hour.
	const day = dateOfInstant(Date.now(), 2)
	const times = await guest.open(`/booking/time-selection?from=${day}&date=${day}`)
	const checkout = await count('checkout', () => takeStep(guest, 'time-selection', times))
	await count('confirmation', async () => {
		const page = await takeStep(guest, 'checkout', checkout)
		await mail.received(({ to }) => to.includes(guest.details.email))
		// The mail to the customer and the one to the shop.
		const sent = `SELECT count(*) AS n FROM outbox WHERE sent_at IS NOT NULL AND dedupe_key IN (
			SELECT kind.value || appointments.id FROM appointments
			JOIN checkouts ON checkouts.id = appointments.checkout_id JOIN json_each('["booked:","shop-booked:"]') kind
			WHERE checkouts.email = ?)`
		await expect.poll(() => database.count(sent, guest.details.email), { timeout: 10_000 }).toBe(2)
		return page
	})

	const all = counted.reduce((sum, { trips }) => sum + trips, 0)
	const each = counted.map(({ what, trips }) => `${what} ${trips}`).join(', ')
	console.info(`A whole booking makes ${all} trips: each page with the post that leads to it: ${each}`)
	expect(all, each).toBeLessThanOrEqual(limits.P9d.tripsOfBooking)
})

test('P9b: the page of times reads no code, no saving and none of the shop’s extras, which checkout shows', async () => {
	const { proxy, url } = site()
	const guest = openGuest(url)
	await walkTo(guest, 'checkout')
	const readBy = async (path: string) => {
		const { value, trips } = await proxy.during(() => guest.open(path))
		expect(value.url.pathname).toBe(path)
		const statements = trips.flatMap((trip) => trip.statements)
		return ['"promo_codes"', '"loyalty_enrollments"', 'from "drafts" inner join "add_ons"'].filter((read) =>
			statements.some((sql) => sql.includes(read)),
		)
	}
	expect(await readBy('/booking/time-selection')).toEqual([])
	expect(await readBy('/booking/month')).toEqual([])
	expect(await readBy('/booking/checkout')).toHaveLength(3)
})
