import { expect, test } from 'vitest'
import { VOUCHER_MS } from '#app/domain/loyalty/reward-state.ts'
import { openVoucher } from '#app/flows/loyalty/open-voucher.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { refused } from '#app/kernel/outcome.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'

const desk = withBookingDesk('voucher')
const newCustomer = () => newLoyalCustomer(desk.database(), desk.deps, desk.clock)
const now = ten + 2 * HOUR_MS

/** A customer with one reward, who is signed in until long after. */
async function holder(reward: { kind?: 'upgrade' } = {}) {
	const shop = await desk.newShop()
	const customer = await newCustomer()
	const card = { visitsRequired: 5, milestones: [{ at: 1, ...reward }] }
	await customer.join(await addProgram(desk.database(), { shopId: shop.id, card }))
	await customer.keepAppointment(shop.idOf('cut'), ten)
	await desk.change(
		'UPDATE sessions SET expires_at = ? WHERE user_id = ?',
		String(ten + 99 * DAY_MS),
		customer.userId,
	)
	const [row] = await desk.rows('SELECT id, code FROM rewards WHERE user_id = ?', customer.userId)
	return { shop, customer, rewardId: String(row?.id), code: String(row?.code) }
}

type Holder = Awaited<ReturnType<typeof holder>>

const open = ({ customer, rewardId }: Pick<Holder, 'customer' | 'rewardId'>, at: number) =>
	openVoucher(desk.deps, { ...customer.actor, at }, rewardId)

const openedAt = ({ rewardId }: Holder) =>
	desk.count('SELECT voucher_opened_at FROM rewards WHERE id = ?', rewardId)

/** A checkout of the holder takes the reward, and books where told. */
async function take({ shop, customer, rewardId }: Holder, isBooked: boolean): Promise<string> {
	const reference = await customer.book(shop.idOf('cut'), ten + 3 * DAY_MS)
	await desk.change(
		`INSERT INTO reward_uses (checkout_id, reward_id, used_at)
			SELECT checkout_id, ?, ? FROM appointments WHERE reference_number = ? AND ?
			UNION ALL SELECT id, ?, ? FROM checkouts WHERE id = ?`,
		rewardId,
		String(now),
		reference,
		isBooked ? '1' : '0',
		rewardId,
		String(now),
		isBooked ? 'none' : await unpaidCheckout(reference),
	)
	if (isBooked)
		await desk.change('UPDATE appointments SET reward_id = ? WHERE reference_number = ?', rewardId, reference)
	return reference
}

