import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTakings, type TakingsPart } from '#app/domain/payments/takings.ts'
import type { PeriodInput } from '#app/domain/payments/takings-period.server.ts'
import { payoutTotals } from '#app/domain/payouts/payout-csv.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { changeAppointment, shownSums } from '#app/flows/booking/change-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { markTransferPaid } from '#app/flows/booking/mark-appointment.server.ts'
import { planChange, readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { readTakings, readTakingsFile } from '#app/flows/shop/read-takings.server.ts'
import { orderPlan } from '#app/flows/subscriptions/order-plan.server.ts'
import { readPlanPurchase } from '#app/flows/subscriptions/read-plan-purchase.server.ts'
import { startOrderedPlan } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { civilAt, daySpans } from '#app/kernel/zone.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { newContact, newGuest, ten } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { newPayer } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addOrder, addPlan } from '#tests/support/session-desk.ts'
import { lagos, monday, mondayMorningAt, type SmallShop, tuesday } from '#tests/support/small-shop.ts'
import { usedReward } from '#tests/support/used-reward.ts'

/**
 * Random days of a shop, played on the real database: whatever was booked, paid, completed, refunded and disputed, the
 * takings are what the ledger says, to the kobo, in each of their three breakdowns.
 */
const desk = withPaymentDesk('takings')
const zone = 'Africa/Lagos'
const caller = (shopId: string) => ({ secretHash: `key of ${shopId}`, kind: 'kiosk' }) as const

type Booked = { id: string; reference: string; paymentReference: string | null; startsAt: Instant }

async function newWorld() {
	desk.clock.now = mondayMorningAt
	const shop = await desk.newShop({
		bankAccount: true,
		staff: { Ada: {}, Bola: {} },
		services: {
			cut: { priceKobo: 333_300 },
			nails: { priceKobo: 100_100, staff: ['Bola'] },
			trim: { priceKobo: 123_400 },
			free: { priceKobo: 0 },
		},
	})
	await addKey(shop)
	const booked: Booked[] = []
	return { shop, booked }
}
type World = Awaited<ReturnType<typeof newWorld>>

const newPerson = () => addSignedInPerson(desk.database(), { at: desk.clock.now, isVerified: true })

const addKey = ({ id }: SmallShop) =>
	desk.change(
		`INSERT INTO access_keys (id, shop_id, kind, role, name, secret_hash, pin_hash, created_at) VALUES (?, ?, 'kiosk', 'owner', 'Owner', ?, 'x', 0)`,
		`key-${id}`,
		id,
		caller(id).secretHash,
	)

type BookStep = {
	kind: 'book'
	services: readonly string[]
	way: 'online' | 'deposit' | 'cash' | 'transfer' | 'pos'
	tip: string
	hasAddOn: boolean
}
type Step =
	| BookStep
	| {
			kind:
				| 'complete'
				| 'completeUnpaid'
				| 'undo'
				| 'miss'
				| 'cancel'
				| 'cancelByShop'
				| 'change'
				| 'transfer'
				| 'refund'
				| 'lose'
			pick: number
	  }

async function book({ shop, booked }: World, { services, tip, hasAddOn, ...step }: BookStep) {
	// Nothing is paid online for what is free.
	const way = services.every((service) => service === 'free') ? 'cash' : step.way
	const startsAt = ten + booked.length * DAY_MS
	await desk.setShop(
		shop,
		way === 'deposit' ? `deposit_kind = 'percent', deposit_value = 30` : `deposit_kind = 'none'`,
	)
	const [first = 'cut', ...others] = services
	const guest = await newGuest(desk.deps, desk.clock, newContact()).begin(shop.idOf(first))
	for (const [place, service] of others.entries()) {
		await guest.addService(shop.idOf(service))
		await guest.chooseStaff('any', place + 1)
	}
	await guest.hold(startsAt)
	const payer = newPayer(() => desk.deps, desk.clock, guest, startsAt)
	const typed = {
		...(tip && { tip: 'custom', customTip: tip }),
		...(hasAddOn && { addOns: [shop.idOf('wash')] }),
	}
	let paymentReference: string | null = null
	if (way === 'online' || way === 'deposit') {
		paymentReference = await payer.start(typed)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
	} else expect(await payer.press({ ...typed, paymentChoice: way })).toMatchObject({ kind: 'booked' })
	const [row] = await desk.rows(
		'SELECT id, reference_number FROM appointments WHERE shop_id = ? AND starts_at = ?',
		shop.id,
		String(startsAt),
	)
	booked.push({ id: String(row?.id), reference: String(row?.reference_number), paymentReference, startsAt })
}

let events = 0
const dispute = (event: string, paymentReference: string, more: object = {}) =>
	desk.deliver({
		event: `charge.dispute.${event}`,
		data: { id: ++events, transaction: { reference: paymentReference }, ...more },
	})

/** The first service becomes a trim: the difference is refunded. */
async function change({ shop }: World, { id, startsAt }: Booked) {
	const { now } = desk.clock
	const wanted = { position: 0, serviceId: shop.idOf('trim'), staffMemberId: null, startsAt }
	const found = await readChangeable(desk.deps, { appointmentId: id, wanted, now })
	const planned = found && planChange(found, wanted, now)
	if (!found || !planned?.ok) return false
	const { bill, staff } = planned.value
	const changed = await changeAppointment(desk.deps, {
		by: { kind: 'customer', appointmentId: id },
		wanted: { ...wanted, staffMemberId: staff.staffMemberId },
		sequence: found.toChange.sequence,
		shown: shownSums(bill),
		now,
	})
	return changed.ok && bill.backKobo > 0
}

/** Gives whether it was done: what a shop refuses changes nothing. */
async function act(world: World, kind: Exclude<Step['kind'], 'book'>, one: Booked): Promise<boolean> {
	const { id, reference: referenceNumber, paymentReference, startsAt } = one
	const deps = { ...desk.deps, log: () => {} }
	const now = startsAt + HOUR_MS + ++events
	desk.clock.now += HOUR_MS
	const by = { kind: 'shop', shopId: world.shop.id, referenceNumber, reason: 'A burst pipe' } as const
	switch (kind) {
		case 'complete':
		case 'completeUnpaid':
			return (await completeAppointment(deps, { referenceNumber, isPaid: kind === 'complete', now })).ok
		case 'undo':
			return (await undoAppointment(deps, { referenceNumber, now })).ok
		case 'miss':
			return (await missAppointment(deps, { referenceNumber, now })).ok
		case 'cancel':
			return (
				await cancelAppointment(deps, {
					by: { kind: 'customer', appointmentId: id },
					now: Math.min(desk.clock.now, startsAt - 1),
				})
			).ok
		case 'cancelByShop':
			return (await cancelAppointment(deps, { by, now: desk.clock.now })).ok
		case 'transfer':
			return (await markTransferPaid(deps, { shopId: world.shop.id, referenceNumber, now: desk.clock.now }))
				.ok
		case 'change':
			return change(world, one)
		case 'refund':
			return (
				paymentReference !== null &&
				(await refundByOperator(deps, { givenReference: paymentReference, now: desk.clock.now })).ok
			)
		case 'lose': {
			if (paymentReference === null) return false
			await dispute('create', paymentReference)
			await dispute('resolve', paymentReference, { resolution: 'merchant-accepted' })
			const [payment] = await desk.rows(
				`SELECT 1 FROM refunds WHERE payment_reference = ? AND reason = 'dispute_lost'`,
				paymentReference,
			)
			return payment !== undefined
		}
	}
}

const asked = (shop: SmallShop, period: PeriodInput) => ({
	caller: caller(shop.id),
	opened: async () => ({ shop: { timeZone: zone } }) as const,
	period,
	now: desk.clock.now,
})
const read = (shop: SmallShop, period: PeriodInput) => readTakings(desk.deps, asked(shop, period))
const readFile = async (shop: SmallShop, period: PeriodInput) =>
	(await readTakingsFile(desk.deps, asked(shop, period))).lines

const months = ['2026-11-10', '2026-12-10', '2027-01-10']
const sumOf = (lines: readonly { amountKobo: number }[]) =>
	lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
const sumOfParts = (parts: readonly TakingsPart[]) =>
	parts.reduce((sum, { amountKobo, tipKobo }) => sum + amountKobo + tipKobo, 0)
const isOnline = ({ way }: TakingsPart) => way === 'online' || way === 'refunded'

/** Who did what part of a visit, by hand: money follows the prices, and the last one has what rounding leaves. */
async function handCounted(shop: SmallShop) {
	const moved = await desk.rows(
		`SELECT payment.appointment_id AS id, -sum(line.amount_kobo) AS kobo FROM ledger_lines line
			JOIN ledger_entries entry ON entry.id = line.entry_id JOIN transactions payment ON payment.payment_reference = entry.subject_id
			WHERE line.account_id IN ('shop_due:' || ?1 || ':NGN', 'staff_tips:' || ?1 || ':NGN') AND payment.appointment_id IS NOT NULL
			GROUP BY line.entry_id, line.account_id
		UNION ALL SELECT id, paid_at_shop_kobo FROM appointments WHERE shop_id = ?1 AND paid_at_shop_kobo > 0`,
		shop.id,
	)
	const byPerson = new Map<string, number>()
	const byItem = new Map<string, number>()
	for (const { id, kobo } of moved) {
		const items = await desk.rows(
			`SELECT service_id AS item, staff_member_id AS person, price_kobo FROM appointment_services WHERE appointment_id = ?1
				UNION ALL SELECT add_on_id, (SELECT staff_member_id FROM appointment_services WHERE appointment_id = ?1 AND position = 0), price_kobo
				FROM appointment_add_ons WHERE appointment_id = ?1`,
			String(id),
		)
		const whole = items.reduce((sum, { price_kobo }) => sum + Number(price_kobo), 0)
		for (const { item, person, price_kobo } of items) {
			const share = whole === 0 ? Number(kobo) / items.length : (Number(kobo) * Number(price_kobo)) / whole
			byPerson.set(String(person), (byPerson.get(String(person)) ?? 0) + share)
			byItem.set(String(item), (byItem.get(String(item)) ?? 0) + share)
		}
	}
	return { byPerson, byItem, shares: moved.length }
}

function grouped(parts: readonly TakingsPart[], of: (part: TakingsPart) => string) {
	const sums = new Map<string, number>()
	for (const part of parts) sums.set(of(part), (sums.get(of(part)) ?? 0) + part.amountKobo + part.tipKobo)
	return sums
}

/** What the card of each customer says that they spent, by one of their visits. */
async function spentByCustomers(shop: SmallShop) {
	const visits = await desk.rows(
		'SELECT min(reference_number) AS number FROM appointments WHERE shop_id = ? GROUP BY client_id',
		shop.id,
	)
	const { selectSpent } = desk.deps.payments.takings
	const spent = await Promise.all(
		visits.map(async ({ number }) => {
			const { kobo } = await desk.deps.writeBatch({ kobo: selectSpent(caller(shop.id), String(number)) })
			return kobo[0] ?? 0
		}),
	)
	return spent.reduce((sum, kobo) => sum + kobo, 0)
}

/** Gives what the shop took in all. */
async function expectLedger({ shop }: World) {
	const days = await desk.deps.payouts.dues.days(shop.id, daySpans(zone, '2026-11-01', '2027-01-31'))
	const ledger = payoutTotals(days)
	const read3 = await Promise.all(months.map((date) => read(shop, { kind: 'month', date })))
	const parts = read3.flatMap((month) => month.parts)
	const online = parts.filter(isOnline)
	// By way.
	expect(sumOf(online)).toBe(ledger.earnedKobo - ledger.returnedKobo)
	expect(online.reduce((sum, { tipKobo }) => sum + tipKobo, 0)).toBe(ledger.tipsKobo)
	expect(sumOfParts(online)).toBe(ledger.dueKobo)
	const balances = await desk.deps.payments.ledger.balancesOf(shop.id)
	expect(ledger.dueKobo).toBe(balances.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0))
	const atShop = parts.filter((part) => !isOnline(part) && part.item !== 'plan')
	expect(sumOfParts(atShop)).toBe(
		await desk.count(
			'SELECT coalesce(sum(paid_at_shop_kobo), 0) FROM appointments WHERE shop_id = ?',
			shop.id,
		),
	)
	// By day.
	const lines = (await Promise.all(months.map((date) => readFile(shop, { kind: 'month', date })))).flat()
	const dateOf = ({ at }: { at: Instant }) => civilAt(zone, at).date
	for (const day of days)
		expect([day.date, sumOfParts(lines.filter((one) => isOnline(one) && dateOf(one) === day.date))]).toEqual([
			day.date,
			day.earnedKobo - day.returnedKobo + day.tipsKobo,
		])
	expect(sumOfParts(lines)).toBe(sumOfParts(parts))
	// By person and by service, to a kobo for each division of a sum.
	const hand = await handCounted(shop)
	const ofVisits = parts.filter(({ item }) => item !== 'plan')
	for (const [found, counted] of [
		[grouped(ofVisits, ({ person }) => person?.id ?? ''), hand.byPerson],
		[grouped(ofVisits, ({ itemId }) => itemId), hand.byItem],
	] as const)
		for (const id of new Set([...found.keys(), ...counted.keys()]))
			expect(Math.abs((found.get(id) ?? 0) - (counted.get(id) ?? 0))).toBeLessThanOrEqual(hand.shares)
	// Each breakdown comes to the total.
	const takings = countTakings(parts)
	expect(takings.totalKobo).toBe(sumOfParts(parts))
	for (const lines of [takings.byWay, takings.byItem, takings.byPerson])
		expect(sumOf(lines)).toBe(takings.totalKobo)
	expect(sumOf(takings.tips)).toBe(takings.tipsKobo)
	// By customer, of those who have visited.
	if (ofVisits.length === parts.length) expect(await spentByCustomers(shop)).toBe(takings.totalKobo)
	return takings.totalKobo
}

