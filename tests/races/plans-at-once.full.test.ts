import { expect, test } from 'vitest'
import { settlePayment } from '#app/flows/payments/settle-payment.server.ts'
import { orderPlan } from '#app/flows/subscriptions/order-plan.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson, type Person } from '#tests/support/accounts.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPlan, addPlanSession, addSubscription, noonInThreeDays } from '#tests/support/session-desk.ts'
import { type SessionAct, withSessionRacers } from './session-race.ts'

/** What ends a plan beside what uses it, and two ways to pay for the same days, from four processes at once. */
const desk = withPaymentDesk('plans-at-once')
const race = withSessionRacers()
const rounds = Array.from({ length: isDeep ? 20 : 2 }, (_, i) => i + 1)
const SESSIONS = isDeep ? 40 : 12
const PRICE = 1_000_000

const together = (acts: SessionAct[]) => race({ databaseUrl: desk.database().url, acts })
const newPerson = () => addSignedInPerson(desk.database(), { at: desk.clock.now, isVerified: true })

/** Orders a plan; gives the number of the order at the shop, null for one that is paid online. */
async function order(
	{ userId, email, actor }: Person,
	planId: string,
	{ renews = null, choice = 'cash' }: { renews?: string | null; choice?: 'online' | 'cash' } = {},
): Promise<string | null> {
	const { now } = desk.clock
	const ordered = await orderPlan(desk.deps, {
		planId,
		renews,
		promoCode: '',
		usesCashback: false,
		paymentChoice: choice,
		autoRenews: false,
		customer: { userId, firstName: 'Ada', lastName: 'Obi', email, phone: null },
		actor: { ...actor, at: now },
		seen: { totalKobo: PRICE, toPayKobo: PRICE },
		networkKey: null,
		now,
	})
	if (!ordered.ok) throw new Error(ordered.refusal)
	return ordered.value.next === 'order' ? ordered.value.referenceNumber : null
}

test.each(rounds)(
	'F17: round %i: of a plan whose money goes back no place is kept, whenever it was booked',
	async () => {
		const { now } = desk.clock
		const planId = await addPlan(desk.database(), (await desk.newShop()).id)
		const person = await newPerson()
		await order(person, planId, { choice: 'online' })
		const [attempt] = await desk.rows(
			`SELECT payment_attempts.payment_reference FROM payment_attempts JOIN checkouts ON checkouts.id = checkout_id WHERE created_by_user_id = ?`,
			person.userId,
		)
		const reference = String(attempt?.payment_reference)
		desk.paystack.pay(reference)
		await settlePayment(desk.deps, { paymentReference: reference, now })
		const acts: SessionAct[] = []
		for (let i = 0; i < SESSIONS; i++) {
			const startsAt = noonInThreeDays(now) + Math.floor(i / 2) * DAY_MS + (i % 2) * 2 * 3_600_000
			const sessionId = await addPlanSession(desk.database(), planId, {
				startsAt: Math.min(startsAt, now + 28 * DAY_MS + i * 7_200_000),
			})
			acts.push({ kind: 'book', actor: { ...person.actor, at: now }, sessionId })
		}
		acts.splice(SESSIONS / 2, 0, { kind: 'refund', reference, now: now + 1 })
		const tally = await together(acts)
		expect(tally.refunded).toBe(1)
		const known = ['booked', 'refunded', 'subscription_not_usable', 'outside_plan', 'too_many_sessions_ahead']
		expect(Object.keys(tally).filter((outcome) => !known.includes(outcome))).toEqual([])
		const kept = `SELECT count(*) FROM session_bookings WHERE user_id = ? AND status = 'booked'`
		expect(await desk.count(kept, person.userId)).toBe(0)
		await expectSound(desk.database())
	},
)

test.each(rounds)('F16: round %i: a renewal beside a new purchase is one period', async () => {
	const planId = await addPlan(desk.database(), (await desk.newShop()).id)
	const { now } = desk.clock
	const acts: SessionAct[] = []
	const people: string[] = []
	for (let i = 0; i < (isDeep ? 25 : 6); i++) {
		const person = await newPerson()
		people.push(person.userId)
		const renews = await addSubscription(desk.database(), planId, person.userId, {
			startsAt: now - 31 * DAY_MS,
			endsAt: now - DAY_MS,
		})
		const numbers = [await order(person, planId, { renews }), await order(person, planId)]
		for (const number of numbers)
			for (let press = 0; press < 3; press++)
				acts.push({ kind: 'start', order: String(number), now: now + press })
	}
	const tally = await together(acts)
	expect(Object.keys(tally).filter((outcome) => !['started', 'plan_held'].includes(outcome))).toEqual([])
	for (const userId of people)
		expect(
			await desk.count(
				'SELECT count(*) FROM subscriptions WHERE user_id = ? AND ends_at > ?',
				userId,
				String(now),
			),
		).toBe(1)
	await expectSound(desk.database())
})
