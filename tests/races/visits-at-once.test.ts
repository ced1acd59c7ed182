import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/shop/book-walk-in.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, type SmallShop, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type VisitAct, withVisitRacers } from './visit-race.ts'

/** Several devices of one shop, in four processes, that want the same visit, the same time or the opposite. */
const database = withTestDatabase()
const race = withVisitRacers()

const rounds = Array.from({ length: process.env.TEST_DEEP === '1' ? 20 : 1 }, (_, i) => i + 1)
const DEVICES = 24
const startsAt = lagos(tuesday, '10:00')
const now = startsAt + 20 * MINUTE_MS

const together = (acts: VisitAct[]) => race({ databaseUrl: database().url, acts })
const acts = <Act>(make: (i: number) => Act) => Array.from({ length: DEVICES }, (_, i) => make(i))
const walkInAt = (shop: SmallShop, draftId: string, at = startsAt) => ({
	shopId: shop.id,
	serviceId: shop.idOf('cut'),
	staffMemberId: shop.idOf('Ada'),
	draftId,
	startsAt: at,
	now: startsAt,
})

async function visitOf(name: string) {
	const shop = await addSmallShop(database().client, name)
	const { serviceId, ...asked } = walkInAt(shop, name)
	const customer = { firstName: 'Bola', lastName: '', email: null, phone: null, userId: null }
	const booked = await bookWalkIn(bookingDeps(database().url), {
		...asked,
		serviceIds: [serviceId],
		customer,
	})
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	return { shop, reference: booked.value.referenceNumber }
}
const doneIn = (tally: Record<string, number>) =>
	Object.entries(tally).flatMap(([outcome, count]) => (outcome.endsWith(' done') ? [count] : []))

test.each(rounds)('round %i: a visit is completed, missed or cancelled, once', async (round) => {
	const { shop, reference } = await visitOf(`close${round}`)
	const kinds = ['complete', 'miss', 'cancel'] as const
	const tally = await together(
		acts((i) => ({ kind: kinds[i % 3] ?? 'miss', shopId: shop.id, reference, now })),
	)
	expect(doneIn(tally)).toEqual([1])
	const { visit_completed = 0, visit_missed = 0, visit_cancelled = 0 } = tally
	expect([visit_completed, visit_missed, visit_cancelled].sort((a, b) => a - b)).toEqual([0, 0, DEVICES - 1])
})

test.each(rounds)('round %i: a time is had by one walk-in, and one tap sent often is one', async (round) => {
	const shop = await addSmallShop(database().client, `walk${round}`)
	const others = acts((i) => ({ kind: 'walk-in' as const, ...walkInAt(shop, `walk${round}-${i}`) }))
	expect(await together(others)).toEqual({ 'walk-in done': 1, start_taken: DEVICES - 1 })
	const again = acts(() => ({
		kind: 'walk-in' as const,
		...walkInAt(shop, `same${round}`, startsAt + 2 * HOUR_MS),
	}))
	expect(await together(again)).toEqual({ 'walk-in done': DEVICES })
	expect(await database().count('SELECT count(*) FROM appointments WHERE shop_id = ?', shop.id)).toBe(2)
})

test.each(rounds)('round %i: a time is blocked or booked, not both', async (round) => {
	const shop = await addSmallShop(database().client, `block${round}`)
	const tally = await together(
		acts((i) =>
			i % 2 === 0
				? { kind: 'walk-in', ...walkInAt(shop, `block${round}-${i}`) }
				: {
						kind: 'block',
						blockId: `block${round}-${i}`,
						shopId: shop.id,
						staffMemberId: shop.idOf('Ada'),
						startsAt,
						endsAt: startsAt + HOUR_MS,
						now: startsAt,
					},
		),
	)
	const booked = await database().count(`SELECT count(*) FROM appointments WHERE shop_id = ?`, shop.id)
	const blocked = await database().count(`SELECT count(*) FROM blocked_times WHERE shop_id = ?`, shop.id)
	// Several may block what is blocked already.
	expect([booked, blocked > 0]).toEqual(booked === 1 ? [1, false] : [0, true])
	expect((tally['walk-in done'] ?? 0) + (tally.start_taken ?? 0)).toBe(DEVICES / 2)
})