const bookStep: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('book' as const),
	services: fc.constantFrom(['cut'], ['cut', 'nails'], ['free', 'nails'], ['free'], ['nails', 'cut']),
	way: fc.constantFrom('online', 'deposit', 'cash', 'transfer', 'pos'),
	tip: fc.constantFrom('', '77', '500'),
	hasAddOn: fc.boolean(),
})
const kinds = [
	...(['complete', 'completeUnpaid', 'undo', 'miss', 'cancel', 'cancelByShop'] as const),
	...(['change', 'transfer', 'refund', 'lose'] as const),
]
const actStep: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(9) })

const online: BookStep = {
	kind: 'book',
	services: ['cut', 'nails'],
	way: 'online',
	tip: '77',
	hasAddOn: true,
}
/** Played first, so that no run passes without each act. */
const all: Step[] = [
	online,
	{ kind: 'change', pick: 0 },
	{ kind: 'complete', pick: 0 },
	{ kind: 'refund', pick: 0 },
	{ ...online, way: 'deposit' },
	{ kind: 'complete', pick: 1 },
	{ kind: 'undo', pick: 1 },
	{ kind: 'lose', pick: 1 },
	{ kind: 'completeUnpaid', pick: 1 },
	{ ...online, way: 'transfer' },
	{ kind: 'transfer', pick: 2 },
	{ kind: 'cancelByShop', pick: 2 },
	{ ...online, way: 'deposit', hasAddOn: false },
	{ kind: 'miss', pick: 3 },
	{ ...online, services: ['free'], hasAddOn: false, way: 'cash', tip: '500' },
	{ kind: 'complete', pick: 4 },
	{ ...online, services: ['cut'], tip: '' },
	{ kind: 'cancel', pick: 5 },
]

