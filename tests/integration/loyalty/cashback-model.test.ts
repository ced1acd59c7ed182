import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { sessionOf } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { CashbackOracle, PRICE_KOBO } from './cashback-oracle.ts'

/**
 * Random sequences of what can happen to cashback and rewards, played on the real database and counted by hand beside
 * it: after each step the customer has what the oracle says, and the auditor finds nothing. 16 sequences in a sample,
 * 1,000 in a deep run.
 */
const desk = withPaymentDesk('model')
const RUNS = isDeep ? 1_000 : 6
const MAX_STEPS = 5

type Step =
	| { kind: 'book'; usesCashback: boolean; usesReward: boolean; isOnline: boolean }
	| { kind: 'complete' | 'undo' | 'cancel' | 'refund'; pick: number }

const mostly = fc.constantFrom(true, true, false)
/** Each sequence begins with a visit that has taken place, so that there is something to spend. */
const beginning: Step[] = [
	{ kind: 'book', usesCashback: false, usesReward: false, isOnline: true },
	{ kind: 'complete', pick: 0 },
]

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('book' as const),
			usesCashback: mostly,
			usesReward: fc.boolean(),
			isOnline: mostly,
		}),
	},
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('complete' as const), pick: fc.nat(9) }) },
	{
		weight: 4,
		arbitrary: fc.record({ kind: fc.constantFrom('undo', 'cancel', 'refund'), pick: fc.nat(9) }),
	},
)

/**
 * Played first in every run, so that no run passes without having lost cashback and taken each step: spent on a visit
 * that took place, and then the visit that gave it is undone.
 */
const lostCashback: Step[] = [
	{ kind: 'book', usesCashback: true, usesReward: true, isOnline: true },
	{ kind: 'complete', pick: 0 },
	{ kind: 'undo', pick: 0 },
	{ kind: 'refund', pick: 0 },
	{ kind: 'book', usesCashback: true, usesReward: false, isOnline: false },
	{ kind: 'cancel', pick: 0 },
]

/** What was spent is cancelled only after the visit is completed again. */
const earnedAgain: Step[] = [
	{ kind: 'book', usesCashback: true, usesReward: false, isOnline: false },
	{ kind: 'undo', pick: 0 },
	{ kind: 'complete', pick: 0 },
	{ kind: 'cancel', pick: 0 },
]

/** The spending is cancelled while the visit is open, which is completed then: round after round. */
const round: Step[] = [
	{ kind: 'book', usesCashback: true, usesReward: false, isOnline: false },
	{ kind: 'undo', pick: 0 },
	{ kind: 'cancel', pick: 1 },
	{ kind: 'complete', pick: 0 },
]

/** Paystack numbers what it tells, and tells nothing twice. */
let eventsSoFar = 0

