import { describe, expect, test } from 'vitest'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { planChange, readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { releaseLapsedSavings } from '#app/flows/lifecycle/release-savings.server.ts'
import { openVoucher } from '#app/flows/loyalty/open-voucher.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, newGuest, ten } from '#tests/support/booking-desk.ts'
import { isFull } from '#tests/support/deep.ts'
import { addProgram, newLoyalCustomer, type TestProgram } from '#tests/support/loyal-customer.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'
import { refusedWith, sessionOf, toPage } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { mondayMorningAt, type SmallShop, type SmallShopPlan } from '#tests/support/small-shop.ts'
import { usedReward } from '#tests/support/used-reward.ts'

/** `npm test` leaves these to `npm run test:full`. */
const describeInFull = isFull ? describe : () => {}

/**
 * A reward or cashback in a booking: taken once, released when the booking ends in time, else forfeited (D36, D37).
 */
const desk = withPaymentDesk('savings')
const tenthOff: TestProgram['card'] = { visitsRequired: 9, milestones: [{ at: 1 }] }
const twoPeople: SmallShopPlan = { staff: { Ada: {}, Bola: {} } }
const at = (day: number): Instant => ten + day * DAY_MS

/** A customer who has been to a shop once, and has what its program gives for that. */
async function returning(program: Omit<TestProgram, 'shopId'>, plan: SmallShopPlan = twoPeople) {
	desk.clock.now = mondayMorningAt
	const shop = await desk.newShop(plan)
	const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await desk.change('UPDATE sessions SET token_hash = ? WHERE user_id = ?', sessionOf(person), person.userId)
	await person.join(await addProgram(desk.database(), { shopId: shop.id, ...program }))
	const first = await person.book(shop.idOf('cut'), at(0))
	desk.clock.now = at(0) + HOUR_MS
	await completeNow(first)
	const account: Customer = { ...person, firstName: 'Ada', lastName: 'Obi', phone: null }
	const rewardId = async () => {
		const [reward] = await desk.rows('SELECT id FROM rewards WHERE user_id = ?', person.userId)
		return String(reward?.id ?? '')
	}
	return {
		shop,
		person,
		reward: await rewardId(),
		atCheckout: (startsAt: Instant) => desk.atCheckout(shop, { account, startsAt }),
	}
}

type Found = Awaited<ReturnType<typeof returning>>
const cash = { paymentChoice: 'cash' } as const

async function appointmentAt(shop: SmallShop, startsAt: Instant) {
	const appointments = await desk.appointmentsOf(shop)
	const appointment =
		appointments.find((one) => one.starts_at === startsAt && one.status !== 'CANCELLED') ??
		appointments.at(-1)
	return { ...appointment, id: String(appointment?.id), reference: String(appointment?.reference_number) }
}
const rewardOf = async ({ reward }: Found) =>
	(
		await desk.rows(
			`SELECT used_at, expires_at, (SELECT count(*) FROM reward_uses WHERE reward_id = rewards.id) AS uses FROM rewards WHERE id = ?`,
			reward,
		)
	)[0]
const completeNow = (referenceNumber: string) =>
	completeAppointment(desk.deps, { referenceNumber, isPaid: true, now: desk.clock.now })
const cancel = (appointmentId: string) =>
	cancelAppointment(
		{ ...desk.deps, log: () => {} },
		{ by: { kind: 'customer', appointmentId }, now: desk.clock.now },
	)

describe('a reward', () => {
	test('takes its part off a booking, is in use for it, and is used once the visit has taken place', async () => {
		const found = await returning({ card: tenthOff })
		const payer = await found.atCheckout(at(3))
		expect(await payer.press({ ...cash, reward: found.reward })).toMatchObject({ kind: 'booked' })
		const appointment = await appointmentAt(found.shop, at(3))
		expect(appointment).toMatchObject({ total_kobo: 450_000, discount_kobo: 50_000, reward_id: found.reward })
		expect(await rewardOf(found)).toMatchObject({ used_at: null, uses: 1 })

		// Another visit cannot have it, and what was typed there stays.
		const second = await found.atCheckout(at(4))
		expect(await second.press({ ...cash, reward: found.reward })).toEqual(refusedWith('reward_not_available'))
		expect(await second.press({ reward: '' })).toMatchObject({ kind: 'booked' })

		desk.clock.now = at(3) + HOUR_MS
		await completeNow(appointment.reference)
		expect(await rewardOf(found)).toMatchObject({ used_at: desk.clock.now, uses: 1 })
		await undoAppointment(desk.deps, { referenceNumber: appointment.reference, now: desk.clock.now })
		expect(await rewardOf(found)).toMatchObject({ used_at: null, uses: 1 })
	})

	test('comes back when the customer cancels in time, and then lives for a week at least', async () => {
		const found = await returning({ card: tenthOff })
		const payer = await found.atCheckout(at(3))
		await payer.press({ ...cash, reward: found.reward })
		const { id } = await appointmentAt(found.shop, at(3))
		await desk.change('UPDATE rewards SET expires_at = ? WHERE id = ?', String(at(3) + HOUR_MS), found.reward)
		expect(await Promise.all([cancel(id), cancel(id)])).toMatchObject([
			{ ok: true, value: { money: 'nothing_paid' } },
			{ ok: true, value: { money: 'nothing_paid' } },
		])
		expect(await rewardOf(found)).toEqual({
			used_at: null,
			uses: 0,
			expires_at: Math.max(at(3) + HOUR_MS, desk.clock.now + 7 * DAY_MS),
		})
		const again = await found.atCheckout(at(4))
		expect(await again.press({ ...cash, reward: found.reward })).toMatchObject({ kind: 'booked' })
	})

	test('is gone when the customer cancels too late, or does not come; a missed visit that is undone gives it back', async () => {
		const late = await returning({ card: tenthOff })
		await (await late.atCheckout(at(3))).press({ ...cash, reward: late.reward })
		desk.clock.now = at(3) - HOUR_MS
		await cancel((await appointmentAt(late.shop, at(3))).id)
		expect(await rewardOf(late)).toMatchObject({ used_at: desk.clock.now, uses: 1 })

		const missed = await returning({ card: tenthOff })
		await (await missed.atCheckout(at(3))).press({ ...cash, reward: missed.reward })
		const { reference } = await appointmentAt(missed.shop, at(3))
		desk.clock.now = at(3) + HOUR_MS
		await missAppointment(desk.deps, { referenceNumber: reference, now: desk.clock.now })
		expect(await rewardOf(missed)).toMatchObject({ used_at: desk.clock.now, uses: 1 })
		await undoAppointment(desk.deps, { referenceNumber: reference, now: desk.clock.now })
		expect(await rewardOf(missed)).toMatchObject({ used_at: null, uses: 1 })
	})

	test('that is a free service is refused for a visit without it, and takes its price off one with it', async () => {
		const services = { cut: {}, trim: { priceKobo: 400_000 }, nails: { priceKobo: 300_000, minutes: 30 } }
		const shopFirst = await returning({ card: { visitsRequired: 9 } }, { ...twoPeople, services })
		await desk.change(
			`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, service_id, description)
				SELECT 'free-' || program_id, program_id, 2, 'free_service', ?, 'Free nails' FROM loyalty_enrollments WHERE user_id = ?`,
			shopFirst.shop.idOf('nails'),
			shopFirst.person.userId,
		)
		const second = await shopFirst.person.book(shopFirst.shop.idOf('cut'), at(1))
		desk.clock.now = at(1) + HOUR_MS
		await completeNow(second)
		const [row] = await desk.rows('SELECT id FROM rewards WHERE user_id = ?', shopFirst.person.userId)
		const reward = String(row?.id)
		const cut = await shopFirst.atCheckout(at(4))
		expect(await cut.press({ ...cash, reward })).toEqual(refusedWith('reward_not_available'))
		await cut.guest.addService(shopFirst.shop.idOf('nails'))
		await cut.guest.chooseStaff('any', 1)
		await cut.guest.hold(at(4))
		expect(await cut.press({ ...cash, reward })).toMatchObject({ kind: 'booked' })
		const appointment = await appointmentAt(shopFirst.shop, at(4))
		expect(appointment).toMatchObject({ total_kobo: 500_000, discount_kobo: 300_000 })

		// It stays free where the other service becomes a cheaper one.
		const wanted = {
			position: 0,
			serviceId: shopFirst.shop.idOf('trim'),
			staffMemberId: null,
			startsAt: at(4),
		}
		const { now } = desk.clock
		const changeable = await readChangeable(desk.deps, { appointmentId: appointment.id, wanted, now })
		expect(changeable && planChange(changeable, wanted, now)).toMatchObject({
			value: { bill: { totalKobo: 400_000, discountKobo: 300_000 } },
		})
	})

	test('of two bookings at the same moment goes to one', async () => {
		const found = await returning({ card: tenthOff })
		const payers = [
			await found.atCheckout(at(3)),
			await found.atCheckout(at(4)),
			await found.atCheckout(at(5)),
		]
		for (const payer of payers) await payer.type({ ...cash, reward: found.reward })
		const answers = await Promise.all(payers.map((payer) => payer.press()))
		expect(answers.filter(({ kind }) => kind === 'booked')).toHaveLength(1)
		for (const answer of answers)
			if (answer.kind !== 'booked') expect(answer).toEqual(refusedWith('reward_not_available'))
	})

	test('works for its holder alone, and not while its voucher is shown', async () => {
		const found = await returning({ card: tenthOff })
		const guest = await newGuest(desk.deps, desk.clock, newContact()).begin(found.shop.idOf('cut'))
		await guest.chooseTime(at(3))
		expect(await guest.book({}, { rewardId: found.reward })).toEqual({
			ok: false,
			refusal: 'reward_not_available',
		})
		const other = await returning({ card: tenthOff })
		const stranger = await other.atCheckout(at(3))
		expect(await stranger.press({ ...cash, reward: found.reward })).toEqual(
			refusedWith('reward_not_available'),
		)

		const open = (openedAt: Instant) =>
			desk.change('UPDATE rewards SET voucher_opened_at = ? WHERE id = ?', String(openedAt), found.reward)
		const payer = await found.atCheckout(at(3))
		await open(desk.clock.now - 3 * MINUTE_MS + 1)
		expect(await payer.press({ ...cash, reward: found.reward })).toEqual(refusedWith('reward_not_available'))
		await open(desk.clock.now - 3 * MINUTE_MS)
		expect(await payer.press({ reward: found.reward })).toMatchObject({ kind: 'booked' })
	})

	test('wanted by a booking, a voucher and the staff at the same moment is had by the booking or the staff', async () => {
		for (let round = 0; round < 4; round++) {
			const found = await returning({ card: tenthOff })
			const [row] = await desk.rows('SELECT code FROM rewards WHERE id = ?', found.reward)
			await found.person.book(found.shop.idOf('cut'), at(0) + 4 * HOUR_MS)
			const { now } = desk.clock
			const payer = await found.atCheckout(at(3))
			await payer.type({ ...cash, reward: found.reward })
			const [booking, voucher, used] = await Promise.all([
				payer.press(),
				openVoucher(desk.deps, { sessionHash: sessionOf(found.person), at: now }, found.reward),
				usedReward(desk.deps, { code: String(row?.code), now }),
			])
			const isBooked = booking.kind === 'booked'
			expect(used === 'used').toBe(!isBooked)
			if (isBooked) expect(voucher).toEqual({ ok: false, refusal: 'reward_in_use' })
			expect(await rewardOf(found)).toMatchObject({ used_at: null, uses: 1 })
		}
	})

	test('is refused by the write itself to others, and once it is over: what was read before may have changed', async () => {
		const found = await returning({ card: tenthOff })
		const own = await found.person.book(found.shop.idOf('cut'), at(3))
		await desk.bookForCash(found.shop, at(4))
		const checkouts = await desk.rows(
			'SELECT checkout_id, reference_number FROM appointments WHERE shop_id = ?',
			found.shop.id,
		)
		const take = (isOwn: boolean, usedAt: Instant) => {
			const checkout = checkouts.findLast(({ reference_number }) => (reference_number === own) === isOwn)
			const taking = { checkoutId: String(checkout?.checkout_id), draftId: 'none', cashbackKobo: 0 }
			return desk.deps.writeBatch(
				desk.deps.loyalty.savingUses.keepUses({ ...taking, rewardId: found.reward }, usedAt),
			)
		}
		const { expires_at } = (await rewardOf(found)) ?? {}
		const refusal = { rule: 'reward_not_available' }
		await expect(take(false, desk.clock.now)).rejects.toMatchObject(refusal)
		await expect(take(true, Number(expires_at))).rejects.toMatchObject(refusal)
		expect(await rewardOf(found)).toMatchObject({ uses: 0 })
	})

	test('and a promo code: the one that is new counts, and of two new ones the customer chooses', async () => {
		const found = await returning({ card: tenthOff }, { ...twoPeople, promoCodes: { HALF: { percent: 50 } } })
		const payer = await found.atCheckout(at(3))
		expect(await payer.type({ ...cash, promoCode: 'HALF', reward: found.reward })).toMatchObject({
			kind: 'invalid',
			problems: { promoCode: [expect.stringContaining('a reward or a code, not both')] },
		})
		await payer.type({ promoCode: 'HALF', reward: '' })
		expect(await payer.sees()).toMatchObject({ seenTotalKobo: 250_000 })
		await payer.type({ reward: found.reward })
		expect(await payer.sees()).toMatchObject({ seenTotalKobo: 450_000 })
		expect(await payer.press({ promoCode: '' })).toMatchObject({ kind: 'booked' })
		expect(await appointmentAt(found.shop, at(3))).toMatchObject({
			promo_code_id: null,
			reward_id: found.reward,
		})
	})
})

describe('cashback', () => {
	test('pays a part of the total and no tip, earns none, and comes back when the visit is cancelled in time', async () => {
		const found = await returning({ cashbackPercent: 10 })
		expect(await found.person.cashbackKobo()).toBe(50_000)
		const payer = await found.atCheckout(at(3))
		expect(await payer.press({ ...cash, usesCashback: '1', tip: '10' })).toMatchObject({ kind: 'booked' })
		const appointment = await appointmentAt(found.shop, at(3))
		expect(appointment).toMatchObject({ total_kobo: 550_000, cashback_kobo: 50_000, status: 'SCHEDULED' })
		expect(await found.person.cashbackKobo()).toBe(0)
		await cancel(appointment.id)
		expect(await found.person.cashbackKobo()).toBe(50_000)

		await (await found.atCheckout(at(4))).press({ ...cash, usesCashback: '1', tip: '10' })
		const second = await appointmentAt(found.shop, at(4))
		desk.clock.now = at(4) + HOUR_MS
		await completeNow(second.reference)
		expect(await appointmentAt(found.shop, at(4))).toMatchObject({
			paid_at_shop_kobo: 500_000,
			payment_status: 'completed',
		})
		// A tenth of the ₦4,500 that were paid in money, without the tip.
		expect(await found.person.cashbackKobo()).toBe(45_000)
	})

	test('that covers all of a visit asks for nothing else: it is booked as paid', async () => {
		const found = await returning({ cashbackPercent: 100 })
		await desk.setShop(found.shop, `deposit_kind = 'percent', deposit_value = 50`)
		const payer = await found.atCheckout(at(3))
		expect(await payer.press({ ...cash, usesCashback: '1' })).toMatchObject({ kind: 'booked' })
		expect(await appointmentAt(found.shop, at(3))).toMatchObject({
			cashback_kobo: 500_000,
			status: 'CONFIRMED',
			payment_status: 'completed',
			paid_kobo: 0,
		})
	})

	test('D69: that leaves less than can be paid online is paid at the shop: online is not offered', async () => {
		const found = await returning({ cashbackPercent: 10 })
		await desk.change(
			'UPDATE services SET price_kobo = ? WHERE shop_id = ?',
			(await found.person.cashbackKobo()) + 20_00,
			found.shop.id,
		)
		const payer = await found.atCheckout(at(3))
		const online = await payer.press({ paymentChoice: 'online', usesCashback: '1' })
		expect(online).toEqual(refusedWith('payment_below_minimum'))
		expect(await payer.press({ ...cash, usesCashback: '1' })).toMatchObject({ kind: 'booked' })
	})

	test('is gone when the customer cancels too late', async () => {
		const found = await returning({ cashbackPercent: 10 })
		await (await found.atCheckout(at(3))).press({ ...cash, usesCashback: '1' })
		desk.clock.now = at(3) - HOUR_MS
		await cancel((await appointmentAt(found.shop, at(3))).id)
		expect(await found.person.cashbackKobo()).toBe(0)
	})

	test('D52: comes back with the reward when the shop cancels, however late', async () => {
		const found = await returning({ cashbackPercent: 10 })
		const rewarded = await returning({ card: tenthOff })
		for (const { shop, atCheckout, person, reward } of [found, rewarded]) {
			const payer = await atCheckout(at(3))
			const booked = await payer.press(reward ? { ...cash, reward } : { ...cash, usesCashback: '1' })
			expect(booked).toMatchObject({ kind: 'booked' })
			const { reference } = await appointmentAt(shop, at(3))
			const now = at(3) + HOUR_MS
			const asked = { shopId: shop.id, referenceNumber: reference, reason: 'Flooded', now }
			expect(
				await cancelAppointment(desk.deps, { by: { kind: 'shop', ...asked }, now: asked.now }),
			).toMatchObject({
				ok: true,
				value: { hadReward: reward !== '', cashbackKobo: reward ? 0 : 50_000 },
			})
			expect(await person.cashbackKobo()).toBe(reward ? 0 : 50_000)
		}
		expect(await rewardOf(rewarded)).toMatchObject({ used_at: null, uses: 0 })
	})

	test('of several bookings at the same moment is spent once', async () => {
		const found = await returning({ cashbackPercent: 10 })
		const payers = [
			await found.atCheckout(at(3)),
			await found.atCheckout(at(4)),
			await found.atCheckout(at(5)),
		]
		for (const payer of payers) await payer.type({ ...cash, usesCashback: '1' })
		const answers = await Promise.all(payers.map((payer) => payer.press()))
		expect(answers.filter(({ kind }) => kind === 'booked')).toHaveLength(1)
		expect(await found.person.cashbackKobo()).toBe(0)
	})
})

describeInFull('D38: what was spent when its visit was undone', () => {
	/** ₦500 of a visit are spent on another one, and then reversed: nothing is left to take. */
	async function spentAndUndone() {
		const found = await returning({ cashbackPercent: 10 })
		const reference = (await appointmentAt(found.shop, at(0))).reference
		await (await found.atCheckout(at(3))).press({ ...cash, usesCashback: '1' })
		const spending = await appointmentAt(found.shop, at(3))
		const undo = () => undoAppointment(desk.deps, { referenceNumber: reference, now: ++desk.clock.now })
		expect(await undo()).toMatchObject({ ok: true, value: { cashbackKobo: 0, lostKobo: 50_000 } })
		const complete = () =>
			completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now: ++desk.clock.now })
		/** What the operator reads of each. */
		const listed = async (since: number) =>
			(await desk.deps.loyalty.cashbackAccounts.writeOffsSince(since))
				.filter(({ referenceNumber }) => referenceNumber === reference)
				.map(({ owedKobo }) => owedKobo)
		const owed = async () => (await listed(0)).reduce((sum, owedKobo) => sum + owedKobo, 0)
		return { ...found, spending, undo, complete, owed, listed }
	}

	test('is seen by its shop alone: while it is owed, and for a while after it was settled', async () => {
		const { shop, undo, complete, owed, listed } = await spentAndUndone()
		const { now } = desk.clock
		const seen = async (shopId: string, since: number) =>
			(
				await desk.deps.loyalty.cashbackAccounts.ownWriteOffs(await addOwnCaller(desk.deps, shopId, now), {
					since,
					limit: 9,
				})
			).map(({ amountKobo, owedKobo, reason }) => ({ amountKobo, owedKobo, reason }))
		const open = { amountKobo: 50_000, owedKobo: 50_000, reason: 'visit_undone' }
		expect(await seen(shop.id, now + 1)).toEqual([open])
		expect(await seen((await desk.newShop()).id, 0)).toEqual([])
		await complete()
		expect(await owed()).toBe(0)
		expect(await seen(shop.id, now + 1)).toEqual([])
		const settled = { ...open, owedKobo: 0 }
		expect(await seen(shop.id, 0)).toEqual([settled])
		expect([await listed(0), await listed(now + 1)]).toEqual([[0], []])
		// The newest stands first.
		await undo()
		expect(await seen(shop.id, 0)).toEqual([open, settled])
	})

	test('F20: is not credited again when the visit is completed again, however often', async () => {
		const { person, spending, undo, complete, owed } = await spentAndUndone()
		for (const _ of [1, 2, 3]) {
			expect(await owed()).toBe(50_000)
			expect(await complete()).toMatchObject({ ok: true, value: { cashbackKobo: 0 } })
			expect(await owed()).toBe(0)
			expect(await person.cashbackKobo()).toBe(0)
			await undo()
		}
		await complete()
		await cancel(spending.id)
		expect(await person.cashbackKobo()).toBe(50_000)
	})

	test('is paid by what comes back when the other visit is cancelled; the customer reads both', async () => {
		const { person, spending, complete, owed } = await spentAndUndone()
		await cancel(spending.id)
		expect([await person.cashbackKobo(), await owed()]).toEqual([0, 0])
		await complete()
		expect(await person.cashbackKobo()).toBe(50_000)
		const movements = await desk.deps.payments.movements.recentMovements(
			{ sessionHash: sessionOf(person), at: desk.clock.now },
			20,
		)
		const kinds = movements.map(({ kind }) => kind).filter((kind) => kind.startsWith('cashback'))
		expect(kinds.toSorted()).toEqual([
			'cashback_earned',
			'cashback_earned',
			'cashback_returned',
			'cashback_reversed',
			'cashback_spent',
		])
	})

	test('before and after cancelling, the page and the mail say what of the cashback pays the debt', async () => {
		const found = await returning({ cashbackPercent: 10 })
		const first = await appointmentAt(found.shop, at(0))
		const second = await found.person.book(found.shop.idOf('cut'), at(1))
		desk.clock.now = at(1) + HOUR_MS
		await completeNow(second)
		await (await found.atCheckout(at(3))).press({ ...cash, usesCashback: '1' })
		const { id } = await appointmentAt(found.shop, at(3))
		const appointment = () => desk.deps.booking.appointments.appointment(id)
		expect(await appointment()).toMatchObject({ cashbackKobo: 100_000, repaidKobo: 0 })
		await undoAppointment(desk.deps, { referenceNumber: first.reference, now: ++desk.clock.now })
		expect(await appointment()).toMatchObject({ cashbackKobo: 100_000, repaidKobo: 50_000 })
		await cancel(id)
		// The debt is settled now: the ledger knows by what.
		desk.clock.now += MINUTE_MS
		expect(await appointment()).toMatchObject({ cashbackKobo: 100_000, repaidKobo: 50_000 })
		expect(await found.person.cashbackKobo()).toBe(50_000)
	})

	test('is paid by what a checkout had kept and gives up; what it hands on to another of its draft stays kept', async () => {
		const found = await returning({ cashbackPercent: 10 })
		const { reference } = await appointmentAt(found.shop, at(0))
		const payer = await found.atCheckout(at(3))
		await payer.start({ usesCashback: '1' })
		const kept = () =>
			desk.count(
				'SELECT count(*) FROM cashback_uses JOIN cashback_accounts account ON account.id = account_id WHERE user_id = ?',
				found.person.userId,
			)
		expect(await kept()).toBe(1)
		await undoAppointment(desk.deps, { referenceNumber: reference, now: ++desk.clock.now })
		expect(await payer.press({ usesCashback: '1', tip: '10' })).toEqual(toPage)
		expect([await found.person.cashbackKobo(), await kept()]).toEqual([50_000, 1])
		desk.clock.now += 2 * HOUR_MS
		const release = () => releaseLapsedSavings(desk.deps, () => desk.clock.now)
		await release()
		await release()
		expect([await found.person.cashbackKobo(), await kept()]).toEqual([0, 0])
	})

	test('F20: a visit undone beside the cancelling of what it paid for is owed or paid, and never given twice', async () => {
		for (const _ of [1, 2, 3, 4]) {
			const found = await returning({ cashbackPercent: 10 })
			const { reference } = await appointmentAt(found.shop, at(0))
			await (await found.atCheckout(at(3))).press({ ...cash, usesCashback: '1' })
			const spending = await appointmentAt(found.shop, at(3))
			const now = ++desk.clock.now
			await Promise.all([
				undoAppointment(desk.deps, { referenceNumber: reference, now }),
				cancel(spending.id),
			])
			expect(await found.person.cashbackKobo()).toBe(0)
			await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })
			expect(await found.person.cashbackKobo()).toBe(50_000)
		}
	})
})