test(
	'the takings are the ledger’s and the shop’s own, to the kobo, whatever happened',
	async () => {
		const done = new Map<string, number>()
		let tookKobo = 0
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.oneof({ weight: 2, arbitrary: bookStep }, { weight: 5, arbitrary: actStep }), {
					minLength: 3,
					maxLength: 12,
				}),
				async (steps) => {
					const world = await newWorld()
					for (const step of [{ ...online, way: 'pos' } as const, ...steps]) {
						if (step.kind === 'book') await book(world, step)
						else {
							const one = world.booked[step.pick % world.booked.length]
							if (one && (await act(world, step.kind, one)))
								done.set(step.kind, (done.get(step.kind) ?? 0) + 1)
						}
					}
					tookKobo = Math.max(tookKobo, await expectLedger(world))
					await expectSound(desk.database())
				},
			),
			{ numRuns: isDeep ? 300 : 5, examples: [[all.map(shifted)]] },
		)
		expect([...done.keys()].sort()).toEqual([...kinds].sort())
		expect(tookKobo).toBeGreaterThan(0)
	},
	isDeep ? 3_600_000 : 240_000,
)

/** Each run begins with a visit of its own. */
function shifted(step: Step): Step {
	return step.kind === 'book' ? step : { ...step, pick: step.pick + 1 }
}