/** A copy of the checkout of a booking that waits for its payment. */
async function unpaidCheckout(reference: string): Promise<string> {
	const [row] = await desk.rows(
		`SELECT checkouts.* FROM checkouts JOIN appointments ON checkout_id = checkouts.id WHERE reference_number = ?`,
		reference,
	)
	const copy: Record<string, unknown> = { ...row, id: `${reference}-unpaid`, status: 'PENDING' }
	// The database computes it.
	delete copy.mailbox
	const names = Object.keys(copy)
	await desk.database().client.execute({
		sql: `INSERT INTO checkouts (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
		args: names.map((name) => copy[name] as string | number | null),
	})
	return `${reference}-unpaid`
}

async function ops(at: number, ...words: string[]) {
	const said: string[] = []
	const say = (line: string) => void said.push(line)
	const env = { DATABASE_URL: desk.database().url, COOKIE_KEYS: 'k'.repeat(32) }
	const code = await runOps(words, { env, say, note: say, now: at })
	return { code, said }
}

test('D51: opening locks the code for three minutes; opening again then keeps the first instant, and later locks anew', async () => {
	const one = await holder()
	expect(await open(one, now)).toMatchObject({ ok: true })
	const again = await Promise.all(
		Array.from({ length: 5 }, (_, i) => open(one, now + VOUCHER_MS - 1 - (i * MINUTE_MS) / 5)),
	)
	expect(again.every(({ ok }) => ok)).toBe(true)
	expect(await openedAt(one)).toBe(now)
	expect(await open(one, now + VOUCHER_MS)).toMatchObject({ ok: true })
	expect(await openedAt(one)).toBe(now + VOUCHER_MS)
	// Nothing else has changed.
	expect(await desk.deps.loyalty.ownRewards.countRewards({ ...one.customer.actor, at: now })).toEqual({
		usable: 1,
		available: 1,
		claimed: 0,
	})
})

test('D51: a reward of another, one that was used, and one that is over is not opened, and stays as it was', async () => {
	// An upgrade changes no bill, so no visit has to be named (D61).
	const [one, other] = [await holder({ kind: 'upgrade' }), await holder()]
	expect(await open({ ...other, rewardId: one.rewardId }, now)).toEqual(refused('reward_not_found'))
	expect(await open(one, now + 91 * DAY_MS)).toEqual(refused('reward_expired'))
	expect(await openedAt(one)).toBe(0)
	expect((await ops(now, 'reward', 'use', one.code)).code).toBe(0)
	expect(await open(one, now)).toEqual(refused('reward_used'))
	expect(await openedAt(one)).toBe(0)
})

test('D37: a reward that a booking has taken is in use: listed so, not unused, neither opened nor given by hand', async () => {
	const one = await holder()
	const reference = await take(one, true)
	const actor = { ...one.customer.actor, at: now + 200 * DAY_MS }
	await desk.change(
		'UPDATE sessions SET expires_at = ? WHERE user_id = ?',
		String(actor.at + 1),
		one.customer.userId,
	)
	// Past its end it is kept for the booking.
	expect(await desk.deps.loyalty.ownRewards.countRewards(actor)).toEqual({
		usable: 0,
		available: 1,
		claimed: 0,
	})
	const [listed] = await desk.deps.loyalty.ownRewards.listRewards(actor, {
		tab: 'available',
		before: null,
		limit: 5,
	})
	expect(listed?.use?.booking?.date).toBe('2026-11-27')
	expect(
		await desk.deps.loyalty.ownRewards.listRewards(actor, { tab: 'claimed', before: null, limit: 5 }),
	).toEqual([])
	expect(await open(one, now)).toEqual(refused('reward_in_use'))
	const refusal = await ops(now, 'reward', 'use', one.code)
	expect(refusal.code).toBe(1)
	expect(refusal.said[0]).toBe(`This reward is in use for booking ${reference}.`)
	expect((await one.customer.rewards())[0]?.used_at).toBeNull()
})

test('a reward whose checkout waits for its payment is in use without a booking', async () => {
	const one = await holder()
	await take(one, false)
	const actor = { ...one.customer.actor, at: now }
	const [listed] = await desk.deps.loyalty.ownRewards.listRewards(actor, {
		tab: 'available',
		before: null,
		limit: 5,
	})
	expect(listed?.use).toEqual({ checkoutId: expect.stringMatching(/-unpaid$/), booking: null })
	expect((await ops(now, 'reward', 'use', one.code)).said[0]).toBe(
		'This reward is in use for a booking that is being paid for.',
	)
	// Such a checkout has more to it than this copy.
	await desk.change('DELETE FROM reward_uses WHERE reward_id = ?', one.rewardId)
	await desk.change(`DELETE FROM checkouts WHERE id LIKE '%-unpaid'`)
})

test('D51: the operator reads the words that the voucher shows, and with the code that is used', async () => {
	const one = await holder()
	const { code, said } = await ops(now, 'voucher', 'words', one.shop.id)
	const [, words = ''] = /^(\w+ \w+) \(Shop /.exec(said[0] ?? '') ?? []
	expect([code, words]).toEqual([0, expect.stringMatching(/^[a-z]+ [a-z]+$/)])
	expect((await ops(now + MINUTE_MS, 'voucher', 'words', one.shop.id)).said[0]).not.toContain(words)
	expect((await ops(now, 'reward', 'use', one.code)).said[1]).toBe(`The voucher shows: ${words}.`)
	expect(await ops(now, 'voucher', 'words', 'nobody')).toEqual({ code: 1, said: ['No shop has this id.'] })
})
