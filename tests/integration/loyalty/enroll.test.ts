import { beforeAll, describe, expect, test } from 'vitest'
import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { plantCategories, plantShops } from '#tests/integration/discovery/planted-shops.ts'
import { actorOf, addAccount, addSession, addSignedInPerson, now } from '#tests/support/accounts.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantPrograms } from './planted-programs.ts'

const database = withTestDatabase()

beforeAll(async () => {
	const { client } = database()
	await plantCategories(client)
	await plantShops(client, [
		{ id: 'yaba-cuts', name: 'Yaba Cuts' },
		{ id: 'gone-away', isListed: false },
	])
	await plantPrograms(client, [
		{ id: 'card', shopId: 'yaba-cuts', name: 'Crown Card' },
		{ id: 'back', shopId: 'yaba-cuts', name: 'Cashback', cashbackPercent: 5 },
		{ id: 'over', shopId: 'yaba-cuts', status: 'ended' },
		{ id: 'until-now', shopId: 'yaba-cuts', expiresAt: now },
		{ id: 'until-soon', shopId: 'yaba-cuts', expiresAt: now + 1 },
		{ id: 'of-gone', shopId: 'gone-away' },
	])
})

const deps = () => createRepositories(openDatabase({ url: database().url }))
const somebody = () => addSignedInPerson(database(), { at: now })
const refusedBy = (refusal: string) => ({ ok: false, refusal })

async function enrollmentsOf(userId: string) {
	const rows = await database().rows(
		`SELECT program_id, shop_id, status, enrolled_at, visits_count, cycle_count, total_spent_kobo, cashback_earned_kobo
		FROM loyalty_enrollments WHERE user_id = ? ORDER BY program_id`,
		userId,
	)
	return rows.map((row) => ({ ...row }))
}

const fresh = {
	shop_id: 'yaba-cuts',
	status: 'active',
	enrolled_at: now,
	visits_count: 0,
	cycle_count: 1,
	total_spent_kobo: 0,
	cashback_earned_kobo: 0,
}

describe('Enrolling', () => {
	test('D35: puts the account into each program that it chose, with nothing counted yet', async () => {
		const { actor, userId } = await somebody()
		const joined = {
			ok: true,
			value: expect.objectContaining({ programName: 'Crown Card', shopName: 'Yaba Cuts' }),
		}
		expect(await enroll(deps(), actor, 'card')).toEqual(joined)
		expect(await enroll(deps(), actor, 'back')).toMatchObject({ ok: true })
		expect(await enroll(deps(), actor, 'until-soon')).toMatchObject({ ok: true })
		expect(await enrollmentsOf(userId)).toEqual([
			{ program_id: 'back', ...fresh },
			{ program_id: 'card', ...fresh },
			{ program_id: 'until-soon', ...fresh },
		])
		const program = await deps().loyalty.programs.programOf(actor, 'card')
		expect(program?.isEnrolled).toBe(true)
		const stranger = await somebody()
		expect((await deps().loyalty.programs.programOf(stranger.actor, 'card'))?.isEnrolled).toBe(false)
		await expectSound(database())
	})

	test('F26: a post that is sent again because its answer was lost reads as done', async () => {
		const { actor, userId } = await somebody()
		const first = await enroll(deps(), actor, 'card')
		expect(first.ok).toBe(true)
		expect(await enroll(deps(), { ...actor, at: actor.at + MINUTE_MS }, 'card')).toEqual(first)
		expect(await enrollmentsOf(userId)).toEqual([{ program_id: 'card', ...fresh }])
	})

	test('a second time is refused, from another device too, and changes nothing', async () => {
		const { actor, userId } = await somebody()
		await enroll(deps(), actor, 'card')
		const otherDevice = await addSession(database(), userId)
		for (const device of [actor, otherDevice])
			expect(await enroll(deps(), { ...device, at: device.at + HOUR_MS }, 'card')).toEqual(
				refusedBy('already_enrolled'),
			)
		expect(await enrollmentsOf(userId)).toEqual([{ program_id: 'card', ...fresh }])
	})

	test('I11: twenty times at once is one row, and each is told that they are in', async () => {
		const { actor, userId } = await somebody()
		const answers = await Promise.all(Array.from({ length: 20 }, () => enroll(deps(), actor, 'card')))
		expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
		expect(await enrollmentsOf(userId)).toEqual([{ program_id: 'card', ...fresh }])
	})

	test('an enrollment that ended leaves room for a new one', async () => {
		const { actor, userId } = await somebody()
		await enroll(deps(), actor, 'card')
		await database().change(`UPDATE loyalty_enrollments SET status = 'ended' WHERE user_id = ?`, userId)
		expect(await enroll(deps(), actor, 'card')).toMatchObject({ ok: true })
		expect((await enrollmentsOf(userId)).map(({ status }) => status).sort()).toEqual(['active', 'ended'])
	})

	test.each([
		['over', 'program_ended'],
		['until-now', 'program_ended'],
		['of-gone', 'program_ended'],
		['no-such-program', 'invalid_reference'],
	])('in %s is refused: %s', async (programId, refusal) => {
		const { actor, userId } = await somebody()
		expect(await enroll(deps(), actor, programId)).toEqual(refusedBy(refusal))
		expect(await enrollmentsOf(userId)).toEqual([])
	})

	test('is refused to nobody, to a session that ended and to an account of another role', async () => {
		const { actor, userId } = await somebody()
		const owner = await addAccount(database(), { role: 'shop_owner' })
		const nobodies = [
			actorOf('made-up'),
			{ ...actor, at: now + 60 * DAY_MS },
			await addSession(database(), owner.userId),
		]
		for (const nobody of nobodies)
			expect(await enroll(deps(), nobody, 'card')).toEqual(refusedBy('permission_denied'))
		expect(await enrollmentsOf(userId)).toEqual([])
		expect(await enrollmentsOf(owner.userId)).toEqual([])
	})

	test('is refused to a profile that nobody can be reached by', async () => {
		const { actor, userId } = await somebody()
		await database().change(`UPDATE profiles SET email = '' WHERE id = ?`, userId)
		expect(await enroll(deps(), actor, 'card')).toEqual(refusedBy('insufficient_contact_info'))
		await database().change(`UPDATE profiles SET phone = '+2347000000999' WHERE id = ?`, userId)
		expect(await enroll(deps(), actor, 'card')).toMatchObject({ ok: true })
	})

	test('W5: whose answer is lost is sent once more, and joined once', async () => {
		const { actor, userId } = await somebody()
		const { loyalty, writeBatch } = deps()
		let sent = 0
		const losing: typeof writeBatch = async (batch) => {
			const written = await writeBatch(batch)
			if (++sent === 1) throw new DatabaseError('unknown', 'the answer was lost')
			return written
		}
		expect(await enroll({ loyalty, writeBatch: losing }, actor, 'card')).toMatchObject({
			ok: true,
		})
		expect(sent).toBe(2)
		expect(await enrollmentsOf(userId)).toHaveLength(1)
	})
})