test('what stays of a missed visit stands beside the takings, on the day it was missed', async () => {
	const world = await newWorld()
	const { shop, booked } = world
	await book(world, { ...online, way: 'deposit', hasAddOn: false, tip: '' })
	const [visit] = booked
	if (!visit) throw new Error('not booked')
	expect(await act(world, 'miss', visit)).toBe(true)
	const paidOnMonday = await read(shop, { kind: 'day', date: monday })
	const missedOnTuesday = await read(shop, { kind: 'day', date: tuesday })
	// 30 % of ₦3,333 + ₦1,001, in whole naira.
	expect(countTakings(paidOnMonday.parts).byWay).toContainEqual({ label: 'Paid online', amountKobo: 130_000 })
	expect(missedOnTuesday.besides).toEqual([
		{ kind: 'kept', count: 1, amountKobo: 130_000, at: expect.anything() },
	])
	expect(missedOnTuesday.parts).toEqual([])
})

test('a plan counts by where it was paid, and belongs to no person; its refund is taken off', async () => {
	const world = await newWorld()
	const { shop } = world
	const planId = await addPlan(desk.database(), shop.id)
	const [atDesk, online] = [await newPerson(), await newPerson()]
	const typed = await addOrder(desk.database(), planId, atDesk.userId, { now: desk.clock.now })
	const actOf = () => []
	expect(
		await startOrderedPlan(desk.deps, { typed, shopId: shop.id, actOf, now: desk.clock.now }),
	).toMatchObject({ ok: true })
	const actor = { ...online.actor, at: desk.clock.now }
	const asked = { planId, renews: null, promoCode: '', usesCashback: false }
	const quote = (await readPlanPurchase(desk.deps, asked, { actor, now: desk.clock.now }))?.quote
	await orderPlan(desk.deps, {
		...asked,
		paymentChoice: 'online',
		autoRenews: false,
		customer: { ...online, firstName: 'Ada', lastName: 'Obi', phone: null },
		actor,
		seen: { totalKobo: quote?.totalKobo ?? 0, toPayKobo: quote?.toPayKobo ?? 0 },
		networkKey: null,
		now: desk.clock.now,
	})
	const [attempt] = await desk.rows(
		'SELECT payment_attempts.payment_reference FROM payment_attempts JOIN checkouts ON checkouts.id = checkout_id WHERE shop_id = ?',
		shop.id,
	)
	const paymentReference = String(attempt?.payment_reference)
	desk.paystack.pay(paymentReference)
	await desk.settle(paymentReference)
	const ofDay = async () => countTakings((await read(shop, { kind: 'day', date: monday })).parts)
	expect(await ofDay()).toMatchObject({
		totalKobo: 2_000_000,
		byWay: [
			{ label: 'Paid online', amountKobo: 1_000_000 },
			{ label: 'Cash', amountKobo: 1_000_000 },
		],
		byItem: [{ label: `Plan ${planId}`, amountKobo: 2_000_000 }],
		byPerson: [{ label: 'Plans', amountKobo: 2_000_000 }],
	})
	// A card is asked for by a visit.
	for (const [hour, { userId }] of [atDesk, online].entries()) {
		const startsAt = ten + DAY_MS + hour * HOUR_MS
		const visit = await bookWalkIn(desk.deps, {
			...{ shopId: shop.id, serviceIds: [shop.idOf('free')], staffMemberId: shop.idOf('Ada') },
			...{ startsAt, draftId: newId(), now: startsAt },
			customer: { firstName: 'Ada', lastName: 'Obi', email: null, phone: null, userId },
		})
		expect(visit).toMatchObject({ ok: true })
	}
	const spent = () => spentByCustomers(shop)
	expect(await spent()).toBe(2_000_000)
	expect(
		(await refundByOperator(desk.deps, { givenReference: paymentReference, now: desk.clock.now })).ok,
	).toBe(true)
	expect(await spent()).toBe(1_000_000)
	expect((await ofDay()).byWay).toContainEqual({ label: 'Refunded online', amountKobo: -1_000_000 })
	await expectLedger(world)
})

