import { blockTime, unblockTime } from '#app/flows/booking/block-time.server.ts'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { openBrowser } from './browser.ts'
import { cancel, confirm, guestOf } from './customer.ts'
import type { KnownAppointment } from './public-news.ts'
import type { Setting, Story } from './story.ts'

/** Beginnings of the hours that are left to customers, in minutes of the shop's day. */
const openings = [600, 660, 840, 960]
const MOST_CUSTOMERS = 14

/**
 * A day with little free time: the desk blocks most of it, and customers book the rest. Later some of them cancel, and
 * the desk opens some blocked time again.
 */
export const fullDayStory: Story = async (setting) => {
	const { me, shop } = setting
	const { random } = me
	if (random.chance(0.4)) return
	const date = addDays(civilAt(shop.zone, me.now()).date, random.pick([1, 1, 2]))
	const opensAt = instantOf(shop.zone, date, random.pick(openings))
	if (opensAt === null) return
	const blocks = await keepFree(setting, {
		date,
		opensAt,
		closesAt: opensAt + random.pick([60, 90, 120]) * MINUTE_MS,
	})
	const booked = await bookUp(setting, date)
	const endsAt = opensAt + 4 * HOUR_MS
	while (me.now() < endsAt && (booked.length > 0 || blocks.length > 0)) {
		await me.wait(random.below(5 * HOUR_MS))
		const [visit] = random.chance(0.7) ? booked.splice(random.below(Math.max(1, booked.length)), 1) : []
		if (visit) await cancel(setting, visit)
		const [blockId] = random.chance(0.3) ? blocks.splice(random.below(Math.max(1, blocks.length)), 1) : []
		if (blockId)
			await me.press('opens it again', (deps, now) => unblockTime(deps, { shopId: shop.id, blockId, now }))
	}
}

type Hours = { date: CivilDate; opensAt: Instant; closesAt: Instant }

/** Blocks the whole day of each person but those hours and what is taken already, as the desk's calendar shows it. */
async function keepFree({ me, world, shop }: Setting, { date, opensAt, closesAt }: Hours): Promise<string[]> {
	const startsAt = Math.max(me.now() + MINUTE_MS, instantOf(shop.zone, date, 60) ?? opensAt)
	const endsAt = Math.min(startsAt + DAY_MS, instantOf(shop.zone, date, 1_439) ?? closesAt)
	const blockIds: string[] = []
	for (const staffMemberId of shop.staff) {
		const taken = await world.sql.rows(
			`SELECT starts_at AS at, blocked_until_at AS until_at FROM calendar_entries WHERE staff_member_id = ?1
				UNION ALL SELECT starts_at, ends_at FROM blocked_times WHERE staff_member_id = ?1 ORDER BY 1`,
			staffMemberId,
		)
		const spans = [
			...taken.map((row) => [Number(row.at), Number(row.until_at)] as const),
			[opensAt, closesAt] as const,
		]
		let from = startsAt
		for (const [at, until] of [...spans.sort(([a], [b]) => a - b), [endsAt, endsAt] as const]) {
			const to = Math.min(at, endsAt)
			if (to > from) {
				const blockId = newId()
				const block = {
					blockId,
					shopId: shop.id,
					staffMemberId,
					startsAt: from,
					endsAt: to,
					reason: 'Training',
				}
				const answers = await me.press('keeps time free', (deps, now) => blockTime(deps, { ...block, now }))
				if (answers.some(({ ok }) => ok)) blockIds.push(blockId)
			}
			from = Math.max(from, until)
		}
	}
	return blockIds
}

/** Guests take what is left of the day, until its page shows no time. */
async function bookUp(setting: Setting, date: CivilDate): Promise<KnownAppointment[]> {
	const { me, shop } = setting
	const booked: KnownAppointment[] = []
	for (let guests = 0; guests < MOST_CUSTOMERS; guests++) {
		const browser = openBrowser(me, guestOf(setting))
		const serviceId = shop.services[guests < 3 ? guests : 0] ?? ''
		const hasTime = await browser.choose(serviceId, { date, wanted: null })
		if (!hasTime && guests > 3) break
		if (!hasTime) continue
		browser.type({ paymentChoice: me.random.pick(['cash', 'online', 'online', 'transfer']) })
		const visit = await confirm(setting, browser, serviceId)
		if (visit) booked.push(visit)
	}
	return booked
}
