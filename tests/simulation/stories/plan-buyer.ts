import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import { returnFromPayment } from '#app/flows/payments/settle-payment.server.ts'
import { cancelOrder } from '#app/flows/subscriptions/activate-order.server.ts'
import { orderPlan, type PlanOrdered } from '#app/flows/subscriptions/order-plan.server.ts'
import { readPlanPurchase } from '#app/flows/subscriptions/read-plan-purchase.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { SimulatedPerson } from '../town.ts'
import { startAtDesk } from './plan-counter.ts'
import { actorOf, heldAt, isLong, regularsOf } from './plan-member.ts'
import { planRecordOf } from './plan-record.ts'
import type { Setting, Story } from './story.ts'

/** What a buyer chooses on the page of a plan. */
type Wish = {
	planId: string
	renews: string | null
	promoCode: string
	usesCashback: boolean
	autoRenews: boolean
	paymentChoice: 'online' | 'cash'
}

/** A member buys a plan, or its next period: online, or as an order that is paid at the shop. */
export const planBuyerStory: Story = async (setting) => {
	const { me, shop } = setting
	const { random } = me
	const person = random.pick(regularsOf(setting))
	const { id: planId } = random.pick(shop.plans)
	const cashback = shop.programs.find(({ kind }) => kind === 'cashback')
	if (cashback && random.chance(0.3))
		await me.press('joins the cashback', (deps, now) => enroll(deps, actorOf(person, now), cashback.id))
	const last = (await heldAt(setting, { planId, person, endedSince: 20 * DAY_MS })).at(-1)
	const wish: Wish = {
		planId,
		renews: last && random.chance(0.9) ? last.id : null,
		promoCode: random.chance(0.3) ? random.pick(shop.promoCodes) : '',
		usesCashback: random.chance(0.5),
		autoRenews: random.chance(0.5),
		paymentChoice: random.pick(['online', 'online', 'cash']),
	}
	// Two tabs, each with its own choice.
	if (random.chance(0.15))
		await me.together(
			() => buy(setting, person, wish),
			() => buy(setting, person, { ...wish, ...otherChoice(setting, wish) }),
		)
	else await buy(setting, person, wish)
}

function otherChoice({ me: { random }, shop }: Setting, wish: Wish): Partial<Wish> {
	return random.pick<Partial<Wish>>([
		{ autoRenews: !wish.autoRenews },
		{ promoCode: wish.promoCode === '' ? random.pick(shop.promoCodes) : '' },
		{ paymentChoice: wish.paymentChoice === 'cash' ? 'online' : 'cash' },
	])
}

async function buy(setting: Setting, person: SimulatedPerson, wish: Wish): Promise<void> {
	const ordered = await order(setting, person, wish)
	if (ordered?.next === 'pay') await payOnline(setting, person, wish)
	if (ordered?.next === 'payment') await comeBack(setting, person, ordered.paymentReference)
	if (ordered?.next === 'order') await payAtShop(setting, person, wish, ordered.referenceNumber)
}

/** Reads the price and presses Buy, until there is an answer that is none of the passing refusals. */
async function order(setting: Setting, person: SimulatedPerson, wish: Wish): Promise<PlanOrdered | null> {
	const { me } = setting
	let { promoCode } = wish
	for (let tries = 0; tries < 3; tries++) {
		const readsForMs = me.random.below(me.random.chance(0.1) ? 20 * MINUTE_MS : 60_000)
		const choices = { ...wish, promoCode }
		const quote = await me.ask('reads the price of a plan', async (deps, now) => {
			const purchase = await readPlanPurchase(deps, choices, { actor: actorOf(person, now), now })
			return purchase?.quote ?? null
		})
		if (!quote) continue
		await me.wait(readsForMs)
		const answers = await pressBuy(setting, person, choices, quote)
		const good = answers.find((answer) => answer.ok)
		if (good?.ok) return good.value
		const refusals = answers.map((answer) => (answer.ok ? null : answer.refusal))
		if (refusals.includes('plan_promo_not_valid')) promoCode = ''
		else if (!refusals.some((refusal) => refusal !== null && passing.includes(refusal))) return null
		await me.wait(5_000)
	}
	return null
}

const passing = ['busy', 'not_saved', 'plan_price_changed', 'cashback_not_available', 'payment_not_started']