test('cashback and rewards stand beside the takings: they are no money', async () => {
	const { shop } = await newWorld()
	const person = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await person.join(await addProgram(desk.database(), { shopId: shop.id, cashbackPercent: 10 }))
	const card = { visitsRequired: 1, milestones: [{ at: 1 }] }
	await person.join(await addProgram(desk.database(), { shopId: shop.id, card }))
	await person.keepAppointment(shop.idOf('cut'), ten)
	const [reward] = await person.rewards()
	const second = await person.book(shop.idOf('cut'), ten + DAY_MS)
	const now = ten + DAY_MS + HOUR_MS
	expect(await usedReward(desk.deps, { code: String(reward?.code), reference: second, now })).toBe('used')
	await completeAppointment(desk.deps, { referenceNumber: second, isPaid: true, now })
	const { parts, besides } = await read(shop, { kind: 'month', date: monday })
	const sums = Object.fromEntries(
		['reward_used', 'cashback_given'].map((kind) => [kind, besides.filter((one) => one.kind === kind)]),
	)
	expect(sumOf(sums.reward_used ?? [])).toBe(33_300)
	expect(sumOf(sums.cashback_given ?? [])).toBe(33_300 + 30_000)
	expect(sumOfParts(parts)).toBe(333_300 + 300_000)
	expect((await readFile(shop, { kind: 'month', date: monday })).at(-1)).toMatchObject({
		...{ at: now, referenceNumber: second, customer: expect.stringMatching(/^Guest/), way: 'cash' },
		...{ discountKobo: 33_300, amountKobo: 300_000, person: { name: 'Ada Obi' } },
	})
})

