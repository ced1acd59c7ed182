import { beforeAll, describe, expect, test } from 'vitest'
import type { Movement, MovementCursor } from '#app/domain/payments/movement.ts'
import { createMovementRepository } from '#app/domain/payments/movement-repository.server.ts'
import { movementAmount } from '#app/domain/payments/movement-words.ts'
import { receipt } from '#app/domain/payments/receipt.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { movementKinds } from '#app/kernel/vocabulary/payments.ts'
import { openDatabase } from '#db/client.server.ts'
import { actorOf, addSignedInPerson, now, type Person } from '#tests/support/accounts.ts'
import { giveDemoAppointments, plantLoyalty } from '#tests/support/planted-movements.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

// Not audited: its loyalty is planted without what completing a visit keeps beside it.
const database = withTestDatabase({ demoAt: now, audit: false })
const everything = { sinceAt: 0, untilAt: Number.MAX_SAFE_INTEGER, after: null, limit: 10_000 }
let mine: Person
let theirs: Person

beforeAll(async () => {
	mine = await addSignedInPerson(database(), { at: now })
	theirs = await addSignedInPerson(database(), { at: now })
	const { client } = database()
	await giveDemoAppointments(client, mine.userId, now)
	await database().change(
		'UPDATE clients SET user_id = ? WHERE rowid % 3 = 1 AND user_id IS NULL',
		theirs.userId,
	)
	for (const { userId } of [mine, theirs]) {
		const [appointment] = await database().rows(
			`SELECT appointments.id FROM appointments JOIN clients ON clients.id = client_id
				WHERE clients.user_id = ? AND status = 'COMPLETED' LIMIT 1`,
			userId,
		)
		await plantLoyalty(client, { userId, appointmentId: String(appointment?.id), now })
	}
})

const movements = () => createMovementRepository(openDatabase({ url: database().url }).read)
const listAll = (person: Person) => movements().listMovements(person.actor, everything)
const named = (list: readonly Movement[], kind: Movement['kind']) => list.filter((one) => one.kind === kind)

test('the money of a year is what its movements say, and nobody else’s', async () => {
	const sum = (list: readonly Movement[]) => list.reduce((total, { amountKobo }) => total + amountKobo, 0)
	for (const person of [mine, theirs]) {
		const all = (await listAll(person)).filter(({ currency }) => currency === 'NGN')
		const { savedKobo, ...moved } = await movements().moneyBetween(person.actor, everything)
		expect(moved).toEqual({
			paidKobo: sum([...named(all, 'paid'), ...named(all, 'deposit'), ...named(all, 'paid_at_shop')]),
			refundedKobo: sum(named(all, 'refund').filter(({ refundStatus }) => refundStatus === 'processed')),
			keptKobo: sum(named(all, 'kept')),
		})
		const [saved] = await database().rows(
			`SELECT sum(discount_kobo + cashback_kobo) AS kobo FROM appointments JOIN clients ON clients.id = client_id
				WHERE clients.user_id = ? AND status = 'COMPLETED'`,
			person.userId,
		)
		expect(savedKobo).toBe(Number(saved?.kobo))
	}
	const early = { sinceAt: 0, untilAt: now - 3_000 * DAY_MS }
	expect(await movements().moneyBetween(mine.actor, early)).toEqual({
		paidKobo: 0,
		refundedKobo: 0,
		keptKobo: 0,
		savedKobo: 0,
	})
})

