import { describe, expect, test } from 'vitest'
import { askDeposit } from '#app/flows/booking/ask-deposit.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { releaseDeposit, sendDepositAgain } from '#app/flows/booking/change-deposit.server.ts'
import type { WalkInInput } from '#app/flows/booking/plan-walk-in.server.ts'
import { payDeposit } from '#app/flows/payments/pay-deposit.server.ts'
import { refundExpiredOffers } from '#app/flows/payments/sweep-payments.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { newContact, refused, ten } from '#tests/support/booking-desk.ts'
import { newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShop, type SmallShopPlan, tuesday } from '#tests/support/small-shop.ts'

/** A deposit that the shop asks for by a link (D66). */
const desk = withPaymentDesk('deposit')
/** Off the grid of customers: a shop gives any minute. */
const tenPast = lagos(tuesday, '10:10')

const newShop = async (change = "deposit_kind = 'percent', deposit_value = 30", plan: SmallShopPlan = {}) => {
	const shop = await desk.newShop(plan)
	await desk.setShop(shop, change)
	return shop
}

let links = 0
const ask = (shop: SmallShop, change: Partial<WalkInInput> = {}) =>
	askDeposit(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt: ten,
		customer: { ...newContact(), userId: null },
		draftId: `deposit-${++links}`,
		now: desk.clock.now,
		...change,
	})

/** A link that waits. */
const asked = async (shop: SmallShop, change: Partial<WalkInInput> = {}) => {
	const draftId = `deposit-${++links}`
	const answer = await ask(shop, { draftId, ...change })
	expect(answer).toMatchObject({ ok: true })
	const [row] = await desk.rows('SELECT code FROM deposit_links WHERE checkout_id = ?', draftId)
	return { id: draftId, code: String(row?.code) }
}
const nobody = { userId: null, networkKey: null }
const pay = (code: string, email: string | null = null) =>
	payDeposit(desk.deps, { code, email, caller: nobody, now: desk.clock.now })
/** The customer opens the payment page. */
const opened = async ({ id, code }: { id: string; code: string }, email: string | null = null) => {
	expect(await pay(code, email)).toMatchObject({ ok: true, value: { next: 'pay' } })
	const [attempt] = await desk.rows(
		'SELECT payment_reference, expires_at FROM payment_attempts WHERE checkout_id = ? ORDER BY created_at DESC',
		id,
	)
	return String(attempt?.payment_reference)
}
const letGo = (shop: SmallShop, checkoutId: string) =>
	releaseDeposit(desk.deps, { shopId: shop.id, checkoutId, alongside: [], now: desk.clock.now })
const sendAgain = (shop: SmallShop, checkoutId: string, deps = desk.deps) =>
	sendDepositAgain(deps, { shopId: shop.id, checkoutId, alongside: [], now: desk.clock.now })
const holdsOf = (shop: SmallShop) => desk.rows('SELECT * FROM holds WHERE shop_id = ?', shop.id)
const mailsOf = (id: string) =>
	desk.rows(
		`SELECT recipient_email, user_id FROM outbox WHERE kind = 'deposit_asked' AND payload ->> 'checkoutId' = ?`,
		id,
	)
const bookAtDesk = (shop: SmallShop, startsAt = ten) =>
	bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt,
		isByPhone: true,
		customer: { ...newContact(), userId: null },
		draftId: `by-phone-beside-${++links}`,
		now: desk.clock.now,
	})

