import { describe, expect, test } from 'vitest'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer, type TestProgram } from '#tests/support/loyal-customer.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { presentCode, usedReward } from '#tests/support/used-reward.ts'

const desk = withBookingDesk('loyal')
/** The service of the small shop costs ₦5,000. */
const priceKobo = 500_000

async function customerIn(...programs: Omit<TestProgram, 'shopId'>[]) {
	const shop = await desk.newShop()
	const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	const ids: string[] = []
	for (const program of programs) ids.push(await addProgram(desk.database(), { shopId: shop.id, ...program }))
	for (const id of ids) await customer.join(id)
	const [programId = '', secondId = ''] = ids
	return { shop, customer, programId, secondId }
}

const at = (day: number): Instant => ten + day * DAY_MS
const complete = (reference: string, day: number, isPaid = true) =>
	completeAppointment(desk.deps, { referenceNumber: reference, isPaid, now: at(day) + HOUR_MS })
const undo = (reference: string, day: number) =>
	undoAppointment(desk.deps, { referenceNumber: reference, now: at(day) + 2 * HOUR_MS })

async function appointmentsOn(
	{ shop, customer }: { shop: SmallShop; customer: Awaited<ReturnType<typeof newLoyalCustomer>> },
	days: number[],
) {
	const references: string[] = []
	for (const day of days) references.push(await customer.book(shop.idOf('cut'), at(day)))
	return references
}

