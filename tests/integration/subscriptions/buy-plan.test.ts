import { describe, expect, test } from 'vitest'
import { settlePayment } from '#app/flows/payments/settle-payment.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { activateOrder, cancelOrder } from '#app/flows/subscriptions/activate-order.server.ts'
import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { cancelSubscription } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { orderPlan } from '#app/flows/subscriptions/order-plan.server.ts'
import { pauseSubscription } from '#app/flows/subscriptions/pause-subscription.server.ts'
import { readPlanPurchase } from '#app/flows/subscriptions/read-plan-purchase.server.ts'
import { startOrderedPlan } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { joinWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { detailsView } from '#app/routes/subscriptions_.$subscriptionId/details-view.server.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { addSignedInPerson, type Person } from '#tests/support/accounts.ts'
import { beforeWrite, keepFirstWrite } from '#tests/support/around-a-write.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import {
	addHolder,
	addPlan,
	addPlanSession,
	addSubscription,
	noonInThreeDays,
} from '#tests/support/session-desk.ts'
import { mondayMorningAt } from '#tests/support/small-shop.ts'
import { presentCode } from '#tests/support/used-reward.ts'

const desk = withPaymentDesk('plan')
/** What each plan of these tests costs. */
const PRICE = 1_000_000

type Choice = {
	renews?: string
	promoCode?: string
	usesCashback?: boolean
	choice?: 'online' | 'cash' | null
	autoRenews?: boolean
	/** The total that the page showed, where that is not the one of now. */
	seenTotal?: number
}

/** A customer at the checkout of a plan. */
function buyer(person: Pick<Person, 'userId' | 'email' | 'actor'>, planId: string) {
	const actorNow = () => ({ ...person.actor, at: desk.clock.now })
	const of = (chosen: Choice) => ({
		planId,
		renews: chosen.renews ?? null,
		promoCode: chosen.promoCode ?? '',
		usesCashback: chosen.usesCashback ?? false,
	})
	return {
		...person,
		actorNow,
		quote: async (chosen: Choice = {}) =>
			(await readPlanPurchase(desk.deps, of(chosen), { actor: actorNow(), now: desk.clock.now }))?.quote,
		async press(chosen: Choice = {}) {
			const { choice = 'online', autoRenews = false } = chosen
			const quote = await this.quote(chosen)
			return orderPlan(desk.deps, {
				...of(chosen),
				paymentChoice: choice,
				autoRenews,
				customer: {
					userId: person.userId,
					firstName: 'Ada',
					lastName: 'Obi',
					email: person.email,
					phone: null,
				},
				actor: actorNow(),
				seen: { totalKobo: chosen.seenTotal ?? quote?.totalKobo ?? 0, toPayKobo: quote?.toPayKobo ?? 0 },
				networkKey: null,
				now: desk.clock.now,
			})
		},
		/** Goes to Paystack; gives the reference of the payment. */
		async start(chosen: Choice = {}): Promise<string> {
			expect(await this.press(chosen)).toMatchObject({ ok: true, value: { next: 'pay' } })
			const [attempt] = await desk.rows(
				`SELECT payment_attempts.payment_reference FROM payment_attempts JOIN checkouts ON checkouts.id = checkout_id
						WHERE created_by_user_id = ? ORDER BY payment_attempts.created_at DESC, payment_attempts.rowid DESC LIMIT 1`,
				person.userId,
			)
			return String(attempt?.payment_reference)
		},
		held: () =>
			desk.rows(
				'SELECT * FROM subscriptions WHERE user_id = ? ORDER BY starts_at, created_at',
				person.userId,
			),
	}
}

async function newBuyer(planId: string) {
	return buyer(await addSignedInPerson(desk.database(), { at: mondayMorningAt, isVerified: true }), planId)
}

/** A shop that sells a plan, and a customer at its checkout. */
async function planOnOffer() {
	const shop = await desk.newShop()
	return { shop, guest: await newBuyer(await addPlan(desk.database(), shop.id)) }
}

