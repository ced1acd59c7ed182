import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { refundExpiredOffers } from '#app/flows/payments/sweep-payments.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import { newPayer, type Payer } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, mondayMorningAt, type SmallShop } from '#tests/support/small-shop.ts'

/**
 * Events around payments, in any order and any number at once: every successful charge ends as one visit, an offer or a
 * refund, nothing else does, and the ledger says the same. 20 orders in a sample, 1,000 in a deep run.
 */
const desk = withPaymentDesk('order')
const RUNS = isDeep ? 1_000 : 8
const PEOPLE = 2
const day = '2026-11-26'
const times = ['10:00', '10:30', '11:00'].map((time) => lagos(day, time))

type World = {
	shop: SmallShop
	payers: Payer[]
	/** What each payment has become so far. */
	words: Map<string, string>
}

type Event = { name: string; happens: (world: World) => Promise<unknown> }

const at = <Value>(list: readonly Value[], number: number): Value | undefined =>
	list[number % Math.max(1, list.length)]
const payerOf = ({ payers }: World, who: number) => {
	const payer = at(payers, who)
	if (!payer) throw new Error('nobody is there')
	return payer
}
const referencesOf = async ({ payers }: World) =>
	(await Promise.all(payers.map((payer) => payer.attempts())))
		.flat()
		.map(({ paymentReference }) => paymentReference)
		.sort()
const chargesOf = async (world: World) =>
	(await referencesOf(world)).flatMap((paymentReference) => desk.paystack.find(paymentReference) ?? [])
const openCharge = async (world: World, number: number) =>
	at(
		(await chargesOf(world)).filter(({ status }) => status === 'abandoned' || status === 'failed'),
		number,
	)

/** Forward only: a visit or a refund is final, and an offer becomes either. */
function noteWord({ words }: World, paymentReference: string, word: string) {
	const before = words.get(paymentReference) ?? 'waiting'
	const isLegal = before === word || before.startsWith('waiting') || before === 'offered'
	expect(isLegal, `${paymentReference} was ${before} and is ${word}`).toBe(true)
	words.set(paymentReference, word)
}

async function settle(world: World, paymentReference: string) {
	const settlement = await settleAnswered(desk.deps, { paymentReference, now: desk.clock.now })
	noteWord(world, paymentReference, wordOf(settlement))
}

const who = fc.nat(PEOPLE - 1)
const number = fc.nat(9)
const event = (name: string, happens: Event['happens']): Event => ({ name, happens })

const events = fc.oneof(
	{
		weight: 6,
		arbitrary: fc
			.tuple(who, fc.constantFrom('none', '10', '20'))
			.map(([one, tip]) =>
				event(`${one} goes to pay with a tip of ${tip}`, (world) =>
					payerOf(world, one).press({ tip, paymentChoice: 'online' }),
				),
			),
	},
	{
		weight: 5,
		arbitrary: number.map((which) =>
			event(`payment ${which} is paid`, async (world) => {
				const charge = await openCharge(world, which)
				if (charge) desk.paystack.pay(charge.reference)
			}),
		),
	},
	number.map((which) =>
		event(`a card for payment ${which} is declined`, async (world) => {
			const charge = await openCharge(world, which)
			if (charge) desk.paystack.decline(charge.reference)
		}),
	),
	{
		weight: 3,
		arbitrary: fc.tuple(number, fc.integer({ min: 1, max: 4 })).map(([which, callers]) =>
			event(`${callers} ask about payment ${which}`, async (world) => {
				const paymentReference = at(await referencesOf(world), which)
				if (paymentReference)
					await Promise.all(Array.from({ length: callers }, () => settle(world, paymentReference)))
			}),
		),
	},
	fc.constant(
		event('everything is asked about in the same instant', async (world) => {
			await Promise.all(
				(await referencesOf(world)).map((paymentReference) => settle(world, paymentReference)),
			)
		}),
	),
	{
		weight: 2,
		arbitrary: fc.tuple(who, fc.nat(times.length - 1)).map(([one, time]) =>
			event(`${one} chooses time ${time}`, async (world) => {
				const startsAt = times[time] ?? 0
				const { guest } = payerOf(world, one)
				if ((await guest.hold(startsAt)).ok)
					world.payers[one] = newPayer(() => desk.deps, desk.clock, guest, startsAt)
			}),
		),
	},
	who.map((one) =>
		event(`${one} books with cash`, (world) => payerOf(world, one).press({ paymentChoice: 'cash' })),
	),
	who.map((one) =>
		event(`${one} cancels what is not paid online`, async (world) => {
			const [appointment] = await desk.rows(
				`SELECT visit.id FROM appointments visit JOIN checkouts ON checkouts.id = checkout_id
					WHERE draft_id = ? AND paid_kobo = 0 AND visit.status = 'SCHEDULED'`,
				payerOf(world, one).draftId,
			)
			if (appointment)
				await cancelAppointment(desk.deps, {
					by: { kind: 'customer', appointmentId: String(appointment.id) },
					now: desk.clock.now,
				})
		}),
	),
	{
		weight: 2,
		arbitrary: fc
			.nat(times.length - 1)
			.map((time) =>
				event(`somebody else books time ${time}`, ({ shop }) => desk.bookForCash(shop, times[time])),
			),
	},
	{
		weight: 2,
		arbitrary: fc.constantFrom(1, 5, 13, 16).map((minutes) =>
			event(`${minutes} minutes pass`, async () => {
				desk.clock.now += minutes * MINUTE_MS
			}),
		),
	},
	fc.constant(
		event('a day passes, and offers that are over go back', async () => {
			desk.clock.now += DAY_MS + MINUTE_MS
			await refundExpiredOffers(desk.deps, desk.clock.now)
		}),
	),
	fc.constant(event('holds are tidied away', () => desk.purgeHolds())),
	fc.constant(event('the sweeper comes', () => desk.sweep())),
)