describe('the movements of a customer', () => {
	test('D20: are of every kind, each once', async () => {
		const all = await listAll(mine)
		expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(movementKinds))
		expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length)
		const ids = (kind: Movement['kind']) => named(all, kind).map(({ id }) => id)
		expect(ids('deposit')).toEqual(['paid-deposit'])
		expect(ids('paid').toSorted()).toEqual(
			['kept', 'offered', 'returned', 'returning', 'second', 'whole'].map((name) => `paid-${name}`),
		)
		expect(ids('refund').toSorted()).toEqual(['back-returned', 'back-returning', 'back-second'])
		const [kept, ...others] = named(all, 'kept')
		expect(others).toEqual([])
		expect(kept?.paymentReference).toBe('kept')
	})

	test('are signed by what they did to the customer’s money', async () => {
		const all = await listAll(mine)
		const amountOf = (kind: Movement['kind']) => {
			const [movement] = named(all, kind)
			return movement && movementAmount(movement)
		}
		expect(amountOf('paid')).toMatch(/^₦/)
		expect(amountOf('deposit')).toBe('₦10')
		expect(amountOf('refund')).toMatch(/^\+₦/)
		expect(amountOf('kept')).toMatch(/^₦/)
		expect(amountOf('paid_at_shop')).toMatch(/^₦/)
		expect(amountOf('cashback_earned')).toBe('+₦250')
		expect(amountOf('cashback_reversed')).toBe('₦200')
		expect(amountOf('cashback_spent')).toBe('₦30')
		expect(amountOf('cashback_returned')).toBe('+₦30')
		expect(amountOf('referral_earned')).toBe('+₦10')
		expect(amountOf('referral_taken_back')).toBe('₦9')
		expect(amountOf('reward_earned')).toBe('Reward')
		expect(amountOf('reward_used')).toBe('Reward')
	})

	test('D41: a referral tells nothing of the friend’s visit', async () => {
		for (const kind of ['referral_earned', 'referral_taken_back'] as const) {
			const [movement] = named(await listAll(mine), kind)
			expect(movement).toMatchObject({ serviceNames: [], referenceNumber: null, paymentReference: null })
			const found = movement && (await movements().findMovement(mine.actor, movement))
			expect(found?.bill).toBeNull()
		}
	})

	test('D40: hold what each completed visit paid at the shop', async () => {
		const rows = await database().rows(
			`SELECT appointments.id, paid_at_shop_kobo FROM appointments JOIN clients ON clients.id = client_id
				WHERE clients.user_id = ? AND paid_at_shop_kobo > 0`,
			mine.userId,
		)
		expect(rows.length).toBeGreaterThan(60)
		const listed = named(await listAll(mine), 'paid_at_shop')
		expect(new Map(listed.map(({ id, amountKobo }) => [id, amountKobo]))).toEqual(
			new Map(rows.map((row) => [row.id, row.paid_at_shop_kobo])),
		)
		expect(
			listed.every(({ serviceNames, referenceNumber }) => serviceNames.length > 0 && referenceNumber),
		).toBe(true)
	})

	test('D8: are nobody else’s, and nothing is shown to an ended session', async () => {
		const own = await listAll(mine)
		const others = new Set((await listAll(theirs)).map(({ kind, id }) => `${kind} ${id}`))
		expect(others.size).toBeGreaterThan(4)
		expect(own.filter(({ kind, id }) => others.has(`${kind} ${id}`))).toEqual([])
		for (const stranger of [actorOf('made-up'), { ...mine.actor, at: now + 60 * DAY_MS }])
			expect(await movements().listMovements(stranger, everything)).toEqual([])
	})

	test('D28: name on their receipt what took something off, as the confirmation does', async () => {
		const atShop = named(await listAll(mine), 'paid_at_shop').filter(({ referenceNumber }) => referenceNumber)
		const savings = [
			[
				'referral_code_id',
				`'Friend’s code ' || referral_code AS label FROM loyalty_enrollments WHERE referral_code > ''`,
			],
			['promo_code_id', `'Promo ' || code AS label FROM promo_codes`],
			['reward_id', `'Reward: ' || description AS label FROM rewards`],
		] as const
		for (const [index, [column, source]] of savings.entries()) {
			const movement = atShop[index]
			const [saving] = await database().rows(`SELECT id, ${source} LIMIT 1`)
			if (!movement || !saving) throw new Error(`nothing for ${column}`)
			await database().change(
				`UPDATE appointments SET promo_code_id = NULL, discount_kobo = 100, ${column} = ? WHERE id = ?`,
				String(saving.id),
				movement.id,
			)
			const found = await movements().findMovement(mine.actor, movement)
			const line = { label: saving.label, amountKobo: -100 }
			expect(found && receipt(found, 'Ada Obi').bill?.lines).toContainEqual(line)
		}
	})

	test('are found one by one by their owner alone', async () => {
		const all = await listAll(mine)
		for (const kind of movementKinds) {
			const [movement] = named(all, kind)
			if (!movement) throw new Error(`no ${kind}`)
			const found = await movements().findMovement(mine.actor, movement)
			expect(found).toMatchObject(movement)
			// No service was booked where the money is offered other times.
			if (movement.referenceNumber) expect(found?.bill?.items.length).toBeGreaterThan(0)
			expect(await movements().findMovement(theirs.actor, movement)).toBeNull()
			expect(await movements().findMovement(mine.actor, { kind, id: 'nothing' })).toBeNull()
		}
	})

	test('are between two instants, the first included and the second not', async () => {
		const all = await listAll(mine)
		const [newer, older] = [all[10], all[40]]
		if (!newer || !older) throw new Error('too few')
		const between = await movements().listMovements(mine.actor, {
			...everything,
			sinceAt: older.at,
			untilAt: newer.at,
		})
		expect(between).toEqual(all.filter(({ at }) => at >= older.at && at < newer.at))
	})

	test('the newest few are the beginning of the list', async () => {
		expect(await movements().recentMovements(mine.actor, 5)).toEqual((await listAll(mine)).slice(0, 5))
	})
})

describe('going on page by page', () => {
	async function walk(limit: number): Promise<Movement[]> {
		const walked: Movement[] = []
		for (let after: MovementCursor | null = null; ; ) {
			const page = await movements().listMovements(mine.actor, { ...everything, after, limit })
			walked.push(...page)
			const last = page.at(-1)
			if (page.length < limit || !last) return walked
			after = last
		}
	}

	test('gives each once, newest first', async () => {
		const all = await listAll(mine)
		expect(all.length).toBeGreaterThan(60)
		expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a))
		expect(await walk(25)).toEqual(all)
	})

	test('and so where all were at one instant', async () => {
		await database().client.batch(
			[
				{
					sql: `UPDATE appointments SET completed_at = ? WHERE paid_at_shop_kobo > 0`,
					args: [now],
				},
				{ sql: 'UPDATE rewards SET earned_at = ?, used_at = ?', args: [now, now] },
			],
			'write',
		)
		const all = await listAll(mine)
		expect(all.filter(({ at }) => at === now).length).toBeGreaterThan(60)
		expect(await walk(7)).toEqual(all)
	})
})