async function outcomeOf(paymentReference: string) {
	const settlement = await settlePayment(desk.deps, { paymentReference, now: desk.clock.now })
	if (settlement.kind !== 'decided') return settlement.kind
	const { received, refund } = settlement.payment
	return refund ? `${received.outcome}: ${refund.reason}` : received.outcome
}

/** Pays on Paystack's page, and comes back. */
async function pay(paymentReference: string) {
	desk.paystack.pay(paymentReference)
	return outcomeOf(paymentReference)
}

const dayOf = (at: unknown) => new Date(Number(at) + HOUR_MS).toISOString().slice(0, 16)

test('D45: a plan that is paid online runs from then to the midnight after its days, however often it is settled', async () => {
	const { shop, guest } = await planOnOffer()
	const reference = await guest.start({ autoRenews: true })
	expect(await guest.held()).toEqual([])
	// L32: at Paystack the operator reads what it is for.
	expect(desk.paystack.find(reference)?.metadata).toMatchObject({ custom_fields: [{ display_name: 'Plan' }] })
	desk.paystack.pay(reference)
	expect(await Promise.all([1, 2, 3, 4].map(() => outcomeOf(reference)))).toEqual(Array(4).fill('subscribed'))
	const [held] = await guest.held()
	expect(held).toMatchObject({
		price_kobo: PRICE,
		auto_renews: 1,
		starts_at: desk.clock.now,
		cancelled_at: null,
	})
	expect(dayOf(held?.ends_at)).toBe(`${dayOf(desk.clock.now + 30 * DAY_MS).slice(0, 10)}T00:00`)
	expect(await guest.held()).toHaveLength(1)
	expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(PRICE)
	expect(await guest.press()).toEqual(refused('plan_held'))
	await expectSound(desk.database())
})

test('two tabs start one payment; what was bought by one of two payments is refunded for the other', async () => {
	const { guest } = await planOnOffer()
	const [one, two] = await Promise.all([guest.press(), guest.press()])
	expect(one).toEqual(two)
	const first = await guest.start()
	// A day later the page has ended, and another one is opened; then both are paid.
	desk.clock.now += DAY_MS
	const second = await guest.start()
	expect(second).not.toBe(first)
	expect(await pay(second)).toBe('subscribed')
	expect(await pay(first)).toBe('refund: second_payment')
	expect(await guest.held()).toHaveLength(1)
	await expectSound(desk.database())
})

test('a plan that is withdrawn before its payment comes is refunded; a price that changed is shown first', async () => {
	const shop = await desk.newShop()
	const planId = await addPlan(desk.database(), shop.id)
	const guest = await newBuyer(planId)
	expect(await guest.press({ seenTotal: PRICE - 100 })).toEqual(refused('plan_price_changed'))
	const reference = await guest.start()
	await desk.change(`UPDATE subscription_plans SET status = 'withdrawn' WHERE id = ?`, planId)
	expect(await pay(reference)).toBe('refund: plan_not_on_offer')
	expect(await guest.held()).toEqual([])
	expect(await guest.press()).toEqual(refused('plan_not_on_offer'))
	await expectSound(desk.database())
})

test('D45: paid early, a renewal begins at the old end, which a pause has moved; paid late, on that day; paid twice, once', async () => {
	const shop = await desk.newShop()
	const planId = await addPlan(desk.database(), shop.id)
	const guest = await newBuyer(planId)
	expect(await pay(await guest.start())).toBe('subscribed')
	const first = String((await guest.held())[0]?.id)
	const early = await guest.start({ renews: first })
	const paused = await pauseSubscription(desk.deps, guest.actorNow(), {
		id: first,
		days: 7,
		seen: { places: 0, forfeited: 0 },
	})
	expect(paused).toMatchObject({ ok: true })
	expect(await pay(early)).toBe('subscribed')
	const [old, next] = await guest.held()
	expect(next).toMatchObject({ renews_subscription_id: first, starts_at: old?.ends_at })
	expect(await guest.press({ renews: first })).toEqual(refused('plan_renewed'))

	desk.clock.now = Number(next?.ends_at) + 2 * DAY_MS
	// Still signed in, two months on.
	await desk.change('UPDATE sessions SET expires_at = ?', String(desk.clock.now + DAY_MS))
	const late = await guest.start({ renews: String(next?.id) })
	expect(await pay(late)).toBe('subscribed')
	expect((await guest.held()).at(-1)).toMatchObject({ starts_at: desk.clock.now })
	expect(await guest.held()).toHaveLength(3)
	await expectSound(desk.database())
})