/** In the end every page that is still open may be paid. */
const story = fc
	.tuple(fc.array(events, { minLength: 8, maxLength: 20, size: 'max' }), fc.boolean())
	.map(([sequence, paysAll]) => [
		...sequence,
		...(paysAll
			? [
					event('every open page is paid', async (world) => {
						for (const { status, reference: paymentReference } of await chargesOf(world))
							if (status !== 'success') desk.paystack.pay(paymentReference)
					}),
				]
			: []),
	])

/** All guests have been on Paystack's page. */
async function newWorld(): Promise<World> {
	const shop = await desk.newShop()
	const payers: Payer[] = []
	for (let i = 0; i < PEOPLE; i++) {
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		const startsAt = times[2 * i] ?? 0
		await guest.hold(startsAt)
		const payer = newPayer(() => desk.deps, desk.clock, guest, startsAt)
		await payer.start()
		payers.push(payer)
	}
	return { shop, payers, words: new Map() }
}

async function chargedAtPaystack(world: World): Promise<string[]> {
	return (await chargesOf(world))
		.filter(({ status }) => status === 'success')
		.map(({ reference: paymentReference }) => paymentReference)
		.sort()
}

/** Money at Paystack without an outcome here: no constraint of the database can see it. */
async function chargedWithoutOutcome(world: World): Promise<string[]> {
	const known = await desk.rows('SELECT payment_reference FROM transactions WHERE shop_id = ?', world.shop.id)
	const references = new Set(known.map(({ payment_reference }) => payment_reference))
	return (await chargedAtPaystack(world)).filter((paymentReference) => !references.has(paymentReference))
}

/** Webhook and return page are lost: after the sweeper nothing may be missing or double. */
async function expectOneOutcomeEach(world: World) {
	for (const paymentReference of await referencesOf(world)) await settle(world, paymentReference)
	expect(await chargedWithoutOutcome(world)).toEqual([])
	const charged = await chargedAtPaystack(world)
	const decided = [...world.words]
		.filter(([, word]) => !word.startsWith('waiting'))
		.map(([paymentReference]) => paymentReference)
	expect(decided.sort()).toEqual(charged)

	const outcomes = await desk.rows(
		`SELECT payment.payment_reference AS paymentReference, payment.outcome, count(visit.id) AS appointments, count(back.id) AS refunds
			FROM transactions payment
			LEFT JOIN appointments visit ON visit.id = payment.appointment_id AND visit.status <> 'CANCELLED'
			LEFT JOIN refunds back ON back.payment_reference = payment.payment_reference
			WHERE payment.shop_id = ? GROUP BY payment.payment_reference ORDER BY payment.payment_reference`,
		world.shop.id,
	)
	expect(outcomes.map(({ paymentReference }) => paymentReference)).toEqual(charged)
	for (const { outcome, appointments, refunds } of outcomes)
		expect({ outcome, appointments, refunds }).toEqual({
			outcome,
			appointments: outcome === 'booked' ? 1 : 0,
			refunds: outcome === 'refund' ? 1 : 0,
		})
	const twice = await desk.rows(
		`SELECT draft_id FROM appointments JOIN checkouts ON checkouts.id = checkout_id
			WHERE appointments.shop_id = ? GROUP BY draft_id HAVING count(*) > 1`,
		world.shop.id,
	)
	expect(twice).toEqual([])
}

test(
	'in whatever order things happen, each charge that succeeded has one outcome, and nothing else has any',
	async () => {
		let runs = 0
		await fc.assert(
			fc.asyncProperty(story, async (sequence) => {
				desk.clock.now = mondayMorningAt
				const world = await newWorld()
				const told: string[] = []
				try {
					for (const { name, happens } of sequence) {
						told.push(name)
						await happens(world)
					}
					await expectOneOutcomeEach(world)
					// Auditing the whole database each time would take longer with every order.
					if (++runs % 10 === 0) await expectSound(desk.database())
				} catch (error) {
					throw new Error(`after ${told.join('; ')}`, { cause: error })
				} finally {
					await desk.change(
						`UPDATE payment_attempts SET status = 'closed', gateway_status = 'unfinished', unanswered_since = NULL WHERE status IN ('created', 'open', 'replaced')`,
					)
				}
			}),
			{ numRuns: RUNS },
		)
	},
	isDeep ? 3_600_000 : 120_000,
)

test('a control: where the return page alone settles, money gets lost, and this is how it shows', async () => {
	const world = await newWorld()
	const [closesTheTab, returns] = await referencesOf(world)
	for (const { reference: paymentReference } of await chargesOf(world)) desk.paystack.pay(paymentReference)
	await settle(world, returns ?? '')
	expect(await chargedWithoutOutcome(world)).toEqual([closesTheTab])
	desk.clock.now += 5 * MINUTE_MS
	await desk.sweep()
	expect(await chargedWithoutOutcome(world)).toEqual([])
})
