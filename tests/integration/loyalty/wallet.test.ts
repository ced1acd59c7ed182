import { expect, test } from 'vitest'
import { cardView, tierSince } from '#app/domain/loyalty/card-view.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'

const desk = withBookingDesk('wallet')
const newCustomer = () => newLoyalCustomer(desk.database(), desk.deps, desk.clock)

test('a card says how many stamps it has, what is missing, and the tier that the visits of a year make', async () => {
	const shop = await desk.newShop()
	const customer = await newCustomer()
	const card = { visitsRequired: 5, milestones: [{ at: 3 }] }
	const programId = await addProgram(desk.database(), { shopId: shop.id, card })
	await desk.change(
		'UPDATE loyalty_programs SET gold_visits = 2, platinum_visits = 4 WHERE id = ?',
		programId,
	)
	await customer.join(programId)
	for (const day of [0, 1]) {
		await customer.keepAppointment(shop.idOf('cut'), ten + day * DAY_MS)
	}
	const now = ten + 2 * DAY_MS
	const actor = { ...customer.actor, at: desk.clock.now }
	const read = async (since: number) =>
		(await desk.deps.loyalty.wallet.listCards(actor, { since, before: null, limit: 7 })).map(cardView)
	expect(await read(tierSince(now))).toEqual([
		expect.objectContaining({
			shop: { id: shop.id, name: `Shop ${shop.id}` },
			tier: 'Gold',
			visits: '2/5 visits',
			notes: ['1 more for reward', '2 more visits to Platinum'],
		}),
	])
	// A year later the same visits count no more.
	expect((await read(tierSince(now + 366 * DAY_MS)))[0]?.tier).toBe('Standard')
	const stranger = await newCustomer()
	expect(
		await desk.deps.loyalty.wallet.listCards(
			{ ...stranger.actor, at: now },
			{ since: 0, before: null, limit: 7 },
		),
	).toEqual([])
	expect(
		await desk.deps.loyalty.wallet.milestoneOf({ ...stranger.actor, at: now }, `${programId}-at-3`),
	).toBeNull()
	expect(await desk.deps.loyalty.wallet.milestoneOf(actor, `${programId}-at-3`)).toMatchObject({
		visitsRequired: 3,
		visitsCount: 2,
	})
})

test('B9: a full card says that its reward is ready, and its star shows it while the next card begins', async () => {
	const shop = await desk.newShop()
	const customer = await newCustomer()
	const card = { visitsRequired: 2, milestones: [{ at: 2 }] }
	const programId = await addProgram(desk.database(), { shopId: shop.id, card })
	await customer.join(programId)
	for (const day of [0, 1]) {
		await customer.keepAppointment(shop.idOf('cut'), ten + day * DAY_MS)
	}
	const actor = { ...customer.actor, at: desk.clock.now }
	const cards = async () =>
		(await desk.deps.loyalty.wallet.listCards(actor, { since: 0, before: null, limit: 7 })).map(cardView)
	const star = () => desk.deps.loyalty.wallet.milestoneOf(actor, `${programId}-at-2`)
	expect(await cards()).toEqual([expect.objectContaining({ visits: '0/2 visits', ready: '1 reward ready' })])
	expect(await star()).toMatchObject({ visitsCount: 0, reward: { usedAt: null, use: null } })
	await desk.change('UPDATE rewards SET used_at = earned_at WHERE user_id = ?', customer.userId)
	expect(await cards()).toEqual([expect.objectContaining({ ready: null })])
	expect((await star())?.reward).toBeNull()
})

test('cashback is counted for each shop, from its ledger', async () => {
	const customer = await newCustomer()
	const shops = [await desk.newShop(), await desk.newShop()]
	for (const [i, shop] of shops.entries()) {
		await customer.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 5 * (i + 1) }))
		await customer.keepAppointment(shop.idOf('cut'), ten + i * DAY_MS)
	}
	// Joined, without a visit yet: a balance of zero. A card gives no cashback.
	const unused = await desk.newShop()
	await customer.join(await addProgram(desk.database(), { shopId: unused.id, cashbackPercent: 5 }))
	const card = { visitsRequired: 5 }
	await customer.join(await addProgram(desk.database(), { shopId: (await desk.newShop()).id, card }))
	const actor = { ...customer.actor, at: desk.clock.now }
	expect(
		(await desk.deps.loyalty.wallet.cashbackByShop(actor)).map(({ shopId, balanceKobo, spentKobo }) => [
			shopId,
			balanceKobo,
			spentKobo,
		]),
	).toEqual([
		[shops[1]?.id, 50_000, 500_000],
		[shops[0]?.id, 25_000, 500_000],
		[unused.id, 0, 0],
	])
})

test('cards come page by page, each once, newest first', async () => {
	const customer = await newCustomer()
	for (let i = 0; i < 8; i++) {
		const shop = await desk.newShop()
		await customer.join(await addProgram(desk.database(), { shopId: shop.id, card: { visitsRequired: 5 } }))
	}
	const actor = { ...customer.actor, at: desk.clock.now }
	const first = await desk.deps.loyalty.wallet.listCards(actor, { since: 0, before: null, limit: 5 })
	const last = first.at(-1)
	const before = last ? { at: last.enrolledAt, id: last.enrollmentId } : null
	const rest = await desk.deps.loyalty.wallet.listCards(actor, { since: 0, before, limit: 5 })
	expect([first.length, rest.length]).toEqual([5, 3])
	expect(new Set([...first, ...rest].map(({ enrollmentId }) => enrollmentId)).size).toBe(8)
})

test('D16: rewards stand under Available until they are used or over, each list page by page, of their holder alone', async () => {
	const shop = await desk.newShop()
	const customer = await newCustomer()
	const card = { visitsRequired: 5, milestones: [{ at: 1 }, { at: 2 }, { at: 3 }] }
	await customer.join(await addProgram(desk.database(), { shopId: shop.id, card }))
	for (const day of [0, 1, 2]) {
		await customer.keepAppointment(shop.idOf('cut'), ten + day * DAY_MS)
	}
	const [used, over] = await customer.rewards()
	await desk.change('UPDATE rewards SET used_at = earned_at WHERE code = ?', String(used?.code))
	await desk.change('UPDATE rewards SET expires_at = earned_at + 1 WHERE code = ?', String(over?.code))
	await desk.change(
		'UPDATE sessions SET expires_at = ? WHERE user_id = ?',
		String(ten + 99 * DAY_MS),
		customer.userId,
	)
	const actor = { ...customer.actor, at: ten + 3 * DAY_MS }
	expect(await desk.deps.loyalty.ownRewards.countRewards(actor)).toEqual({
		usable: 1,
		available: 1,
		claimed: 2,
	})
	const claimed = await desk.deps.loyalty.ownRewards.listRewards(actor, {
		tab: 'claimed',
		before: null,
		limit: 1,
	})
	const last = claimed[0]
	const before = last ? { at: last.earnedAt, id: last.id } : null
	const rest = await desk.deps.loyalty.ownRewards.listRewards(actor, { tab: 'claimed', before, limit: 5 })
	expect([...claimed, ...rest].map(({ code }) => code)).toEqual([over?.code, used?.code])
	const stranger = await newCustomer()
	expect(await desk.deps.loyalty.ownRewards.countRewards({ ...stranger.actor, at: desk.clock.now })).toEqual({
		usable: 0,
		available: 0,
		claimed: 0,
	})
})