describe('a deposit is asked for by a link', () => {
	test('the time is held for two hours, for the shop alone, with what was agreed; sent again it is one', async () => {
		const shop = await newShop()
		const input = { draftId: 'once', lowered: { totalKobo: 400_000, reason: 'Regular' }, shownKobo: 500_000 }
		const first = await ask(shop, input)
		expect(first).toEqual({ ok: true, value: { heldUntilAt: desk.clock.now + 2 * HOUR_MS, hasEmail: true } })
		expect(await ask(shop, input)).toMatchObject({ ok: true })
		expect(await holdsOf(shop)).toMatchObject([
			{
				checkout_id: 'once',
				expires_at: desk.clock.now + 2 * HOUR_MS,
				contact_email: null,
				contact_phone: null,
				network_key: null,
				user_id: null,
			},
		])
		expect(await desk.rows('SELECT * FROM checkouts WHERE shop_id = ?', shop.id)).toMatchObject([
			{ status: 'PENDING', total_kobo: 400_000, due_kobo: 120_000, discount_reason: 'Regular' },
		])
		expect(await desk.rows('SELECT * FROM deposit_links WHERE shop_id = ?', shop.id)).toHaveLength(1)
		expect(await mailsOf('once')).toHaveLength(1)
		expect(await desk.appointmentsOf(shop)).toEqual([])
		expect(await bookAtDesk(shop)).toMatchObject(refused('slot_taken'))
	})

	test.each([
		['the shop’s own hours', 'deposit_hold_hours = 5', 3 * DAY_MS, 5 * HOUR_MS],
		['a day at most', 'deposit_hold_hours = 99', 3 * DAY_MS, 24 * HOUR_MS],
		['until two hours before the start', 'deposit_hold_hours = 24', 0, 24 * HOUR_MS],
	])('held for %s', async (_, change, later, length) => {
		const shop = await newShop(`deposit_kind = 'amount', deposit_value = 100000, ${change}`)
		const expected = Math.min(desk.clock.now + length, ten + later - 2 * HOUR_MS)
		expect(await ask(shop, { startsAt: ten + later })).toMatchObject({ value: { heldUntilAt: expected } })
	})

	test('D69: not for less than can be paid online, nor is a link paid once it asks for less than that', async () => {
		const shop = await newShop("deposit_kind = 'amount', deposit_value = 9900")
		expect(await ask(shop)).toMatchObject(refused('deposit_too_small'))
		expect(await holdsOf(shop)).toEqual([])
		await desk.setShop(shop, 'deposit_value = 10000')
		const link = await asked(shop)
		desk.deps.onlinePayments = desk.deps.onlinePayments && {
			...desk.deps.onlinePayments,
			minimumKobo: 101_00,
		}
		expect(await pay(link.code)).toEqual({ ok: false, refusal: 'payment_below_minimum' })
		expect(await desk.rows('SELECT * FROM payment_attempts WHERE checkout_id = ?', link.id)).toEqual([])
	})

	test('not for a start that is too near, nor where no deposit is asked for or paying online is off', async () => {
		const shop = await newShop()
		desk.clock.now = ten - 2 * HOUR_MS - 14 * MINUTE_MS
		expect(await ask(shop)).toMatchObject(refused('deposit_too_soon'))
		desk.clock.now -= MINUTE_MS
		expect(await ask(shop)).toMatchObject({ ok: true })
		expect(await ask(await newShop("deposit_kind = 'none'"))).toMatchObject(refused('deposit_not_asked'))
		desk.deps.onlinePayments = null
		expect(await ask(await newShop())).toMatchObject(refused('deposit_not_asked'))
	})

	test('two desks at one time: one holds it, the other is offered what is free', async () => {
		const shop = await newShop()
		const [one, two] = await Promise.all([ask(shop), ask(shop)])
		expect([one.ok, two.ok].sort()).toEqual([false, true])
		const loser = one.ok ? two : one
		expect(loser).toMatchObject(refused('slot_taken'))
		expect(loser.ok || loser.offer?.times.length).toBeGreaterThan(0)
		expect(await holdsOf(shop)).toHaveLength(1)
	})

	test('a shop has ceilings: twenty wait at once', async () => {
		const shop = await newShop(undefined, {
			staff: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`P${n}`, {}])),
		})
		for (let n = 0; n < 20; n++) await asked(shop)
		expect(await ask(shop)).toMatchObject(refused('too_many_deposit_links'))
		const [first] = await holdsOf(shop)
		expect(await letGo(shop, String(first?.checkout_id))).toMatchObject({ ok: true })
		expect(await ask(shop)).toMatchObject({ ok: true })
	})

	test('a customer with an account is told, and none of their savings is used', async () => {
		const shop = await newShop()
		const member = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		await desk.change(
			`INSERT INTO clients (id, shop_id, user_id, first_name, last_name, created_at) VALUES (?, ?, ?, 'Old', 'Name', 0)`,
			`${shop.id}-member`,
			shop.id,
			member.userId,
		)
		const empty = { firstName: '', lastName: '', email: null, phone: null, userId: null }
		const link = await asked(shop, { customer: { ...empty, clientId: `${shop.id}-member` } })
		expect(await mailsOf(link.id)).toMatchObject([{ user_id: member.userId }])
		desk.paystack.pay(await opened(link))
		expect(await desk.rows('SELECT * FROM checkouts WHERE id = ?', link.id)).toMatchObject([
			{ created_by_user_id: member.userId, cashback_kobo: 0, reward_id: null },
		])
	})
})

