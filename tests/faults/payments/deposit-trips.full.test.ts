import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askDeposit } from '#app/flows/booking/ask-deposit.server.ts'
import { releaseDeposit } from '#app/flows/booking/change-deposit.server.ts'
import { payDeposit } from '#app/flows/payments/pay-deposit.server.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { type FaultKind, faultKinds } from '#scripts/site/trip.ts'
import { newContact, ten } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { whileFailing } from '../while-failing.ts'

/**
 * D66: the database fails at each trip of asking for a deposit and of starting its payment. Desk or customer press
 * again, and there is one held time, one mail, one visit. Each way in a deep run, two in a sample.
 */
const desk = withPaymentDesk('deposit-trip')

let proxy: FaultProxy
beforeAll(async () => {
	proxy = await startFaultProxy(desk.database().url)
})
afterAll(() => proxy.close())

const kindsAt = (place: number): readonly FaultKind[] =>
	isDeep ? faultKinds : [0, 4].map((step) => faultKinds[(place + step) % faultKinds.length] ?? 'drop-before')
const cases = (trips: number) =>
	Array.from({ length: trips }, (_, i) => i + 1).flatMap((onTrip) =>
		kindsAt(onTrip).map((kind) => ({ onTrip, kind })),
	)

let links = 0
async function toAsk() {
	const shop = await desk.newShop()
	await desk.setShop(shop, "deposit_kind = 'percent', deposit_value = 30")
	const asked = {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt: ten,
		customer: { ...newContact(), userId: null },
		draftId: `deposit-trip-${++links}`,
		now: desk.clock.now,
	}
	return { shop, asked }
}
const codeOf = async (id: string) => {
	const [link] = await desk.rows('SELECT code FROM deposit_links WHERE checkout_id = ?', id)
	return String(link?.code)
}
/** A desk or a customer who is told that it is busy, or gets no answer, presses again. */
const DOUBLE_SUBMIT_MS = 15_000

// One read, the write, and one of them sent again.
describe.each(cases(3))("asking for a deposit, '$kind' at trip $onTrip", ({ kind, onTrip }) => {
	test('asked again it is one', async () => {
		const { asked } = await toAsk()
		const deps = desk.depsThrough(proxy.url)
		await whileFailing(proxy, kind, onTrip, () => askDeposit(deps, asked))
		expect(await askDeposit(desk.deps, asked)).toMatchObject({ ok: true })
		const { draftId } = asked
		expect(await desk.rows('SELECT 1 FROM holds WHERE checkout_id = ?', draftId)).toHaveLength(1)
		expect(await desk.rows(`SELECT 1 FROM outbox WHERE payload ->> 'checkoutId' = ?`, draftId)).toHaveLength(
			1,
		)
	})
})

// The link, its payments, the attempt, and Paystack's page; and one of them sent again.
describe.each(cases(5))("starting to pay it, '$kind' at trip $onTrip", ({ kind, onTrip }) => {
	test('pressed again it is one visit, paid once', async () => {
		const { shop, asked } = await toAsk()
		await askDeposit(desk.deps, asked)
		const code = await codeOf(asked.draftId)
		const caller = { userId: null, networkKey: null }
		const start = (deps: typeof desk.deps) =>
			payDeposit(deps, { code, email: null, caller, now: desk.clock.now })
		await whileFailing(proxy, kind, onTrip, () => start(desk.depsThrough(proxy.url)))
		desk.clock.now += DOUBLE_SUBMIT_MS + 1_000
		expect(await start(desk.deps)).toMatchObject({ ok: true, value: { next: 'pay' } })
		const open = await desk.rows(
			`SELECT payment_reference AS id FROM payment_attempts WHERE checkout_id = ? AND status = 'open'`,
			asked.draftId,
		)
		expect(open).toHaveLength(1)
		const paymentReference = String(open[0]?.id)
		desk.paystack.pay(paymentReference)
		const settled = await settleAnswered(desk.deps, { paymentReference, now: desk.clock.now }, 1)
		expect(wordOf(settled)).toBe('booked')
		expect(await desk.appointmentsOf(shop)).toMatchObject([{ is_walk_in: 1 }])
		expect(await desk.traces(asked.draftId)).toMatchObject({ transactions: 1, refunds: 0 })
	})
})

// The link, the write, what won, and one of them sent again.
describe.each(cases(3))("letting its time go, '$kind' at trip $onTrip", ({ kind, onTrip }) => {
	test('asked again it is gone, and never half', async () => {
		const { asked } = await toAsk()
		await askDeposit(desk.deps, asked)
		const change = { shopId: asked.shopId, checkoutId: asked.draftId, alongside: [], now: desk.clock.now }
		const first = await whileFailing(proxy, kind, onTrip, () =>
			releaseDeposit(desk.depsThrough(proxy.url), change),
		)
		const second = await releaseDeposit(desk.deps, change)
		expect(second.ok || second.refusal).toBeOneOf(first?.ok ? ['deposit_let_go'] : [true, 'deposit_let_go'])
		const left = `SELECT (SELECT count(*) FROM holds WHERE checkout_id = link.checkout_id) AS held, let_go_at IS NOT NULL AS gone
			FROM deposit_links link WHERE checkout_id = ?`
		expect(await desk.rows(left, asked.draftId)).toEqual([{ held: 0, gone: 1 }])
	})
})
