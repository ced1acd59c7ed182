import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { faultKinds } from '#scripts/site/trip.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { isDeep } from '#tests/support/deep.ts'
import { settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import type { Payer } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { hourlyTimes, mondayMorningAt } from '#tests/support/small-shop.ts'

/**
 * R26, in volume: paid references are settled while every second trip to the database fails and the database is killed
 * again and again. In the end each has exactly one outcome, the one that it would have had on a quiet day:
 * 1,000 of them under 2,000 faults and 10 kills in a deep run, a sample otherwise.
 */
const desk = withPaymentDesk('many')
const APPOINTMENTS = isDeep ? 900 : 24
const LEAST_FAULTS = isDeep ? 2_000 : 60
const KILLS = isDeep ? 10 : 2
const AT_ONCE = 8

let proxy: FaultProxy
beforeAll(async () => {
	proxy = await startFaultProxy(desk.database().url)
})
afterAll(() => proxy.close())

/** The state of the held time when its payment is settled, which decides the outcome. */
type Wish = { payer: Payer; references: string[]; kind: 'kept' | 'free' | 'taken' | 'paid twice' }

async function readyAppointments(): Promise<Wish[]> {
	const appointments: Wish[] = []
	const kinds = ['taken', 'free', 'kept', 'kept', 'paid twice', 'kept'] as const
	const plans = Array.from({ length: APPOINTMENTS }, (_, i) => ({
		kind: kinds[i % kinds.length] ?? 'kept',
		startsAt: hourlyTimes[i % hourlyTimes.length] ?? 0,
		shopNumber: Math.floor(i / hourlyTimes.length),
	}))
	const shops = await Promise.all(
		Array.from({ length: Math.ceil(APPOINTMENTS / hourlyTimes.length) }, () => desk.newShop()),
	)
	const isLate = ({ kind }: { kind: Wish['kind'] }) => kind === 'taken' || kind === 'free'
	// First those whose time is over when they are settled, then the others.
	for (const late of [true, false]) {
		for (const { kind, startsAt, shopNumber } of plans.filter((plan) => isLate(plan) === late)) {
			const shop = shops[shopNumber]
			if (!shop) throw new Error('no shop')
			const { payer, paymentReference } = await desk.atPaystack(shop, { startsAt })
			const references = [paymentReference]
			if (kind === 'paid twice') references.push(await payer.start({ tip: '10' }))
			for (const one of references) desk.paystack.pay(one)
			appointments.push({ payer, references, kind })
		}
		if (!late) break
		desk.clock.now += 15 * MINUTE_MS
		for (const { startsAt, shopNumber } of plans.filter(({ kind }) => kind === 'taken')) {
			const shop = shops[shopNumber]
			if (shop) expect((await desk.bookForCash(shop, startsAt)).ok).toBe(true)
		}
	}
	return appointments
}

test(
	'however often the database fails, and is killed, each paid reference has exactly one outcome',
	async () => {
		expect(desk.clock.now).toBe(mondayMorningAt)
		const appointments = await readyAppointments()
		const references = appointments.flatMap((appointment) => appointment.references)
		const deps = desk.depsThrough(proxy.url)
		const now = desk.clock.now
		const { server } = desk.database()
		let faults = 0
		let kills = 0

		/** As return page, webhook and sweeper do, it leaves a failure to the next caller. */
		async function come(paymentReference: string) {
			try {
				await settleAnswered(deps, { paymentReference, now }, 1)
			} catch (error) {
				// Anything else would be a bug and not a failure.
				if (!isDatabaseError(error)) throw error
			}
		}

		/** Kills the database while the other callers work. */
		let isDown = false
		async function kill() {
			if (isDown || kills === KILLS) return
			isDown = true
			kills += 1
			await server.kill()
			await server.restart()
			isDown = false
		}

		for (let round = 0; faults < LEAST_FAULTS || kills < KILLS; round++) {
			proxy.forget()
			const waiting = [...references]
			const caller = async () => {
				for (let paymentReference = waiting.pop(); paymentReference; paymentReference = waiting.pop()) {
					proxy.inject({
						kind: faultKinds[(round + waiting.length) % faultKinds.length] ?? 'drop-after',
						share: 0.5,
						seed: round * 10_000 + waiting.length,
						delayMs: 20,
					})
					await come(paymentReference)
					if (waiting.length % Math.ceil(references.length / KILLS) === 0) await kill()
				}
			}
			await Promise.all(Array.from({ length: AT_ONCE }, caller))
			proxy.heal()
			faults += proxy.trips.filter(({ fault }) => fault !== null).length
		}

		const words = new Map<string, string>()
		for (const paymentReference of references)
			words.set(paymentReference, wordOf(await settleAnswered(deps, { paymentReference, now })))
		for (const { payer, references: own, kind } of appointments) {
			const expected = {
				kept: ['booked'],
				free: ['booked'],
				taken: ['offered'],
				'paid twice': ['booked', 'refund: second_payment'],
			}[kind]
			expect([kind, own.map((paymentReference) => words.get(paymentReference)).sort()]).toEqual([
				kind,
				expected,
			])
			expect(await desk.traces(payer.draftId)).toEqual({
				appointments: kind === 'taken' ? 0 : 1,
				transactions: own.length,
				refunds: own.length - 1,
				messages: {
					kept: 'booked',
					free: 'booked',
					taken: 'other_time_offered',
					'paid twice': 'booked, refund_started',
				}[kind],
			})
		}
		await expectSound(desk.database())
		expect(faults).toBeGreaterThanOrEqual(LEAST_FAULTS)
		expect(kills).toBe(KILLS)
		console.info(`${references.length} paid references, ${faults} faults, ${kills} kills`)
	},
	isDeep ? 3_600_000 : 120_000,
)