describe('a completed visit', () => {
	test('gives a stamp, and at a milestone a reward with a code of its own; a full card starts again', async () => {
		const found = await customerIn({
			card: { visitsRequired: 3, milestones: [{ at: 2 }, { at: 3, kind: 'upgrade' }] },
		})
		const { customer, programId } = found
		const references = await appointmentsOn(found, [0, 1, 2, 3])
		const given = []
		for (const [day, reference] of references.entries()) given.push(await complete(reference, day))
		expect(given.map((one) => one.ok && one.value.rewards)).toEqual([
			[],
			['Reward at 2'],
			['Reward at 3'],
			[],
		])
		expect(await customer.standing(programId)).toMatchObject({
			visits_count: 1,
			cycle_count: 2,
			total_spent_kobo: 4 * priceKobo,
		})
		const rewards = await customer.rewards()
		expect(
			rewards.map(({ milestone_id, cycle_count, used_at }) => [milestone_id, cycle_count, used_at]),
		).toEqual([
			[`${programId}-at-2`, 1, null],
			[`${programId}-at-3`, 1, null],
		])
		for (const { code } of rewards) expect(String(code)).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
		expect(rewards[0]?.code).not.toBe(rewards[1]?.code)
	})

	test('D29: gives cashback of what was paid, in the ledger; a milestone of cashback is credited at once', async () => {
		const found = await customerIn(
			{ cashbackPercent: 5 },
			{ card: { visitsRequired: 5, milestones: [{ at: 1, kind: 'cashback', value: 20_000, unit: 'kobo' }] } },
		)
		const [reference = ''] = await appointmentsOn(found, [0])
		expect(await complete(reference, 0)).toEqual({
			ok: true,
			value: { stamps: 1, rewards: ['Reward at 1'], cashbackKobo: 45_000, referral: null },
		})
		expect(await found.customer.cashbackKobo()).toBe(45_000)
		expect(await found.customer.standing(found.programId)).toMatchObject({ cashback_earned_kobo: 25_000 })
		expect((await found.customer.rewards())[0]?.used_at).toBe(at(0) + HOUR_MS)
	})

	test('D40: one that was not paid gives no cashback; it says what was paid there', async () => {
		const found = await customerIn({ cashbackPercent: 5 })
		const [paid = '', unpaid = ''] = await appointmentsOn(found, [0, 1])
		await complete(paid, 0)
		await complete(unpaid, 1, false)
		expect(await found.customer.cashbackKobo()).toBe(25_000)
		expect(
			await desk.rows(
				'SELECT paid_at_shop_kobo, payment_status FROM appointments WHERE reference_number IN (?, ?) ORDER BY starts_at',
				paid,
				unpaid,
			),
		).toEqual([
			{ paid_at_shop_kobo: priceKobo, payment_status: 'completed' },
			{ paid_at_shop_kobo: 0, payment_status: 'pending' },
		])
	})

	test('D39: two on one day give one stamp; an ended or expired program gives nothing', async () => {
		const found = await customerIn({ card: { visitsRequired: 5 } }, { cashbackPercent: 5, expiresAt: at(-1) })
		const { customer, shop } = found
		const morning = await customer.book(shop.idOf('cut'), at(0))
		const noon = await customer.book(shop.idOf('cut'), at(0) + 2 * HOUR_MS)
		await complete(morning, 0)
		const second = await completeAppointment(desk.deps, {
			referenceNumber: noon,
			isPaid: true,
			now: at(0) + 4 * HOUR_MS,
		})
		expect(second).toMatchObject({ ok: true, value: { stamps: 0 } })
		expect(await customer.standing(found.programId)).toMatchObject({ visits_count: 1 })
		expect(await customer.standing(found.secondId)).toMatchObject({ cashback_earned_kobo: 0 })
		await desk.change(`UPDATE loyalty_programs SET status = 'ended' WHERE id = ?`, found.programId)
		const [later = ''] = await appointmentsOn(found, [1])
		await complete(later, 1)
		expect(await customer.standing(found.programId)).toMatchObject({ visits_count: 1 })
	})

	test('D52: is not completed before its start, twice, or after it was cancelled; an unknown one is said', async () => {
		const found = await customerIn({ card: { visitsRequired: 5 } })
		const [reference = ''] = await appointmentsOn(found, [0])
		const now = at(0)
		expect(
			await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now: now - 1 }),
		).toEqual(refused('visit_not_begun'))
		expect((await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })).ok).toBe(
			true,
		)
		expect(await complete(reference, 0)).toEqual(refused('visit_completed'))
		expect(await complete('NOT-HERE', 0)).toEqual(refused('visit_not_found'))
	})

	test('a guest gets nothing, and the visit is completed all the same', async () => {
		const shop = await desk.newShop()
		await addProgram(desk.database(), { shopId: shop.id, card: { visitsRequired: 5 } })
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		await guest.hold(at(0))
		const booked = await guest.book()
		const [row] = await desk.rows(
			'SELECT reference_number FROM appointments WHERE id = ?',
			booked.ok ? booked.value.appointmentId : '',
		)
		expect(await complete(String(row?.reference_number), 0)).toEqual({
			ok: true,
			value: { stamps: 0, rewards: [], cashbackKobo: 0, referral: null },
		})
	})

	test('twenty that complete one visit at once count it once, and visits completed at once all count', async () => {
		const found = await customerIn(
			{ card: { visitsRequired: 10, milestones: [{ at: 3 }] } },
			{ cashbackPercent: 10 },
		)
		const [first = '', ...others] = await appointmentsOn(found, [0, 1, 2, 3])
		const answers = await Promise.all(Array.from({ length: 20 }, () => complete(first, 0)))
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		for (const answer of answers) {
			if (!answer.ok) expect(['visit_completed', 'busy']).toContain(answer.refusal)
		}
		await Promise.all(others.map((reference, i) => complete(reference, i + 1)))
		// A crowd may be told 'busy': asking again succeeds.
		for (const [i, reference] of others.entries()) await complete(reference, i + 1)
		expect(await found.customer.standing(found.programId)).toMatchObject({ visits_count: 4 })
		expect(await found.customer.rewards()).toHaveLength(1)
		expect(await found.customer.cashbackKobo()).toBe(4 * 50_000)
	})
})

test('one that is completed and missed at once is one of the two, for a customer without programs, too', async () => {
	const found = await customerIn()
	const [reference = ''] = await appointmentsOn(found, [0])
	const now = at(0) + HOUR_MS
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, i) =>
			i % 2 === 0
				? completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now })
				: missAppointment(desk.deps, { referenceNumber: reference, now }),
		),
	)
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