test('F16: a renewal that is paid after the plan was bought anew is refunded, and is not offered', async () => {
	const { guest } = await planOnOffer()
	expect(await pay(await guest.start())).toBe('subscribed')
	const [old] = await guest.held()
	desk.clock.now = Number(old?.ends_at) + DAY_MS
	await desk.change('UPDATE sessions SET expires_at = ?', String(desk.clock.now + DAY_MS))
	// Both are started before either is paid.
	const renewal = await guest.start({ renews: String(old?.id) })
	const anew = await guest.start()
	expect(await pay(anew)).toBe('subscribed')
	expect(await pay(renewal)).toBe('refund: second_payment')
	expect(await guest.held()).toHaveLength(2)
	expect(await guest.press({ renews: String(old?.id) })).toEqual(refused('plan_held'))
	const shown = await desk.deps.subscriptions.periods.subscriptionOf(guest.actorNow(), String(old?.id))
	expect(shown?.isRenewable).toBe(false)
	await expectSound(desk.database())
})

test('F16: the database takes no second period for the same days, whoever writes it', async () => {
	const shop = await desk.newShop()
	const planId = await addPlan(desk.database(), shop.id)
	const { userId } = await newBuyer(planId)
	const period = (startsAt: Instant, endsAt: Instant, cancelledAt?: Instant) =>
		addSubscription(desk.database(), planId, userId, {
			startsAt,
			endsAt,
			...(cancelledAt && { cancelledAt }),
		})
	const first = await period(100, 200)
	await period(200, 300)
	await period(150, 250, 151)
	await expect(period(199, 201)).rejects.toThrow('periods_overlap')
	await expect(period(50, 400)).rejects.toThrow('periods_overlap')
	await expect(desk.change('UPDATE subscriptions SET ends_at = 201 WHERE id = ?', first)).rejects.toThrow(
		'periods_overlap',
	)
})

test('F23: a renewal that meets a pause is read again, and begins at the moved end', async () => {
	const { guest } = await planOnOffer()
	expect(await pay(await guest.start())).toBe('subscribed')
	const id = String((await guest.held())[0]?.id)
	const renewal = await guest.start({ renews: id })
	desk.paystack.pay(renewal)
	const asked = { id, days: 7, seen: { places: 0, forfeited: 0 } }
	const meeting = beforeWrite({ ...desk.deps }, () => pauseSubscription(desk.deps, guest.actorNow(), asked))
	const settled = await settlePayment(meeting, { paymentReference: renewal, now: desk.clock.now })
	expect(settled.kind === 'decided' && settled.payment.received.outcome).toBe('subscribed')
	const [old, next] = await guest.held()
	expect(next).toMatchObject({ renews_subscription_id: id, starts_at: old?.ends_at })
	expect(old).toMatchObject({ pause_count: 1 })
	await expectSound(desk.database())
})

test('a plan that is paid after its account is gone is refunded', async () => {
	const { guest } = await planOnOffer()
	const reference = await guest.start()
	await desk.change('UPDATE plan_orders SET user_id = checkout_id WHERE user_id = ?', guest.userId)
	await desk.change('DELETE FROM users WHERE id = ?', guest.userId)
	expect(await pay(reference)).toBe('refund: plan_not_on_offer')
	await expectSound(desk.database())
})

