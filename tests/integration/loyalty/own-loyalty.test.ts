import { expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { deleteAccount } from '#app/flows/account/delete-account.server.ts'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { cheapCost, password } from '#tests/support/accounts.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'

const desk = withBookingDesk('own-loyalty')

async function loyalCustomer() {
	const shop = await desk.newShop()
	const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await desk.change(
		'UPDATE users SET password_hash = ? WHERE id = ?',
		await hashPassword(password, cheapCost),
		customer.userId,
	)
	const card = { visitsRequired: 5, milestones: [{ at: 1 }] }
	await customer.join(await addProgram(desk.database(), { shopId: shop.id, card }))
	await customer.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 5 }))
	await customer.keepAppointment(shop.idOf('cut'), ten)
	return { customer, shop }
}

test('the data file holds the programs, the rewards and the cashback of whoever asks, and of nobody else', async () => {
	const { customer, shop } = await loyalCustomer()
	await loyalCustomer()
	const actor = { ...customer.actor, at: desk.clock.now }
	const exported = await desk.deps.loyalty.ownLoyalty.exportLoyalty(actor)
	expect(exported).toHaveLength(2)
	expect(exported).toContainEqual(
		expect.objectContaining({
			shop: `Shop ${shop.id}`,
			visits: 1,
			cashbackAtShopKobo: 25_000,
			rewards: [expect.objectContaining({ description: 'Reward at 1', usedAt: null })],
		}),
	)
})

test('D54: who leaves takes enrollments and rewards along; the ledger keeps its rows without the person', async () => {
	const { customer } = await loyalCustomer()
	const other = (await loyalCustomer()).customer
	const actor = { ...customer.actor, at: ten + 2 * HOUR_MS }
	const input = {
		actor,
		user: { email: customer.email },
		givesUpValue: true,
		accountSubject: customer.userId,
	}
	expect((await deleteAccount(desk.deps, erasures, { ...input, password: 'not the password' })).ok).toBe(
		false,
	)
	expect(await customer.rewards()).toHaveLength(1)
	expect(await deleteAccount(desk.deps, erasures, { ...input, password })).toEqual({ ok: true, value: null })
	for (const table of ['loyalty_enrollments', 'rewards', 'cashback_accounts']) {
		expect([
			table,
			await desk.count(`SELECT count(*) FROM ${table} WHERE user_id = ?`, customer.userId),
		]).toEqual([table, 0])
	}
	expect(
		await desk.count(
			`SELECT sum(balance_kobo) FROM ledger_accounts JOIN cashback_accounts account ON account.id = owner
				WHERE kind = 'cashback' AND account.user_id IS NULL`,
		),
	).toBe(25_000)
	expect(await other.rewards()).toHaveLength(1)
	expect(await other.cashbackKobo()).toBe(25_000)
})

test('D54: who has used a reward in a booking can leave as well', async () => {
	const { customer, shop } = await loyalCustomer()
	const reference = await customer.book(shop.idOf('cut'), ten + DAY_MS)
	const now = ten + DAY_MS + HOUR_MS
	await desk.change(
		`INSERT INTO reward_uses (checkout_id, reward_id, used_at)
			SELECT visit.checkout_id, rewards.id, 1 FROM appointments visit, rewards
			WHERE visit.reference_number = ? AND rewards.user_id = ?`,
		reference,
		customer.userId,
	)
	await desk.change(
		`UPDATE appointments SET reward_id = (SELECT reward_id FROM reward_uses WHERE checkout_id = appointments.checkout_id)
			WHERE reference_number = ?`,
		reference,
	)
	await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })
	const input = {
		actor: { ...customer.actor, at: now },
		user: { email: customer.email },
		givesUpValue: true,
		accountSubject: customer.userId,
	}
	expect(await deleteAccount(desk.deps, erasures, { ...input, password })).toEqual({ ok: true, value: null })
	expect(await customer.rewards()).toEqual([])
})