describe('the customer pays', () => {
	test('in time: it is booked as on the telephone, and both are told', async () => {
		const shop = await newShop()
		const link = await asked(shop, { startsAt: tenPast, note: 'Knotless' })
		const reference = await opened(link)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([
			{
				starts_at: tenPast,
				status: 'CONFIRMED',
				is_walk_in: 1,
				arrived_at: null,
				paid_kobo: 150_000,
				payment_status: 'pending',
				customer_note: 'Knotless',
			},
		])
		expect(await holdsOf(shop)).toEqual([])
		expect(await desk.traces(link.id)).toMatchObject({
			transactions: 1,
			refunds: 0,
			messages: 'booked',
		})
		expect(await pay(link.code)).toMatchObject({ ok: true, value: { next: 'booked' } })
		expect(await pay(`${link.code}-other`)).toBeNull()
		expect(await letGo(shop, link.id)).toMatchObject(refused('deposit_paid'))
	})

	test('at the end of the wait: the time stays held while they pay, and never past two hours before the start', async () => {
		const shop = await newShop()
		const link = await asked(shop)
		desk.clock.now += 2 * HOUR_MS - MINUTE_MS
		const reference = await opened(link)
		expect(await holdsOf(shop)).toMatchObject([{ expires_at: desk.clock.now + 15 * MINUTE_MS }])
		desk.clock.now += 10 * MINUTE_MS
		expect(await bookAtDesk(shop)).toMatchObject(refused('slot_taken'))
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')

		const near = await newShop()
		desk.clock.now = ten - 2 * HOUR_MS - 20 * MINUTE_MS
		const nearLink = await asked(near)
		desk.clock.now += 19 * MINUTE_MS
		await opened(nearLink)
		expect(await holdsOf(near)).toMatchObject([{ expires_at: ten - 2 * HOUR_MS }])
	})

	test('a second tap and a second browser get the page of the first', async () => {
		const shop = await newShop()
		const { code, id } = await asked(shop)
		const starts = await Promise.all([pay(code), pay(code)])
		const urls = starts.map((start) => (start?.ok && start.value.next === 'pay' ? start.value.url : ''))
		expect(urls[0]).not.toBe('')
		expect(new Set(urls).size).toBe(1)
		expect(await desk.rows('SELECT * FROM payment_attempts WHERE checkout_id = ?', id)).toHaveLength(1)
	})

	test('without an e-mail of theirs one is asked for, which nothing keeps', async () => {
		const shop = await newShop()
		const link = await asked(shop, { customer: { ...newContact(), email: null, userId: null } })
		expect(await mailsOf(link.id)).toEqual([])
		expect(await pay(link.code)).toMatchObject(refused('missing_email'))
		const reference = await opened(link, 'typed@example.com')
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await desk.rows('SELECT email FROM checkouts WHERE id = ?', link.id)).toEqual([{ email: null }])
	})

	test('late: the time is booked where it is still free', async () => {
		const shop = await newShop()
		const link = await asked(shop, { startsAt: tenPast })
		const reference = await opened(link)
		desk.clock.now += 3 * HOUR_MS
		expect(await pay(link.code)).toMatchObject(refused('deposit_lapsed'))
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([{ starts_at: tenPast, is_walk_in: 1 }])
	})

	test('late, and the time is taken: other times are offered, then the money goes back', async () => {
		const shop = await newShop()
		const link = await asked(shop)
		const reference = await opened(link)
		desk.clock.now += 2 * HOUR_MS
		expect(await bookAtDesk(shop)).toMatchObject({ ok: true })
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('offered')
		expect(await desk.appointmentsOf(shop)).toHaveLength(1)
		expect(await letGo(shop, link.id)).toMatchObject(refused('deposit_settled'))
		desk.clock.now += 25 * HOUR_MS
		await refundExpiredOffers(desk.deps, desk.clock.now)
		expect(await desk.traces(link.id)).toMatchObject({ appointments: 0, refunds: 1 })
	})

	test('when nobody pays the time is everybody’s again at that very instant, by no job', async () => {
		const shop = await newShop()
		const link = await asked(shop)
		desk.clock.now += 2 * HOUR_MS - 1
		expect(await bookAtDesk(shop)).toMatchObject(refused('slot_taken'))
		desk.clock.now += 1
		expect(await pay(link.code)).toMatchObject(refused('deposit_lapsed'))
		expect(await letGo(shop, link.id)).toMatchObject(refused('deposit_lapsed'))
		expect(await bookAtDesk(shop)).toMatchObject({ ok: true })
	})
})