test('D69: what is left of a plan is less than can be paid online: it is ordered and paid at the shop', async () => {
	const shop = await desk.newShop({ promoCodes: { LESS: { amountKobo: PRICE - 99_00 } } })
	const planId = await addPlan(desk.database(), shop.id)
	await desk.change('UPDATE subscription_plans SET is_payable_at_shop = 0 WHERE id = ?', planId)
	const guest = await newBuyer(planId)
	const code = { promoCode: 'LESS' }
	expect(await guest.press({ ...code, choice: 'online' })).toEqual(refused('plan_payment_missing'))
	expect(await guest.press({ choice: 'cash' })).toEqual(refused('plan_payment_missing'))
	expect(await guest.press({ ...code, choice: 'cash' })).toMatchObject({ ok: true, value: { next: 'order' } })
})

test('somebody who gave up paying again and again may buy the plan another day', async () => {
	const { guest } = await planOnOffer()
	for (let day = 0; day < 10; day++) {
		await guest.start()
		desk.clock.now += DAY_MS + HOUR_MS
	}
	expect(await pay(await guest.start())).toBe('subscribed')
})

test('D45: a renewal that is paid after cancelling is refunded', async () => {
	const { guest } = await planOnOffer()
	expect(await pay(await guest.start())).toBe('subscribed')
	const id = String((await guest.held())[0]?.id)
	const renewal = await guest.start({ renews: id })
	desk.clock.now += 8 * DAY_MS
	expect((await cancelSubscription(desk.deps, guest.actorNow(), { id, reason: 'far', seenKobo: 0 })).ok).toBe(
		true,
	)
	expect(await pay(renewal)).toBe('refund: plan_not_on_offer')
	await expectSound(desk.database())
})

test('D46: within seven days an unused plan gives back all: money as money, cashback as cashback, its promo use', async () => {
	const shop = await desk.newShop({ promoCodes: { TENTH: { percent: 10, maxUses: 1 } } })
	const planId = await addPlan(desk.database(), shop.id)
	const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await person.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 10 }))
	await person.keepAppointment(shop.idOf('cut'), ten)
	const guest = buyer(person, planId)
	expect(await guest.quote({ promoCode: 'TENTH', usesCashback: true })).toEqual({
		priceKobo: PRICE,
		discountKobo: 100_000,
		totalKobo: 900_000,
		cashbackKobo: 50_000,
		toPayKobo: 850_000,
	})
	const reference = await guest.start({ promoCode: 'TENTH', usesCashback: true })
	expect(await pay(reference)).toBe('subscribed')
	expect(await person.cashbackKobo()).toBe(0)
	expect(await desk.usesOf(shop, 'TENTH')).toBe(1)
	await expectSound(desk.database())

	const id = String((await guest.held())[0]?.id)
	desk.clock.now += 7 * DAY_MS
	const cancelled = await cancelSubscription(desk.deps, guest.actorNow(), {
		id,
		reason: 'moving',
		seenKobo: 900_000,
	})
	expect(cancelled).toMatchObject({ ok: true, value: { moneyKobo: 850_000, from: 'us' } })
	expect(await outcomeOf(reference)).toBe('refund: plan_cancelled')
	expect(await person.cashbackKobo()).toBe(50_000)
	expect(await desk.usesOf(shop, 'TENTH')).toBe(0)
	const shown = await desk.deps.subscriptions.periods.subscriptionOf(guest.actorNow(), id)
	expect(shown && detailsView(shown, [], desk.clock.now).facts.slice(1)).toEqual([
		{ label: 'Ended', value: 'Nov 30, 2026' },
		{ label: 'Price Paid', value: '₦9,000' },
		{ label: 'Refunded', value: '₦8,500' },
		{ label: 'Returned as cashback', value: '₦500' },
	])
	expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(0)
	await expectSound(desk.database())
})