/** A customer of a shop that pays 10 % back, takes half of a price online, and gives a tenth off after each visit. */
async function newWorld() {
	const shop = await desk.newShop()
	const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await desk.change('UPDATE sessions SET token_hash = ? WHERE user_id = ?', sessionOf(person), person.userId)
	await person.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 10 }))
	const card = { visitsRequired: 1, milestones: [{ at: 1 }] }
	await person.join(await addProgram(desk.database(), { shopId: shop.id, card }))
	const account: Customer = { ...person, firstName: 'Ada', lastName: 'Obi', phone: null }
	const oracle = new CashbackOracle()
	const booked: { id: string; reference: string; paymentReference: string | null; startsAt: Instant }[] = []
	/** No two completions of a visit are of one instant. */
	let ticks = 0

	const appointmentOf = (place: number) => {
		const appointment = booked[place]
		if (!appointment) throw new Error(`no visit ${place}`)
		return appointment
	}

	async function unusedReward(): Promise<string> {
		const [reward] = await desk.rows(
			'SELECT id FROM rewards WHERE user_id = ? AND used_at IS NULL AND id NOT IN (SELECT reward_id FROM reward_uses) LIMIT 1',
			person.userId,
		)
		return String(reward?.id ?? '')
	}

	async function book({ usesCashback, usesReward, isOnline }: Extract<Step, { kind: 'book' }>) {
		const startsAt = ten + booked.length * DAY_MS
		const reward = usesReward ? await unusedReward() : ''
		// Who owes a deposit cannot pay at the shop.
		await desk.setShop(
			shop,
			`deposit_kind = '${isOnline ? 'percent' : 'none'}', deposit_value = ${isOnline ? 50 : 0}`,
		)
		const payer = await desk.atCheckout(shop, { account, startsAt })
		const cashback = usesCashback && oracle.balanceKobo > 0 ? { usesCashback: '1' as const } : {}
		oracle.book({ discountKobo: reward === '' ? 0 : PRICE_KOBO / 10, usesCashback, isOnline })
		let paymentReference: string | null = null
		if (isOnline) {
			paymentReference = await payer.start({ reward, ...cashback })
			desk.paystack.pay(paymentReference)
			expect(await desk.settled(paymentReference)).toBe('booked')
		} else {
			expect(await payer.press({ reward, ...cashback, paymentChoice: 'cash' })).toMatchObject({
				kind: 'booked',
			})
		}
		const [appointment] = await desk.rows(
			'SELECT id, reference_number FROM appointments WHERE shop_id = ? AND starts_at = ?',
			shop.id,
			String(startsAt),
		)
		booked.push({
			id: String(appointment?.id),
			reference: String(appointment?.reference_number),
			paymentReference,
			startsAt,
		})
	}

	/** The visits for which a step makes sense, by their places. */
	function possible(kind: Exclude<Step['kind'], 'book'>): number[] {
		return oracle.appointments.flatMap((appointment, place) => {
			const isPossible = {
				complete: appointment.status === 'open',
				undo: appointment.status === 'completed',
				cancel: appointment.status === 'open',
				refund: appointment.status !== 'cancelled' && appointment.onlineKobo > 0,
			}[kind]
			return isPossible ? [place] : []
		})
	}

	/** Gives whether there was a visit for it. */
	async function take(one: Step): Promise<boolean> {
		if (one.kind === 'book') {
			await book(one)
			return true
		}
		const places = possible(one.kind)
		const place = places[one.pick % Math.max(places.length, 1)]
		if (place === undefined) return false
		const { id, reference, paymentReference, startsAt } = appointmentOf(place)
		const now = startsAt + HOUR_MS + ++ticks
		desk.clock.now++
		if (one.kind === 'complete')
			await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })
		if (one.kind === 'undo') await undoAppointment(desk.deps, { referenceNumber: reference, now })
		if (one.kind === 'cancel')
			await cancelAppointment(
				{ ...desk.deps, log: () => {} },
				{ by: { kind: 'customer', appointmentId: id }, now: desk.clock.now },
			)
		if (one.kind === 'refund')
			await desk.deliver({
				event: 'refund.processed',
				data: {
					id: ++eventsSoFar,
					transaction_reference: paymentReference,
					amount: oracle.of(place).onlineKobo,
					currency: 'NGN',
				},
			})
		oracle[one.kind](place, one.kind === 'refund' ? desk.clock.now : now)
		return true
	}

	const owedKobo = () =>
		desk.count(
			`SELECT coalesce(sum(amount_kobo - settled_kobo), 0) FROM cashback_write_offs off JOIN cashback_accounts account ON account.id = account_id
				WHERE user_id = ?`,
			person.userId,
		)
	return { take, oracle, person, owedKobo }
}

test(
	'D36–D38, F20: after every step a customer has what a person would count, and the books are sound',
	async () => {
		const settled = { repaidKobo: 0, earnedAgainKobo: 0 }
		let lostKobo = 0
		const taken = { book: 0, complete: 0, undo: 0, cancel: 0, refund: 0 }
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: MAX_STEPS }), async (steps) => {
				const world = await newWorld()
				for (const one of [...beginning, ...steps]) {
					if (!(await world.take(one))) continue
					taken[one.kind]++
					expect(await world.person.cashbackKobo(), `after ${one.kind}`).toBe(world.oracle.balanceKobo)
					expect(await world.owedKobo(), `owed after ${one.kind}`).toBe(world.oracle.owedKobo)
					lostKobo = Math.max(lostKobo, world.oracle.owedKobo)
					await expectSound(desk.database())
				}
				settled.repaidKobo += world.oracle.repaidKobo
				settled.earnedAgainKobo += world.oracle.earnedAgainKobo
			}),
			{ numRuns: RUNS, examples: [[lostCashback], [earnedAgain], [[...round, ...round]]] },
		)
		for (const count of Object.values(taken)) expect(count).toBeGreaterThan(0)
		expect(lostKobo).toBeGreaterThan(0)
		for (const kobo of Object.values(settled)) expect(kobo).toBeGreaterThan(0)
	},
	isDeep ? 3_600_000 : 120_000,
)
