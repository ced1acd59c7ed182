import { expect, test } from 'vitest'
import { alertDueDisputes } from '#app/flows/payments/disputes.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'

const desk = withPaymentDesk('alerts')

let disputeCount = 0
async function disputed(dueInMs: number | null) {
	const { paymentReference } = await desk.atPaid(await desk.newShop())
	await desk.settle(paymentReference)
	const id = ++disputeCount
	const dueAt = dueInMs === null ? null : desk.clock.now + dueInMs
	const about = { id, transaction: { reference: paymentReference } }
	const told = { ...about, dueAt: dueAt === null ? null : new Date(dueAt).toISOString() }
	await desk.deliver({ event: 'charge.dispute.create', data: told })
	desk.deps.lines.length = 0
	const end = () =>
		desk.deliver({ event: 'charge.dispute.resolve', data: { ...about, resolution: 'declined' } })
	return { paymentReference, end }
}
const run = (deps = desk.deps) => alertDueDisputes(deps, desk.clock.now)
const dueSoon = () => desk.deps.payments.disputes.countDueSoon(desk.clock.now)

test('a dispute is told of two days before it is due, each day, and once more before it', async () => {
	const { paymentReference, end } = await disputed(49 * HOUR_MS)
	// Its opening was told a moment ago.
	expect([await run(), await dueSoon()]).toEqual([0, 0])
	desk.clock.now += 24 * HOUR_MS - 1
	expect([await run(), await dueSoon()]).toEqual([0, 1])
	desk.clock.now += 1
	expect([await run(), await run()]).toEqual([1, 0])
	desk.clock.now += 19 * HOUR_MS
	// Six hours before: the day is not over yet, but it would be too late.
	expect([await run(), await run()]).toEqual([1, 0])
	desk.clock.now += DAY_MS - MINUTE_MS
	expect(await run()).toBe(0)
	desk.clock.now += MINUTE_MS
	expect(await run()).toBe(1)
	expect(desk.deps.lines).toEqual(
		['due in 25 hours', 'due in 6 hours', 'was due 18 hours ago'].map(
			(due) => `ALERT payment ${paymentReference}: its dispute ${due}, and was not answered`,
		),
	)
	await end()
	desk.clock.now += DAY_MS
	expect([await run(), await dueSoon()]).toEqual([0, 0])
})

test('one that is due within a day is told of again before it is', async () => {
	const { end } = await disputed(16 * HOUR_MS)
	expect([await run(), await dueSoon()]).toEqual([0, 1])
	desk.clock.now += 10 * HOUR_MS
	expect([await run(), await run()]).toEqual([1, 0])
	await end()
})

test('of two runs at once one tells', async () => {
	const { end } = await disputed(5 * HOUR_MS)
	desk.clock.now += DAY_MS
	const [deps, other] = [desk.newDeps(), desk.newDeps()]
	expect((await Promise.all([run(deps), run(other)])).reduce((sum, told) => sum + told)).toBe(1)
	expect([...deps.lines, ...other.lines]).toHaveLength(1)
	await end()
})

test('without a due date, or answered, it is told of no more', async () => {
	const unknown = await disputed(null)
	const answered = await disputed(HOUR_MS)
	await desk.deps.writeBatch([
		desk.deps.payments.disputes.markAnswered(answered.paymentReference, desk.clock.now),
	])
	desk.clock.now += 2 * DAY_MS
	expect([await run(), await dueSoon()]).toEqual([0, 0])
	await unknown.end()
	await answered.end()
})
