import { beforeAll, expect, test } from 'vitest'
import { reportReview } from '#app/flows/booking/reviews.server.ts'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { addSignedInPerson, now } from '#tests/support/accounts.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase({ demoAt: now })
const deps = () => bookingDeps(database().url)
let reviews: { appointmentId: string; shopId: string; reference: string }[]
beforeAll(async () => {
	const rows = await database().rows(
		`SELECT appointment_id, reviews.shop_id, reference_number FROM reviews
			JOIN appointments ON appointments.id = appointment_id ORDER BY reviews.created_at DESC LIMIT 12`,
	)
	reviews = rows.map((row) => ({
		appointmentId: String(row.appointment_id),
		shopId: String(row.shop_id),
		reference: String(row.reference_number),
	}))
})

const reviewAt = (index: number) => reviews[index] ?? { appointmentId: '', shopId: '', reference: '' }

async function report(
	who: { actor?: Actor; networkKey?: string },
	{ shopId, appointmentId }: { shopId: string; appointmentId: string },
	at = now,
) {
	const reporter = { actor: who.actor ?? null, networkKey: who.networkKey ?? null }
	const reported = await reportReview(deps(), reporter, { shopId, appointmentId, reason: 'hurtful', now: at })
	return reported.ok ? 'thanks' : reported.refusal
}

const reportsOf = ({ appointmentId }: { appointmentId: string }) =>
	database().rows('SELECT reporter FROM review_reports WHERE appointment_id = ?', appointmentId)

async function ops(...words: string[]) {
	const said: string[] = []
	const env = { DATABASE_URL: database().url }
	const exitCode = await runOps([...words, '--json'], {
		env,
		say: (line) => said.push(line),
		note: () => {},
		now,
	})
	return { exitCode, ...JSON.parse(said[0] ?? '{}') }
}

test('a review is reported once by each visitor, an account or a network', async () => {
	const review = reviewAt(0)
	const person = await addSignedInPerson(database(), { at: now })
	for (const who of [{ networkKey: 'a' }, { networkKey: 'a' }, { networkKey: 'b' }])
		expect(await report(who, review)).toBe('thanks')
	// Signed in, the account counts, from any network.
	for (const networkKey of ['a', 'c'])
		expect(await report({ actor: person.actor, networkKey }, review)).toBe('thanks')
	expect((await reportsOf(review)).map(({ reporter }) => reporter)).toEqual(
		expect.arrayContaining(['network:a', 'network:b', person.userId]),
	)
	expect(await reportsOf(review)).toHaveLength(3)
})

test('only a review of that shop can be reported, and ten in a day', async () => {
	const elsewhere = { ...reviewAt(1), shopId: 'nobody' }
	expect(await report({ networkKey: 'd' }, elsewhere)).toBe('review_not_found')
	expect(await report({ networkKey: 'd' }, { ...reviewAt(1), appointmentId: 'nothing' })).toBe(
		'review_not_found',
	)
	for (let i = 1; i <= 10; i++) expect(await report({ networkKey: 'd' }, reviewAt(i))).toBe('thanks')
	expect(await report({ networkKey: 'd' }, reviewAt(11))).toBe('too_many_reports')
	expect(await reportsOf(reviewAt(11))).toEqual([])
	expect(await report({ networkKey: 'd' }, reviewAt(11), now + DAY_MS + 1)).toBe('thanks')
})

test('the operator hides a review and shows it again: its stars go and come back', async () => {
	const review = reviewAt(0)
	const { appointmentId, shopId, reference } = review
	const shown = async () => {
		const business = await readBusiness({ ...deps(), now }, shopId)
		const [shop] = await database().rows('SELECT rating_sum, review_count FROM shops WHERE id = ?', shopId)
		return {
			isShown: business?.business.reviews.some(({ id }) => id === appointmentId),
			sum: Number(shop?.rating_sum),
			count: Number(shop?.review_count),
		}
	}
	const before = await shown()
	expect(before.isShown).toBe(true)
	expect((await ops('reviews', 'reported')).reviews).toContainEqual(
		expect.objectContaining({ referenceNumber: reference, reasons: ['hurtful', 'hurtful', 'hurtful'] }),
	)
	expect(await ops('reviews', 'hide', reference)).toMatchObject({ exitCode: 0, changed: true, settled: 3 })
	const [{ rating } = {}] = await database().rows(
		'SELECT rating FROM reviews WHERE appointment_id = ?',
		appointmentId,
	)
	const without = { isShown: false, sum: before.sum - Number(rating), count: before.count - 1 }
	expect(await shown()).toEqual(without)
	expect(await report({ networkKey: 'z' }, review)).toBe('review_not_found')
	// Its writer may still change the stars; they count when it is shown again.
	await database().change('UPDATE reviews SET rating = 1 WHERE appointment_id = ?', appointmentId)
	expect(await shown()).toEqual(without)
	expect(await ops('reviews', 'hide', reference)).toMatchObject({ exitCode: 0, changed: false, settled: 0 })
	expect(await ops('reviews', 'keep', reference.toLowerCase())).toMatchObject({ exitCode: 0, changed: true })
	expect(await shown()).toEqual({ isShown: true, sum: without.sum + 1, count: before.count })
	expect(await ops('reviews', 'keep', reference)).toMatchObject({ exitCode: 0, changed: false })
	expect(await ops('reviews', 'hide', 'ZZZ-ZZZZ')).toMatchObject({ exitCode: 1, refusal: 'review_not_found' })
})