test.each([
	// The two accounts of a payment, the shop's and the tips', are one line.
	['online', []],
	[
		'deposit',
		[
			['balance', 'cut', 0],
			['balance', 'nails', 0],
		],
	],
] as const)('each line of the file names its visit, and a discount stands once: %s', async (way, rest) => {
	const world = await newWorld()
	const { shop, booked } = world
	await book(world, { ...online, services: ['cut', 'nails'], way, hasAddOn: false })
	const [visit] = booked
	if (!visit) throw new Error('No visit was booked')
	// As a promo code of the booking leaves it.
	await desk.change('UPDATE appointments SET discount_kobo = 10001 WHERE id = ?', visit.id)
	expect(await act(world, 'complete', visit)).toBe(true)
	const lines = await readFile(shop, { kind: 'month', date: monday })
	expect(lines.map(({ way, itemName, discountKobo }) => [way, itemName, discountKobo])).toEqual([
		['online', 'cut', 7_691],
		['online', 'nails', 2_310],
		...rest,
	])
	expect(new Set(lines.map(({ referenceNumber }) => referenceNumber))).toEqual(new Set([visit.reference]))
	expect(lines.reduce((sum, { tipKobo }) => sum + tipKobo, 0)).toBe(7_700)
	await desk.change('UPDATE appointments SET discount_kobo = 0 WHERE id = ?', visit.id)
})

test('each read of the takings finds its rows by an index of the shop and the period', async () => {
	const { shop } = await newWorld()
	const plans: string[] = []
	const { takings } = createRepositories({
		read: async (statement: Statement) => {
			const { rows } = await desk
				.database()
				.client.execute({ ...statement, sql: `EXPLAIN QUERY PLAN ${statement.sql}` })
			plans.push(...rows.map(({ detail }) => String(detail)))
			return []
		},
		writeBatch: desk.deps.writeBatch,
	} as never).payments
	const window = { fromAt: 0, untilAt: 1, sureFromAt: 0, sureUntilAt: 0 }
	await takings.partsOfCaller(caller(shop.id), window)
	await takings.fileLinesOfCaller(caller(shop.id), window)
	await takings.besidesOfCaller(caller(shop.id), window)
	const text = plans.join('\n')
	for (const index of [
		'appointments_paid_at_shop',
		'appointments_kept',
		'subscriptions_by_shop',
		'rewards_used',
	])
		expect(text).toMatch(new RegExp(`INDEX ${index} \\(shop_id=\\? AND .+>\\? AND .+<\\?\\)`))
	expect(text).toContain('INDEX ledger_lines_by_account (account_id=?)')
})

test('a day is that of the shop’s clock, and another shop’s key reads nothing', async () => {
	const { shop, booked, ...world } = await newWorld()
	desk.clock.now = lagos(monday, '23:30')
	await book({ shop, booked, ...world }, { ...online, services: ['cut'], hasAddOn: false, tip: '' })
	const in_ = async (timeZone: string, date: string) => {
		const { parts } = await readTakings(desk.deps, {
			caller: caller(shop.id),
			opened: async () => ({ shop: { timeZone } }),
			period: { kind: 'day', date },
			now: desk.clock.now,
		})
		return sumOfParts(parts)
	}
	expect([await in_(zone, monday), await in_(zone, tuesday)]).toEqual([333_300, 0])
	expect([await in_('Asia/Tokyo', monday), await in_('Asia/Tokyo', tuesday)]).toEqual([0, 333_300])
	const other = await desk.newShop()
	await addKey(other)
	expect((await read(other, { kind: 'month', date: monday })).parts).toEqual([])
	expect(await readFile(other, { kind: 'month', date: monday })).toEqual([])
	await desk.change(`UPDATE access_keys SET ended_at = 1, ending = 'revoked' WHERE shop_id = ?`, shop.id)
	expect((await read(shop, { kind: 'month', date: monday })).parts).toEqual([])
})