describe('D38: undoing', () => {
	test('takes back the stamp, the reward and the cashback; completing again gives them again', async () => {
		const found = await customerIn(
			{ card: { visitsRequired: 3, milestones: [{ at: 1 }] } },
			{ cashbackPercent: 5 },
		)
		const { customer, programId } = found
		const [reference = ''] = await appointmentsOn(found, [0])
		await complete(reference, 0)
		expect(await undo(reference, 0)).toEqual({
			ok: true,
			value: {
				cashbackKobo: 25_000,
				rewards: 1,
				lostKobo: 0,
				lostRewards: 0,
				referralKobo: 0,
				lostReferralKobo: 0,
			},
		})
		expect(await customer.standing(programId)).toMatchObject({ visits_count: 0, total_spent_kobo: 0 })
		expect(await customer.rewards()).toEqual([])
		expect(await customer.cashbackKobo()).toBe(0)
		expect(await undo(reference, 0)).toEqual(refused('visit_still_open'))
		const again = await completeAppointment(desk.deps, {
			referenceNumber: reference,
			isPaid: true,
			now: at(0) + 3 * HOUR_MS,
		})
		expect(again).toMatchObject({
			ok: true,
			value: { stamps: 1, rewards: ['Reward at 1'], cashbackKobo: 25_000, referral: null },
		})
		expect(await customer.cashbackKobo()).toBe(25_000)
	})

	test('F25: the stamp of a day passes to the other completed visit of that day, with what it reached', async () => {
		const found = await customerIn({ card: { visitsRequired: 5, milestones: [{ at: 1 }] } })
		const { customer, shop, programId } = found
		const morning = await customer.book(shop.idOf('cut'), at(0))
		const noon = await customer.book(shop.idOf('cut'), at(0) + 2 * HOUR_MS)
		await complete(morning, 0)
		await completeAppointment(desk.deps, { referenceNumber: noon, isPaid: true, now: at(0) + 4 * HOUR_MS })
		const undoAt = (reference: string, hours: number) =>
			undoAppointment(desk.deps, { referenceNumber: reference, now: at(0) + hours * HOUR_MS })
		expect(await undoAt(morning, 5)).toMatchObject({ ok: true, value: { rewards: 0 } })
		expect(await customer.standing(programId)).toMatchObject({ visits_count: 1 })
		expect(await customer.rewards()).toHaveLength(1)
		expect(await undoAt(noon, 6)).toMatchObject({ ok: true, value: { rewards: 1 } })
		expect(await customer.standing(programId)).toMatchObject({ visits_count: 0 })
	})

	test('F25: no stamp is lost where two visits of a day are undone and completed at once', async () => {
		for (const day of [0, 1, 2]) {
			const found = await customerIn({ card: { visitsRequired: 5 } })
			const { customer, shop, programId } = found
			const morning = await customer.book(shop.idOf('cut'), at(day))
			const noon = await customer.book(shop.idOf('cut'), at(day) + 2 * HOUR_MS)
			await complete(morning, day)
			const now = at(day) + 4 * HOUR_MS
			await Promise.all([
				undoAppointment(desk.deps, { referenceNumber: morning, now }),
				completeAppointment(desk.deps, { referenceNumber: noon, isPaid: true, now }),
			])
			expect(await customer.standing(programId)).toMatchObject({ visits_count: 1 })
		}
	})

	test('F25: both visits of a day are undone at once: the stamp that passed meanwhile goes too', async () => {
		const { customer, shop, programId } = await customerIn({ card: { visitsRequired: 5 } })
		const morning = await customer.book(shop.idOf('cut'), at(0))
		const noon = await customer.book(shop.idOf('cut'), at(0) + 2 * HOUR_MS)
		await complete(morning, 0)
		const now = at(0) + 4 * HOUR_MS
		await completeAppointment(desk.deps, { referenceNumber: noon, isPaid: true, now })
		const undone = await undoAppointment(
			beforeWrite({ ...desk.deps }, () => undoAppointment(desk.deps, { referenceNumber: morning, now })),
			{ referenceNumber: noon, now },
		)
		expect(undone.ok).toBe(true)
		expect(await customer.standing(programId)).toMatchObject({ visits_count: 0, total_spent_kobo: 0 })
	})

	test('an earlier visit keeps the reward that a later stamp has moved up to', async () => {
		const found = await customerIn({ card: { visitsRequired: 5, milestones: [{ at: 2 }] } })
		const references = await appointmentsOn(found, [0, 1, 2])
		for (const [day, reference] of references.entries()) await complete(reference, day)
		await undo(references[0] ?? '', 0)
		expect(await found.customer.standing(found.programId)).toMatchObject({ visits_count: 2 })
		expect(await found.customer.rewards()).toHaveLength(1)
		expect(await undo(references[1] ?? '', 1)).toMatchObject({ ok: true, value: { rewards: 1 } })
		expect(await found.customer.rewards()).toEqual([])
	})

	test('a full card is one stamp short again; a reward that was used stays, and is not given twice', async () => {
		const found = await customerIn({ card: { visitsRequired: 2, milestones: [{ at: 2 }] } })
		const references = await appointmentsOn(found, [0, 1])
		for (const [day, reference] of references.entries()) await complete(reference, day)
		expect(await found.customer.standing(found.programId)).toMatchObject({ visits_count: 0, cycle_count: 2 })
		await desk.change(
			'UPDATE rewards SET used_at = ? WHERE user_id = ?',
			String(at(1)),
			found.customer.userId,
		)
		expect(await undo(references[1] ?? '', 1)).toMatchObject({
			ok: true,
			value: { rewards: 0, lostRewards: 1 },
		})
		expect(await found.customer.standing(found.programId)).toMatchObject({ visits_count: 1, cycle_count: 1 })
		expect(await complete(references[1] ?? '', 2)).toMatchObject({ ok: true, value: { rewards: [] } })
		expect(await found.customer.rewards()).toHaveLength(1)
	})
})