test('D45: an order that is paid at the shop starts there, once, within seven days; another code or too late is refused', async () => {
	const shop = await desk.newShop()
	const planId = await addPlan(desk.database(), shop.id)
	const guest = await newBuyer(planId)
	const ordered = await guest.press({ choice: 'cash' })
	if (!ordered.ok || ordered.value.next !== 'order') throw new Error('not ordered')
	const { referenceNumber } = ordered.value
	expect(await guest.press({ choice: 'cash' })).toEqual(ordered)
	expect(await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())).toMatchObject([
		{ referenceNumber, toPayKobo: PRICE },
	])
	const activate = async (now: Instant) => {
		const order = await desk.deps.subscriptions.planOrders.orderByReference(referenceNumber, now)
		if (!order) throw new Error('no order')
		return activateOrder(desk.deps, order, now)
	}
	// What was paid in time can be started a week later still (D62).
	expect(await activate(desk.clock.now + 14 * DAY_MS)).toEqual(refused('plan_order_over'))
	const all = await Promise.all([1, 2, 3].map(() => activate(desk.clock.now + DAY_MS)))
	expect(new Set(all.map((one) => (one.ok ? one.value.subscriptionId : one.refusal))).size).toBe(1)
	expect(await guest.held()).toHaveLength(1)
	expect(await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())).toEqual([])
	await expectSound(desk.database())
})

test('ops plan activate: starts an order, says so once more, and refuses what is none', async () => {
	const { guest } = await planOnOffer()
	const ordered = await guest.press({ choice: 'cash' })
	const referenceNumber = ordered.ok && ordered.value.next === 'order' ? ordered.value.referenceNumber : ''
	const ops = async (reference: string, now = desk.clock.now) => {
		const said: string[] = []
		const say = (line: string) => said.push(line)
		const env = { DATABASE_URL: desk.database().url }
		const exit = await runOps(['plan', 'activate', reference], { env, say, note: say, now })
		return `${exit}: ${said.join(' ')}`
	}
	expect(await ops('NOT-HERE')).toBe('1: No order has this number.')
	expect(await ops(referenceNumber, desk.clock.now + 14 * DAY_MS)).toContain('ended more than a week ago')
	expect(await ops(referenceNumber.toLowerCase())).toMatch(
		/^0: Plan .* has started: ₦10,000 paid at the shop\.$/,
	)
	expect(await ops(referenceNumber)).toMatch(/^0: Plan .* had started before\.$/)
	expect(await guest.held()).toHaveLength(1)
})

test('a plan that the operator refunds, or that a dispute takes back, ends at once', async () => {
	const { shop, guest } = await planOnOffer()
	const reference = await guest.start()
	expect(await pay(reference)).toBe('subscribed')
	await desk.deliver({
		event: 'refund.processed',
		data: { id: 991, transaction_reference: reference, amount: PRICE, currency: 'NGN' },
	})
	expect((await guest.held())[0]).toMatchObject({ cancelled_at: desk.clock.now })
	expect(await desk.balanceOf(`shop_due:${shop.id}`)).toBe(0)
	await expectSound(desk.database())
})

