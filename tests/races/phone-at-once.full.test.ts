import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'
import { addSmallShop, lagos, mondayMorningAt as now, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withResultRacers } from './act-race.ts'
import type { PhoneAct, PhoneRace } from './phone-race.ts'
import { readyCallers } from './run-race.ts'

/** A booking on the telephone, or a deposit that is asked for there, against an online booking of the same time. */
const database = withTestDatabase()
const race = withResultRacers<PhoneRace>('phone-racer.ts')

/** 20 races in a sample, 1,000 in a deep run; a race has one time, and one caller for it at each end. */
const rounds = Array.from({ length: isDeep ? 50 : 1 }, (_, i) => i + 1)
const TIMES = 20
const TIMES_A_DAY = 5

/** Every other hour, so that a loser finds a free one beside it. */
const startOf = (place: number) =>
	lagos(tuesday, '09:00') +
	Math.floor(place / TIMES_A_DAY) * DAY_MS +
	(place % TIMES_A_DAY) * 2 * HOUR_MS -
	(place % TIMES_A_DAY === 4 ? HOUR_MS : 0)

test.each(rounds)(
	'round %i: of a call and a tap one has the time, and the other is offered the next',
	async (round) => {
		const shop = await addSmallShop(database().client, `phone${round}`)
		await database().change(
			`UPDATE shops SET deposit_kind = 'percent', deposit_value = 30, max_guest_bookings_per_hour = 50 WHERE id = ?`,
			shop.id,
		)
		// Five deposits of a round at most are asked for at once, far below the ceiling of a shop.
		const starts = Array.from({ length: TIMES }, (_, place) => startOf(place))
		const online = await readyCallers(
			database().client,
			shop,
			starts.map((startsAt) => ({ service: 'cut', startsAt })),
		)
		const acts = starts.flatMap((startsAt, place): PhoneAct[] => {
			const { draftId = '', email = '', phone = '' } = online[place] ?? {}
			const asked = { shopId: shop.id, serviceId: shop.idOf('cut'), startsAt, now }
			const byPhone = {
				draftId: `phone-${round}-${place}`,
				email: `p${email}`,
				phone: phone.replace('803', '805'),
			}
			const calls: PhoneAct = { ...asked, ...byPhone, kind: place % 4 === 3 ? 'deposit' : 'phone' }
			const taps: PhoneAct = { ...asked, draftId, email, phone, kind: 'online' }
			// The first act is sent first.
			return place % 2 === 0 ? [calls, taps] : [taps, calls]
		})
		const results = await race({ databaseUrl: database().url, acts })
		for (const [place, startsAt] of starts.entries()) {
			const ends = results.slice(place * 2, place * 2 + 2)
			const told = JSON.stringify([place, ends])
			const lost = ends.filter(({ outcome }) => !outcome.endsWith(' done'))
			expect(lost, told).toHaveLength(1)
			expect(lost[0]?.outcome, told).toBe('slot_taken')
			const offered: number[] = JSON.parse(lost[0]?.answer ?? '[]')
			expect(offered.length, told).toBeGreaterThan(0)
			expect(offered, told).not.toContain(startsAt)
		}
		const taken = await database().rows(
			'SELECT starts_at, count(*) AS n FROM calendar_entries WHERE shop_id = ? GROUP BY starts_at ORDER BY starts_at',
			shop.id,
		)
		expect(taken).toEqual(starts.map((starts_at) => ({ starts_at, n: 1 })))
	},
)