test('F24: a visit that is completed, undone and completed in one millisecond is credited, and undone for what it gave', async () => {
	const found = await returning({ cashbackPercent: 10 })
	const { reference } = await appointmentAt(found.shop, at(0))
	const { now } = desk.clock
	for (const _ of [1, 2]) {
		expect(await undoAppointment(desk.deps, { referenceNumber: reference, now })).toMatchObject({
			ok: true,
			value: { cashbackKobo: 50_000, lostKobo: 0 },
		})
		await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })
		expect(await found.person.cashbackKobo()).toBe(50_000)
	}
})

test('F24: a visit that was completed before completions were counted is undone and completed again', async () => {
	const found = await returning({ cashbackPercent: 10 })
	const { reference } = await appointmentAt(found.shop, at(0))
	const [{ id } = {}] = await desk.rows(
		'UPDATE appointments SET completions = 0 WHERE reference_number = ? RETURNING id',
		reference,
	)
	const [law] = await desk.rows(`SELECT sql FROM sqlite_schema WHERE name = 'ledger_entries_immutable'`)
	await desk.database().client.batch(
		[
			'DROP TRIGGER ledger_entries_immutable',
			{
				sql: 'UPDATE ledger_entries SET occasion = ? WHERE occasion = ?',
				args: [`cashback:${id}:${desk.clock.now}`, `cashback:${id}:1`],
			},
			String(law?.sql),
		],
		'write',
	)
	for (const balanceKobo of [0, 50_000, 0, 50_000]) {
		const now = ++desk.clock.now
		if (balanceKobo === 0) await undoAppointment(desk.deps, { referenceNumber: reference, now })
		else await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })
		expect(await found.person.cashbackKobo()).toBe(balanceKobo)
	}
})