describe('D62: an order of a plan at the shop', () => {
	const numberOf = (ordered: Awaited<ReturnType<ReturnType<typeof buyer>['press']>>) => {
		if (!ordered.ok || ordered.value.next !== 'order') throw new Error('not ordered')
		return ordered.value.referenceNumber
	}
	async function atDesk(shopId: string, typed: string, { own = null as string | null } = {}) {
		const id = newId()
		const started = await startOrderedPlan(desk.deps, {
			typed,
			shopId,
			ownUserId: own,
			actOf: (act) => {
				const by = { id, requestId: id, shopId, keyId: null, now: desk.clock.now }
				return desk.deps.shops.shopActs.insertAct({ ...act, ...by })
			},
			now: desk.clock.now,
		})
		return started.ok ? (started.value.wasStarted ? 'before' : 'started') : started.refusal
	}
	const lookUp = async (shopId: string, text: string, usesReward = false) => {
		const used = await presentCode(desk.deps, { shopId, text, usesReward, now: desk.clock.now })
		return used.ok ? used.value : used.refusal.code
	}

	test('the desk looks up the number, sees plan, person and sum, and starts it once; it is written down', async () => {
		const [shop, other] = [await desk.newShop(), await desk.newShop()]
		const guest = await newBuyer(await addPlan(desk.database(), shop.id))
		const number = numberOf(await guest.press({ choice: 'cash' }))
		const typed = number.replace('-', '').toLowerCase()
		expect(await lookUp(shop.id, typed)).toMatchObject({
			kind: 'order',
			referenceNumber: number,
			holder: 'Ada Obi',
			toPayKobo: PRICE,
		})
		// It is no reward, and to look it up is no act.
		expect(await lookUp(shop.id, typed, true)).toMatchObject({ kind: 'order', referenceNumber: number })
		expect(await lookUp(other.id, typed)).toBe('code_not_known')
		expect(await guest.held()).toEqual([])
		expect(await atDesk(other.id, typed)).toBe('order_not_found')
		expect(await atDesk(shop.id, typed, { own: guest.userId })).toBe('own_code')
		expect(await atDesk(shop.id, typed)).toBe('started')
		expect(await atDesk(shop.id, typed)).toBe('before')
		expect(await guest.held()).toHaveLength(1)
		expect(await lookUp(shop.id, typed)).toBe('order_started')
		const acts = `SELECT kind, subject_id FROM shop_acts WHERE shop_id = ?`
		expect(await desk.rows(acts, shop.id)).toMatchObject([{ kind: 'plan_activated', subject_id: number }])
		await expectSound(desk.database())
	})

	test('is one for a plan; a newer one replaces it, and it is told by mail', async () => {
		const { shop, guest } = await planOnOffer()
		const first = numberOf(await guest.press({ choice: 'cash' }))
		const second = numberOf(await guest.press({ choice: 'cash', autoRenews: true }))
		const open = await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())
		expect(open.map(({ referenceNumber }) => referenceNumber)).toEqual([second])
		expect(await atDesk(shop.id, first)).toBe('plan_order_ended')
		expect(await lookUp(shop.id, first)).toBe('order_ended')
		const mails = `SELECT count(*) FROM outbox WHERE kind = 'plan_ordered' AND user_id = ?`
		expect(await desk.count(mails, guest.userId)).toBe(2)
		// The first again: it is open under its number.
		expect(numberOf(await guest.press({ choice: 'cash' }))).toBe(first)
		expect(await atDesk(shop.id, second)).toBe('plan_order_ended')
		expect(await atDesk(shop.id, first)).toBe('started')
	})

	test('whose write arrives once more, late, opens nothing that was cancelled, and replaces no newer one', async () => {
		const { guest } = await planOnOffer()
		const open = async () =>
			(await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())).map(
				({ referenceNumber }) => referenceNumber,
			)
		const kept = keepFirstWrite(desk.deps)
		const first = numberOf(await guest.press({ choice: 'cash' }))
		desk.clock.now += MINUTE_MS
		await cancelOrder(desk.deps, guest.actorNow(), first)
		await kept.again()
		expect(await open()).toEqual([])
		desk.clock.now += MINUTE_MS
		const second = numberOf(await guest.press({ choice: 'cash', autoRenews: true }))
		await kept.again()
		expect(await open()).toEqual([second])
	})

	test('of two tabs: what was sent first and written last hears that a newer one replaced it', async () => {
		const { guest } = await planOnOffer()
		desk.clock.now += 1_000
		const newer = numberOf(await guest.press({ choice: 'cash', autoRenews: true }))
		desk.clock.now -= 1_000
		expect(await guest.press({ choice: 'cash' })).toEqual(refused('plan_order_ended'))
		const open = await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())
		expect(open.map(({ referenceNumber }) => referenceNumber)).toEqual([newer])
		await expectSound(desk.database())
	})

	test('that was paid online is asked for no more', async () => {
		const { shop, guest } = await planOnOffer()
		const number = numberOf(await guest.press({ choice: 'cash' }))
		expect(await pay(await guest.start())).toBe('subscribed')
		expect(await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())).toEqual([])
		expect(await atDesk(shop.id, number)).toBe('before')
		expect(await guest.held()).toHaveLength(1)
	})

	test('can be cancelled by its customer alone; a desk that was starting it then hears so', async () => {
		const shop = await desk.newShop()
		const planId = await addPlan(desk.database(), shop.id)
		const [guest, stranger] = [await newBuyer(planId), await newBuyer(planId)]
		const number = numberOf(await guest.press({ choice: 'cash' }))
		await cancelOrder(desk.deps, stranger.actorNow(), number)
		expect(await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())).toHaveLength(1)
		const order = await desk.deps.subscriptions.planOrders.orderByReference(number, desk.clock.now)
		if (!order) throw new Error('no order')
		await cancelOrder(desk.deps, guest.actorNow(), number)
		expect(await desk.deps.subscriptions.planOrders.openOrders(guest.actorNow())).toEqual([])
		expect(await activateOrder(desk.deps, order, desk.clock.now)).toEqual(refused('plan_order_ended'))
		expect(await guest.held()).toEqual([])
		await expectSound(desk.database())
	})

	test('is told to be cancelled where it is, and not where it was started or its session has ended', async () => {
		const { shop, guest } = await planOnOffer()
		const number = numberOf(await guest.press({ choice: 'cash' }))
		const cancel = () => cancelOrder(desk.deps, guest.actorNow(), number)
		const isOpen = async () =>
			(await desk.count(
				'SELECT count(*) FROM plan_orders WHERE reference_number = ? AND ended_at IS NULL',
				number,
			)) > 0
		const sessionsEndAt = (at: Instant) =>
			desk.database().change('UPDATE sessions SET expires_at = ? WHERE user_id = ?', at, guest.userId)
		await sessionsEndAt(desk.clock.now)
		expect(await cancel()).toEqual(refused('order_not_found'))
		expect(await isOpen()).toBe(true)
		await sessionsEndAt(desk.clock.now + DAY_MS)
		expect(await cancel()).toEqual(accepted(null))
		expect(await isOpen()).toBe(false)
		// A post that is sent again reads as the first (F26).
		expect(await cancel()).toEqual(accepted(null))
		expect(numberOf(await guest.press({ choice: 'cash' }))).toBe(number)
		expect(await atDesk(shop.id, number)).toBe('started')
		expect(await cancel()).toEqual(refused('order_started'))
		expect(await guest.held()).toHaveLength(1)
	})

	test('whose days are over can be started for a week more, because it may have been paid in time', async () => {
		const { shop, guest } = await planOnOffer()
		const number = numberOf(await guest.press({ choice: 'cash' }))
		desk.clock.now += 8 * DAY_MS
		expect(await lookUp(shop.id, number)).toMatchObject({ kind: 'order' })
		expect(await atDesk(shop.id, number)).toBe('started')
	})
})

