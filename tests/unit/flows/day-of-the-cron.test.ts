import { expect, test } from 'vitest'
import { nextLookAt } from '#app/domain/discovery/next-look.server.ts'
import { SHOPS_AT_ONCE } from '#app/flows/discovery/refresh-openings.server.ts'
import { OPENING_ROUNDS } from '#app/flows/lists/jobs.server.ts'
import { MOST_OF_A_RUN } from '#app/flows/messages/deliver-messages.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { reminderTimes } from '#app/kernel/quiet-hours.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { largeShopId } from '#db/seed/large-shop-rows.server.ts'
import { pseudoRandom } from '#db/seed/pseudo-random.ts'

/*
 * A day of 50,000 shops with 50,000 appointments and 200,000 mails, by minute: what falls due by the app's own
 * rules, and what a run takes by its bounds. `npm run bench -- minute` measures the cost of a run (P17).
 */
const SHOPS = 50_000
const APPOINTMENTS = 50_000
const midnight = Date.parse('2026-11-24T00:00+01:00')
const OPENS = 8 * HOUR_MS
const HALF_HOURS = 24
const minuteOf = (at: Instant) => Math.floor(((((at - midnight) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)

/** The most that ever waits after a run, and in which minute. */
function mostWaiting(due: readonly number[], bound: number) {
	let waiting = 0
	let most = { waiting: 0, minute: 0 }
	for (const [minute, more] of due.entries()) {
		waiting = Math.max(0, waiting + more - bound)
		if (waiting > most.waiting) most = { waiting, minute }
	}
	return most
}

function day() {
	const random = pseudoRandom('a day of the cron')
	const mails = new Array<number>(24 * 60).fill(0)
	const looks = new Array<Set<string>>(24 * 60)
	for (let minute = 0; minute < looks.length; minute++) looks[minute] = new Set()
	let besideAnswers = 0
	const mail = (at: Instant) => {
		const minute = minuteOf(at)
		mails[minute] = (mails[minute] ?? 0) + 1
	}
	const marked = (at: Instant, shopId: string) => looks[minuteOf(at)]?.add(shopId)
	for (let index = 0; index < APPOINTMENTS; index++) {
		// More at noon than in the morning and the evening.
		const halfHour = Math.floor(((random.next() + random.next()) / 2) * HALF_HOURS)
		const startsAt = midnight + 3 * DAY_MS + OPENS + halfHour * 30 * MINUTE_MS
		// From 07:00 to 23:00, some days before, more in the evening.
		const bookedAt =
			midnight + 7 * HOUR_MS + Math.floor(Math.max(random.next(), random.next()) * 16 * HOUR_MS)
		const shopId = largeShopId(random.below(SHOPS))
		marked(bookedAt, shopId)
		// As many holds again that run out: taken, and deleted ten minutes later.
		marked(bookedAt + 5 * MINUTE_MS, largeShopId(random.below(SHOPS)))
		marked(bookedAt + 15 * MINUTE_MS, largeShopId(random.below(SHOPS)))
		if (random.chance(0.1)) marked(bookedAt + 2 * HOUR_MS, shopId)
		// The first mail leaves beside the answer: the cron sends one of ten, where that did not work.
		if (random.chance(0.1)) mail(bookedAt)
		else besideAnswers++
		for (const { dueAt } of reminderTimes(DEFAULT_ZONE, startsAt, bookedAt)) mail(dueAt)
		// A day after it was closed, which is within half an hour of its end.
		mail(startsAt + HOUR_MS + Math.floor(random.next() * 30 * MINUTE_MS))
	}
	for (let index = 0; index < SHOPS; index++) {
		const shopId = largeShopId(index)
		const shop = { shopId, timeZone: DEFAULT_ZONE, minimumNoticeMinutes: 30 }
		const openings = [{ startsAt: midnight + DAY_MS + OPENS }]
		marked(nextLookAt(shop, openings, midnight + HOUR_MS), shopId)
	}
	return { mails, besideAnswers, looks: looks.map(({ size }) => size) }
}

test('P17: 50,000 shops with 200,000 mails a day stay less than a minute behind', () => {
	const { mails, besideAnswers, looks } = day()
	expect(besideAnswers + mails.reduce((sum, count) => sum + count, 0)).toBe(4 * APPOINTMENTS)
	expect(looks.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(SHOPS + 3 * APPOINTMENTS)
	console.info(`At most ${Math.max(...mails)} mails and ${Math.max(...looks)} looks fall due in a minute.`)
	expect(mostWaiting(mails, MOST_OF_A_RUN)).toEqual({ waiting: 0, minute: 0 })
	expect(mostWaiting(looks, OPENING_ROUNDS * SHOPS_AT_ONCE)).toEqual({ waiting: 0, minute: 0 })
	// The control: with all reminders at the half hours themselves a run is not enough.
	const atOnce = mails.map((count, minute) => (minute % 30 === 0 ? count + 2_000 : count))
	expect(mostWaiting(atOnce, MOST_OF_A_RUN).waiting).toBeGreaterThan(1_000)
})