describe('a visit that is paid online', () => {
	test('asks Paystack for what cashback leaves, keeps both from other visits meanwhile, and pays the shop its part', async () => {
		const found = await returning({ cashbackPercent: 10 })
		await found.person.join(await addProgram(desk.database(), { shopId: found.shop.id, card: tenthOff }))
		const payer = await found.atCheckout(at(3))
		const paymentReference = await payer.start({ usesCashback: '1' })
		expect(await desk.paymentOf(paymentReference)).toBeUndefined()
		const other = await found.atCheckout(at(4))
		expect(await other.sees()).toMatchObject({ seenTotalKobo: 500_000, seenCashbackKobo: 0 })
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await appointmentAt(found.shop, at(3))).toMatchObject({
			total_kobo: 500_000,
			cashback_kobo: 50_000,
			paid_kobo: 450_000,
			payment_status: 'completed',
		})
		expect(await desk.balanceOf(`shop_due:${found.shop.id}`)).toBe(450_000)
		expect(await desk.balanceOf(`cashback_spent:${found.shop.id}`)).toBe(50_000)
		expect(await found.person.cashbackKobo()).toBe(0)
	})

	test('and never was gives the reward back; money that comes later takes it again, or goes back when it is used', async () => {
		const lapse = () => releaseLapsedSavings(desk.deps, () => desk.clock.now)
		for (const isTakenByOther of [false, true]) {
			const found = await returning({ card: tenthOff })
			const payer = await found.atCheckout(at(3))
			const paymentReference = await payer.start({ reward: found.reward })
			expect(await rewardOf(found)).toMatchObject({ uses: 1, used_at: null })
			await lapse()
			expect(await rewardOf(found)).toMatchObject({ uses: 1 })
			desk.clock.now += 20 * MINUTE_MS
			await lapse()
			expect(await rewardOf(found)).toMatchObject({ uses: 0 })
			if (isTakenByOther) {
				const other = await found.atCheckout(at(4))
				expect(await other.press({ ...cash, reward: found.reward })).toMatchObject({ kind: 'booked' })
			}
			desk.paystack.pay(paymentReference)
			expect(await desk.settled(paymentReference)).toBe(isTakenByOther ? 'refund: promo_used_up' : 'booked')
			expect(await rewardOf(found)).toMatchObject({ uses: 1 })
		}
	})

	test('started twice, with the reward and without it, keeps the reward for the newer one alone', async () => {
		const found = await returning({ card: tenthOff })
		const payer = await found.atCheckout(at(3))
		expect(await payer.press({ reward: found.reward })).toEqual(toPage)
		expect(await payer.press({ reward: '' })).toEqual(toPage)
		expect(await rewardOf(found)).toMatchObject({ uses: 0 })
	})
})