test('F17: what is booked or waited for while the money of a plan goes back is given up with it', async () => {
	const shop = await desk.newShop()
	const planId = await addPlan(desk.database(), shop.id)
	const guest = await newBuyer(planId)
	const reference = await guest.start()
	expect(await pay(reference)).toBe('subscribed')
	const startsAt = noonInThreeDays(desk.clock.now)
	const [full, free, late] = [
		await addPlanSession(desk.database(), planId, { startsAt: startsAt + DAY_MS }),
		await addPlanSession(desk.database(), planId, { startsAt }),
		await addPlanSession(desk.database(), planId, { startsAt: startsAt + 2 * DAY_MS }),
	]
	const other = await addHolder(desk.database(), planId, { now: desk.clock.now })
	const asked = (sessionId: string) => ({ sessionId, subscriptionId: null })
	expect(await bookSession(desk.deps, other.actorAt(desk.clock.now), asked(full))).toMatchObject({ ok: true })
	expect(await bookSession(desk.deps, guest.actorNow(), asked(free))).toMatchObject({ ok: true })
	const deps = beforeWrite({ ...desk.deps }, async () => {
		expect(await bookSession(desk.deps, guest.actorNow(), asked(late))).toMatchObject({ ok: true })
		expect(await joinWaitlist(desk.deps, guest.actorNow(), asked(full))).toMatchObject({ ok: true })
	})
	expect(await refundByOperator(deps, { givenReference: reference, now: desk.clock.now })).toMatchObject({
		ok: true,
	})
	const [held] = await guest.held()
	expect(held).toMatchObject({ cancelled_at: desk.clock.now })
	const kept = `SELECT (SELECT count(*) FROM session_bookings WHERE subscription_id = ?1 AND status = 'booked')
		+ (SELECT count(*) FROM session_waits WHERE subscription_id = ?1 AND ended_at IS NULL)`
	expect(await desk.count(kept, String(held?.id))).toBe(0)
	await expectSound(desk.database())
})