describe('the desk', () => {
	test('lets the time go once; another device is told, and the link takes no money', async () => {
		const shop = await newShop()
		const link = await asked(shop)
		const answers = await Promise.all([letGo(shop, link.id), letGo(shop, link.id)])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(answers).toContainEqual(refused('deposit_let_go'))
		expect(await pay(link.code)).toMatchObject(refused('deposit_let_go'))
		expect(await bookAtDesk(shop)).toMatchObject({ ok: true })
	})

	test('lets it go while the customer pays: the payment takes the time while it is free, and else goes back', async () => {
		for (const isTaken of [false, true]) {
			const shop = await newShop()
			const link = await asked(shop)
			const reference = await opened(link)
			desk.paystack.pay(reference)
			expect(await letGo(shop, link.id)).toMatchObject({ ok: true })
			if (isTaken) await bookAtDesk(shop)
			expect(await desk.settled(reference)).toBe(isTaken ? 'offered' : 'booked')
			expect(await desk.appointmentsOf(shop)).toHaveLength(1)
		}
	})

	test('beside the payment in the same instant: one visit or money on its way, never both, never neither', async () => {
		for (let round = 0; round < 6; round++) {
			const shop = await newShop()
			const link = await asked(shop)
			const reference = await opened(link)
			desk.paystack.pay(reference)
			const [let_, settled] = await Promise.all([letGo(shop, link.id), desk.settled(reference)])
			expect(settled).toBe('booked')
			expect(let_.ok || let_.refusal).toBeOneOf([true, 'deposit_paid'])
			expect(await desk.appointmentsOf(shop)).toHaveLength(1)
		}
	})

	test('sends it again, three mails at most; two devices send one', async () => {
		const shop = await newShop()
		const { id } = await asked(shop)
		const send = () => sendAgain(shop, id)
		const both = await Promise.all([send(), send()])
		expect(both.filter(({ ok }) => ok).length).toBeGreaterThan(0)
		if (both.some(({ ok }) => !ok)) expect(both).toContainEqual(refused('deposit_sent_already'))
		while ((await send()).ok);
		expect(await send()).toMatchObject(refused('too_many_deposit_mails'))
		expect(await mailsOf(id)).toHaveLength(3)
	})

	test('sends no link of a time that another device lets go, or the customer pays, in the same instant', async () => {
		const shop = await newShop()
		const first = await asked(shop)
		const meanwhile = beforeWrite(desk.newDeps(), () => letGo(shop, first.id))
		expect(await sendAgain(shop, first.id, meanwhile)).toMatchObject(refused('deposit_let_go'))
		expect(await mailsOf(first.id)).toHaveLength(1)

		const second = await asked(shop)
		const reference = await opened(second)
		desk.paystack.pay(reference)
		const paying = beforeWrite(desk.newDeps(), () => desk.settle(reference))
		expect(await sendAgain(shop, second.id, paying)).toMatchObject(refused('deposit_paid'))
		expect(await mailsOf(second.id)).toHaveLength(1)
	})

	test('is told that an address has had its mails of the day', async () => {
		const shop = await newShop(undefined, {
			staff: Object.fromEntries([...'ABCDEF'].map((name) => [name, {}])),
		})
		const customer = { ...newContact(), userId: null }
		const withheld = []
		for (let n = 0; n < 6; n++) {
			const { code } = await asked(shop, { customer })
			withheld.push((await desk.deps.booking.deposits.depositLink(code))?.isMailWithheld)
		}
		expect(withheld).toEqual([false, false, false, false, false, true])
	})

	test('sees nothing of another shop’s', async () => {
		const [shop, other] = [await newShop(), await newShop()]
		const { id } = await asked(shop)
		expect(await letGo(other, id)).toMatchObject(refused('deposit_not_found'))
		expect(await holdsOf(shop)).toHaveLength(1)
	})
})

test('what was never paid goes with its checkout', async () => {
	const shop = await newShop()
	const { id } = await asked(shop)
	const { checkouts } = desk.deps.booking
	await desk.purgeHolds()
	await desk.deps.writeBatch(checkouts.purgeUnpaid(desk.clock.now + DAY_MS))
	expect(await desk.rows('SELECT * FROM deposit_links WHERE checkout_id = ?', id)).toEqual([])
})