describe('D52: a missed visit', () => {
	test('counts as missed from 15 minutes after its start; undoing takes its time again', async () => {
		const found = await customerIn({ card: { visitsRequired: 5 } })
		const [reference = ''] = await appointmentsOn(found, [0])
		const miss = (now: Instant) => missAppointment(desk.deps, { referenceNumber: reference, now })
		expect(await miss(at(0) + 14 * MINUTE_MS)).toEqual(refused('too_early_to_miss'))
		expect((await miss(at(0) + 15 * MINUTE_MS)).ok).toBe(true)
		expect(await complete(reference, 0)).toEqual(refused('visit_missed'))
		expect((await undo(reference, 0)).ok).toBe(true)
		expect((await complete(reference, 0)).ok).toBe(true)
	})

	test('whose time was given away is not opened again', async () => {
		const found = await customerIn({ card: { visitsRequired: 5 } })
		const [reference = ''] = await appointmentsOn(found, [1])
		await missAppointment(desk.deps, { referenceNumber: reference, now: at(1) + HOUR_MS })
		await appointmentsOn(found, [1])
		expect(await undo(reference, 1)).toEqual(refused('time_given_away'))
	})
})

test('a visit that its customer reviewed took place: it is not undone', async () => {
	const found = await customerIn({ card: { visitsRequired: 5 } })
	const [reference = ''] = await appointmentsOn(found, [0])
	await complete(reference, 0)
	await desk.change(
		`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, created_at)
			SELECT id, shop_id, client_id, 5, ? FROM appointments WHERE reference_number = ?`,
		String(at(0) + 2 * HOUR_MS),
		reference,
	)
	expect(await undo(reference, 0)).toEqual(refused('visit_reviewed'))
})