test('F21: a plan that the operator refunds gives its cashback and its promo use back', async () => {
	const shop = await desk.newShop({ promoCodes: { TENTH: { percent: 10, maxUses: 1 } } })
	const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await person.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 10 }))
	await person.keepAppointment(shop.idOf('cut'), ten)
	const guest = buyer(person, await addPlan(desk.database(), shop.id))
	const reference = await guest.start({ promoCode: 'TENTH', usesCashback: true })
	expect(await pay(reference)).toBe('subscribed')
	expect(await person.cashbackKobo()).toBe(0)
	expect(await refundByOperator(desk.deps, { givenReference: reference, now: desk.clock.now })).toMatchObject(
		{ ok: true },
	)
	expect(await person.cashbackKobo()).toBe(50_000)
	expect(await desk.usesOf(shop, 'TENTH')).toBe(0)
	await expectSound(desk.database())
})

test('who asked for it is told to renew three days before the end, once, with the link that pays', async () => {
	const { guest } = await planOnOffer()
	expect(await pay(await guest.start({ autoRenews: true }))).toBe('subscribed')
	const endsAt = Number((await guest.held())[0]?.ends_at)
	const queued = async (now: Instant) => {
		await desk.deps.writeBatch(desk.deps.messaging.planMails.insertEnding(now))
		return desk.count(
			`SELECT count(*) n FROM outbox WHERE kind = 'plan_ending' AND recipient_email = ?`,
			guest.email,
		)
	}
	expect(await queued(endsAt - 3 * DAY_MS - 1)).toBe(0)
	expect(await queued(endsAt - 3 * DAY_MS)).toBe(1)
	expect(await queued(endsAt - 2 * DAY_MS)).toBe(1)
})

test('D33: who has not proven the address is not told to renew after five other mails of the day', async () => {
	const { guest } = await planOnOffer()
	expect(await pay(await guest.start({ autoRenews: true }))).toBe('subscribed')
	const at = Number((await guest.held())[0]?.ends_at) - DAY_MS
	await desk.change('UPDATE users SET email_verified_at = NULL WHERE id = ?', guest.userId)
	for (const i of [1, 2, 3, 4, 5])
		await desk.change(
			`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at)
				VALUES (?1, 'test', ?1, ?2, '{}', ?3, ?3, ?3)`,
			`${guest.email} ${i}`,
			guest.email,
			at - 1,
		)
	await desk.deps.writeBatch(desk.deps.messaging.planMails.insertEnding(at))
	const withheld = `SELECT withheld_at FROM outbox WHERE kind = 'plan_ending' AND recipient_email = ?`
	expect(await desk.rows(withheld, guest.email)).toEqual([{ withheld_at: at }])
})

test('who has paid for the next period is not told to renew', async () => {
	const { guest } = await planOnOffer()
	expect(await pay(await guest.start({ autoRenews: true }))).toBe('subscribed')
	const [first] = await guest.held()
	expect(await pay(await guest.start({ renews: String(first?.id) }))).toBe('subscribed')
	await desk.deps.writeBatch(desk.deps.messaging.planMails.insertEnding(Number(first?.ends_at) - DAY_MS))
	const told = `SELECT count(*) n FROM outbox WHERE kind = 'plan_ending' AND recipient_email = ?`
	expect(await desk.count(told, guest.email)).toBe(0)
})