function pressBuy(
	{ me, world }: Setting,
	person: SimulatedPerson,
	choices: Wish,
	seen: { totalKobo: number; toPayKobo: number },
) {
	const { userId, firstName, lastName, email, phone } = person
	const { orders } = planRecordOf(world)
	return me.press(`buys a plan (${choices.paymentChoice})`, async (deps, now) => {
		const asked = {
			referenceNumber: null as string | null,
			userId,
			planId: choices.planId,
			askedAt: world.now(),
			answeredAt: null as number | null,
		}
		orders.push(asked)
		const ordered = await orderPlan(deps, {
			...choices,
			customer: { userId, firstName, lastName, email, phone },
			actor: actorOf(person, now),
			seen,
			networkKey: null,
			now,
		})
		asked.answeredAt = world.now()
		if (ordered.ok && ordered.value.next === 'order') asked.referenceNumber = ordered.value.referenceNumber
		return ordered
	})
}

/** On Paystack's page: at once, late, with a bad card first, on two pages, or never; comes back or not. */
async function payOnline(setting: Setting, person: SimulatedPerson, wish: Wish): Promise<void> {
	const { me, world } = setting
	const { random } = me
	if (random.chance(0.1)) return
	// After 72 hours an attempt is asked about no more: the operator finds a payment that comes later.
	const isLate = random.chance(0.15)
	await me.wait(isLate ? random.pick([9, 11, 35, 26 * 60, 70 * 60]) * MINUTE_MS : random.below(3 * MINUTE_MS))
	const hasSecondTab = random.chance(0.15)
	if (hasSecondTab) await order(setting, person, { ...wish, ...otherChoice(setting, wish) })
	const pages = await world.sql.rows(
		`SELECT attempt.payment_reference FROM payment_attempts attempt JOIN plan_orders ordered ON ordered.checkout_id = attempt.checkout_id
			WHERE ordered.user_id = ? AND ordered.plan_id = ? AND ordered.renews_subscription_id IS ?
				AND attempt.authorization_url IS NOT NULL ORDER BY attempt.created_at DESC, attempt.payment_reference`,
		person.userId,
		wish.planId,
		wish.renews,
	)
	for (const page of pages) {
		const reference = String(page.payment_reference)
		if (random.chance(0.15)) world.paystack.pay(reference, 'declined')
		world.paystack.pay(reference, random.chance(0.05) ? 'refundFails' : 'success')
		const comesBack = random.chance(0.75)
		if (comesBack) {
			await me.wait(random.below(20_000))
			await comeBack(setting, person, reference)
		}
		if (!random.chance(hasSecondTab ? 0.6 : 0.15)) return
	}
}

async function comeBack({ me }: Setting, person: SimulatedPerson, paymentReference: string): Promise<void> {
	await me.press('comes back from paying for a plan', async (deps, now) => {
		const back = await returnFromPayment(deps, { paymentReference, actor: actorOf(person, now), now })
		return back && (back.payment.received?.outcome ?? back.settlement.kind)
	})
}

/** At the counter: in time, late, twice, at another shop, when it was cancelled, or never. */
async function payAtShop(
	setting: Setting,
	person: SimulatedPerson,
	wish: Wish,
	referenceNumber: string,
): Promise<void> {
	const { me } = setting
	const { random } = me
	if (random.chance(0.12)) return
	const late = [6.9, 7, 7.1, 13.99, 14, 14.01].map((days) => days * DAY_MS)
	const isLate = isLong(setting) && random.chance(0.3)
	await me.wait(
		isLate
			? random.pick(late) - 1_500 + random.below(3_000)
			: random.below(random.chance(0.5) ? HOUR_MS : 20 * HOUR_MS),
	)
	const start = () => startAtDesk(setting, { person, referenceNumber })
	const give = () => cancel(setting, person, referenceNumber)
	const again = async () => {
		await me.wait(random.below(100_000))
		await buy(setting, person, { ...wish, ...(random.chance(0.5) && otherChoice(setting, wish)) })
	}
	const ways: readonly (() => Promise<unknown>)[][] = [
		[start],
		[start],
		[start],
		[() => me.together(start, start)],
		[() => me.together(start, give)],
		[give, start],
		[give, again, start],
		[again, start],
		// It can be paid online instead (D62).
		[() => me.together(start, () => buy(setting, person, { ...wish, paymentChoice: 'online' }))],
		[start, give, start],
	]
	for (const act of random.pick(ways)) {
		await act()
		await me.wait(random.below(2 * MINUTE_MS))
	}
}

async function cancel(
	{ me, world }: Setting,
	person: SimulatedPerson,
	referenceNumber: string,
): Promise<void> {
	await me.press('cancels an order', async (deps, now) => {
		const askedAt = world.now()
		const cancelled = await cancelOrder(deps, actorOf(person, now), referenceNumber)
		if (cancelled.ok) planRecordOf(world).ordersCancelled.push({ referenceNumber, askedAt })
		return cancelled
	})
}