describe('the operator', () => {
	async function ops(now: Instant, ...words: string[]) {
		const said: string[] = []
		const say = (line: string) => void said.push(line)
		const code = await runOps(words, { env: { DATABASE_URL: desk.database().url }, say, note: say, now })
		return { code, said }
	}

	test('completes, undoes and marks as missed by the reference, however it is typed', async () => {
		const found = await customerIn(
			{ card: { visitsRequired: 5, milestones: [{ at: 1 }] } },
			{ cashbackPercent: 5 },
		)
		const [reference = ''] = await appointmentsOn(found, [0])
		const later = at(0) + HOUR_MS
		expect(await ops(at(0) - 1, 'complete', reference)).toEqual({
			code: 1,
			said: ['This visit hasn’t started yet. You can complete it once it starts.'],
		})
		expect(await ops(later, 'complete', reference.toLowerCase().replace('-', ' '))).toMatchObject({
			code: 0,
			said: [expect.stringContaining('completed'), 'Stamps: 1.', 'Reward: Reward at 1.', 'Cashback: ₦250.'],
		})
		expect((await ops(later, 'complete', reference)).said).toEqual([
			'This visit is completed. Undo that first.',
		])
		expect((await ops(later, 'undo', reference)).said).toEqual([
			`${reference} is open again.`,
			'Cashback reversed: ₦250.',
			'Rewards reversed: 1.',
		])
		expect((await ops(later, 'no-show', reference, '--json')).said).toEqual(['{"ok":true}'])
		expect((await ops(later, 'undo', reference)).code).toBe(0)
		expect((await ops(later, 'complete', reference, '--unpaid')).said).not.toContain('Cashback: ₦250.')
		// O4: what changed something is written down for the shop, as the operator's; what was refused is not.
		const acts = await desk.rows(
			'SELECT kind, key_id FROM shop_acts WHERE summary = ? ORDER BY rowid',
			reference,
		)
		const kinds = ['visit_completed', 'visit_undone', 'visit_missed', 'visit_undone', 'visit_completed']
		expect(acts).toEqual(kinds.map((kind) => ({ kind, key_id: null })))
	})

	test('R41: marks a reward as used once; a code that is over, or none of ours, is said', async () => {
		const found = await customerIn({
			card: {
				visitsRequired: 5,
				milestones: [
					{ at: 1, kind: 'upgrade' },
					{ at: 2, kind: 'upgrade' },
				],
			},
		})
		const references = await appointmentsOn(found, [0, 1])
		for (const [day, reference] of references.entries()) await complete(reference, day)
		const [code = '', other = ''] = (await found.customer.rewards()).map((reward) => String(reward.code))
		const now = at(2)
		const answers = await Promise.all(Array.from({ length: 10 }, () => usedReward(desk.deps, { code, now })))
		expect(answers.filter((answer) => answer === 'used')).toHaveLength(1)
		expect(await ops(now + 60_000, 'reward', 'use', code)).toEqual({
			code: 1,
			said: ['This reward was already used: Thu 26 Nov, 10:00 AM.'],
		})
		expect((await ops(now + 90 * DAY_MS, 'reward', 'use', other)).said).toEqual(['This reward has expired.'])
		expect((await ops(now, 'reward', 'use', other.toLowerCase())).said).toEqual([
			expect.stringMatching(/is used: Reward at 2, at Shop/),
		])
		expect((await ops(now, 'reward', 'use', 'NOTHING2')).said).toEqual(['No reward has this code.'])
	})

	test('D61: a discount that is shown at the shop is off the bill of today’s visit, and cashback goes by the new sum', async () => {
		const found = await customerIn(
			{ card: { visitsRequired: 9, milestones: [{ at: 1 }] } },
			{ cashbackPercent: 10 },
		)
		const [first = '', second = ''] = await appointmentsOn(found, [0, 2])
		await complete(first, 0)
		const [{ code } = {}] = await found.customer.rewards()
		const use = (now: Instant, reference?: string) =>
			usedReward(desk.deps, { code: String(code), now, ...(reference && { reference }) })
		expect(await use(at(1))).toBe('no_visit_today')
		expect(await use(at(0) + 2 * HOUR_MS)).toBe('visit_over')
		const answers = await Promise.all([1, 2, 3, 4].map(() => use(at(2))))
		expect(answers.filter((answer) => answer === 'used')).toHaveLength(1)
		expect(await use(at(2) + 1)).toBe('reward_in_use')
		expect(
			await completeAppointment(desk.deps, { referenceNumber: second, isPaid: true, now: at(2) + 2 }),
		).toMatchObject({
			ok: true,
			value: { cashbackKobo: 45_000 },
		})
		expect(await use(at(2) + 3)).toBe('reward_used')
		expect(
			await desk.count('SELECT paid_at_shop_kobo FROM appointments WHERE reference_number = ?', second),
		).toBe(450_000)
	})

	test('D61: of several visits of today one is named; a service that is not in it, and a second saving, are refused', async () => {
		const shop = await desk.newShop()
		const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		const other = shop.idOf('cut')
		const programId = await addProgram(desk.database(), {
			shopId: shop.id,
			card: { visitsRequired: 9, milestones: [{ at: 1, kind: 'free_service', serviceId: other }, { at: 2 }] },
		})
		await customer.join(programId)
		for (const day of [0, 1]) await complete(await customer.book(other, at(day)), day)
		const [free = '', tenth = ''] = (await customer.rewards()).map(({ code }) => String(code))
		const [morning, noon] = [
			await customer.book(other, at(2)),
			await customer.book(other, at(2) + 2 * HOUR_MS),
		]
		const use = (code: string, reference?: string) =>
			usedReward(desk.deps, { code, now: at(2), ...(reference && { reference }) })
		expect(await use(free)).toBe('visit_not_chosen')
		expect(await use(free, 'AAA-AAAA')).toBe('no_visit_today')
		expect(await use(free, morning)).toBe('used')
		expect(await use(tenth, morning)).toBe('visit_has_saving')
		expect(await use(tenth, noon)).toBe('used')
		const totals = await desk.rows(
			'SELECT total_kobo FROM appointments WHERE reference_number IN (?, ?) ORDER BY starts_at',
			morning,
			noon,
		)
		expect(totals).toEqual([{ total_kobo: 0 }, { total_kobo: 450_000 }])
	})

	test('R41: eight tills use one code in the same millisecond: one gives the reward, and a repeat of its act says so', async () => {
		const found = await customerIn({ card: { visitsRequired: 5, milestones: [{ at: 1, kind: 'upgrade' }] } })
		const [reference = ''] = await appointmentsOn(found, [0])
		await complete(reference, 0)
		const [reward] = await found.customer.rewards()
		const code = String(reward?.code)
		const shopId = found.shop.id
		const now = at(2)
		const presentAs = (key: string) => presentCode(desk.deps, { shopId, text: code, key, now })
		const keys = Array.from({ length: 8 }, newId)
		const answers = await Promise.all(keys.map(presentAs))
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		const first = keys[answers.findIndex(({ ok }) => ok)] ?? ''
		expect(await presentAs(first)).toMatchObject({ ok: true, value: { isUsed: true } })
	})

	test('F26: a right code that was used is no wrong try, however often a queue shows it', async () => {
		const found = await customerIn({ card: { visitsRequired: 5, milestones: [{ at: 1, kind: 'upgrade' }] } })
		const [reference = ''] = await appointmentsOn(found, [0])
		await complete(reference, 0)
		const [reward] = await found.customer.rewards()
		const [shopId, now] = [found.shop.id, at(2)]
		const show = (text: string) => presentCode(desk.deps, { shopId, text, now })
		expect(await show(String(reward?.code))).toMatchObject({ ok: true })
		for (let i = 0; i < 12; i++)
			expect(await show(String(reward?.code))).toMatchObject({ refusal: { code: 'reward_used' } })
		expect(await desk.count('SELECT count(*) FROM shop_acts WHERE shop_id = ?', shopId)).toBe(1)
	})

	test('is told of a reference that no booking has, and of one that is missing', async () => {
		expect((await ops(at(0), 'complete', 'AAA-AAAA')).said).toEqual(['No booking has this reference.'])
		expect((await ops(at(0), 'complete')).code).toBe(2)
	})
})