describe('the code of a friend', () => {
	/** A customer in a program with referral, and their code. */
	async function referrerOf(plan: SmallShopPlan = twoPeople) {
		desk.clock.now = mondayMorningAt
		const shop = await desk.newShop(plan)
		const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		const referral = { referrerKobo: 100_000, friendKobo: 50_000 }
		await person.join(await addProgram(desk.database(), { shopId: shop.id, card: tenthOff, referral }))
		const [row] = await desk.rows(
			'SELECT referral_code FROM loyalty_enrollments WHERE user_id = ?',
			person.userId,
		)
		return { shop, person, promoCode: String(row?.referral_code) }
	}
	const statusOf = async (shop: SmallShop) =>
		(await desk.rows('SELECT status FROM referrals WHERE shop_id = ?', shop.id)).map(({ status }) => status)

	test('takes its part off a first visit, pays the referrer when that has taken place, and counts once', async () => {
		const { shop, person, promoCode } = await referrerOf()
		const friend = await desk.atCheckout(shop)
		expect(await friend.press({ ...cash, promoCode })).toMatchObject({ kind: 'booked' })
		const appointment = await appointmentAt(shop, ten)
		expect(appointment).toMatchObject({ total_kobo: 450_000, discount_kobo: 50_000, promo_code_id: null })
		expect(await statusOf(shop)).toEqual(['reserved'])
		const shown = await desk.deps.booking.appointments.appointment(appointment.id)
		expect(shown).toMatchObject({ friendCode: promoCode, promoCode: null, rewardLabel: null })

		const again = await desk.atCheckout(shop, { startsAt: at(1), contact: friend.guest.contact })
		expect(await again.press({ ...cash, promoCode })).toEqual(refusedWith('referral_not_valid'))
		expect(await again.press({ promoCode: '' })).toMatchObject({ kind: 'booked' })

		desk.clock.now = ten + HOUR_MS
		await completeNow(appointment.reference)
		expect(await statusOf(shop)).toEqual(['paid'])
		expect(await person.cashbackKobo()).toBe(100_000)
	})

	test('D38: pays its referrer once, who spent it before the visit was undone and completed again', async () => {
		const { shop, person, promoCode } = await referrerOf()
		await desk.change(
			'UPDATE sessions SET token_hash = ? WHERE user_id = ?',
			sessionOf(person),
			person.userId,
		)
		await (await desk.atCheckout(shop)).press({ ...cash, promoCode })
		const { reference } = await appointmentAt(shop, ten)
		desk.clock.now = ten + HOUR_MS
		const complete = () =>
			completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now: ++desk.clock.now })
		await complete()
		const account: Customer = { ...person, firstName: 'Ada', lastName: 'Obi', phone: null }
		const payer = await desk.atCheckout(shop, { account, startsAt: at(3) })
		await payer.press({ ...cash, usesCashback: '1' })
		expect(await person.cashbackKobo()).toBe(0)
		for (const _ of [1, 2]) {
			expect(
				await undoAppointment(desk.deps, { referenceNumber: reference, now: ++desk.clock.now }),
			).toMatchObject({
				ok: true,
				value: { referralKobo: 0, lostReferralKobo: 100_000 },
			})
			await complete()
			expect(await person.cashbackKobo()).toBe(0)
			expect(await statusOf(shop)).toEqual(['paid'])
		}
		await cancel((await appointmentAt(shop, at(3))).id)
		expect(await person.cashbackKobo()).toBe(100_000)
	})

	test('is free again when the visit is cancelled in time, and not when it is cancelled too late', async () => {
		const { shop, promoCode } = await referrerOf()
		const friend = await desk.atCheckout(shop, { startsAt: at(2) })
		await friend.press({ ...cash, promoCode })
		await cancel((await appointmentAt(shop, at(2))).id)
		expect(await statusOf(shop)).toEqual([])
		const again = await desk.atCheckout(shop, { startsAt: at(3), contact: friend.guest.contact })
		expect(await again.press({ ...cash, promoCode })).toMatchObject({ kind: 'booked' })
		desk.clock.now = at(3) - HOUR_MS
		await cancel((await appointmentAt(shop, at(3))).id)
		expect(await statusOf(shop)).toEqual(['reserved'])
	})

	test('is not for its owner, by whatever spelling of the address', async () => {
		const { shop, person, promoCode } = await referrerOf()
		const [name, host] = person.email.split('@')
		const guest = await desk.atCheckout(shop, {
			contact: { ...newContact(), email: `${name?.toUpperCase()}@${host}` },
		})
		expect(await guest.press({ ...cash, promoCode })).toEqual(refusedWith('referral_not_valid'))
	})

	test('is called their own to its owner who is signed in, at its field, and is not kept', async () => {
		const { shop, person, promoCode } = await referrerOf()
		await desk.change(
			'UPDATE sessions SET token_hash = ? WHERE user_id = ?',
			sessionOf(person),
			person.userId,
		)
		const account: Customer = { ...person, firstName: 'Ada', lastName: 'Obi', phone: null }
		const owner = await desk.atCheckout(shop, { account, startsAt: at(2) })
		expect(await owner.press({ ...cash, promoCode })).toEqual(refusedWith('referral_own_code'))
		const draft = await desk.rows('SELECT promo_code FROM drafts WHERE id = ?', owner.draftId)
		expect(draft).toEqual([{ promo_code: '' }])
	})

	test('of a visit that is paid online stays with it, and another booking of the friend cannot have it', async () => {
		const { shop, promoCode } = await referrerOf()
		const friend = await desk.atCheckout(shop)
		const paymentReference = await friend.start({ promoCode })
		const other = await desk.atCheckout(shop, { startsAt: at(1), contact: friend.guest.contact })
		expect(await other.press({ ...cash, promoCode })).toEqual(refusedWith('referral_not_valid'))
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(await appointmentAt(shop, ten)).toMatchObject({ paid_kobo: 450_000, discount_kobo: 50_000 })
		expect(await statusOf(shop)).toEqual(['reserved'])
	})
})
