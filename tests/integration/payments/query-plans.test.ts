import { expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { runSweeper } from '#app/flows/jobs/run-sweeper.server.ts'
import { jobs } from '#app/flows/lists/jobs.server.ts'
import { readOffer } from '#app/flows/payments/read-offer.server.ts'
import { returnFromPayment } from '#app/flows/payments/return-from-payment.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { newGuest, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'
import { tableWalks } from '#tests/support/table-walks.ts'

/**
 * Every statement that a payment sends, from Paystack's page to the way back from it and to money that has come back, and all that the sweeper looks
 * for each minute: none may walk through a table that grows (P13).
 */
const desk = withPaymentDesk('plans')
const { database, clock } = desk
const statements = new Map<string, Statement>()

/** Records what the desk sends from now on. */
function recordingDeps() {
	const real = openDatabase({ url: database().url })
	const record = (statement: Statement) => void statements.set(statement.sql, statement)
	const read: typeof real.read = (statement) => {
		record(statement)
		return real.read(statement)
	}
	const repositories = createRepositories({
		read,
		writeBatch: (batch) => {
			statementsOf(batch).forEach(record)
			return real.writeBatch(batch)
		},
	})
	Object.assign(desk.deps, repositories)
	return {
		...desk.deps,
		jobs,
		delivery: null,
		webhookRules: { ownOrigins: [], isProduction: false },
		now: () => clock.now,
	}
}

test('no statement of a payment, its webhooks, its refund and the sweeper walks through a table', async () => {
	const deps = recordingDeps()
	const shop = await desk.newShop({ promoCodes: { TEN: { percent: 10 } } })
	const late = await desk.atPaystack(shop, { promoCode: 'TEN' })
	clock.now += HOUR_MS
	const other = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await other.hold(ten)
	await other.book()
	desk.paystack.pay(late.paymentReference)
	const booked = await desk.atPaystack(shop, { promoCode: 'TEN', startsAt: lagos(tuesday, '12:00') })
	desk.paystack.pay(booked.paymentReference)
	await desk.deliver({
		event: 'charge.success',
		data: { id: 1, reference: booked.paymentReference },
	})
	const actor = { sessionHash: 'nobody', at: clock.now }
	await returnFromPayment(deps, { paymentReference: late.paymentReference, actor, now: clock.now })
	expect(
		(await readOffer(deps, { paymentReference: late.paymentReference, now: clock.now }))?.times,
	).not.toEqual([])
	// Abandoned: the sweeper gives its code back.
	await desk.atPaystack(shop, { promoCode: 'TEN', startsAt: lagos(tuesday, '16:00') })
	const cancelled = await desk.atPaystack(shop, { promoCode: 'TEN', startsAt: lagos(tuesday, '14:00') })
	desk.paystack.pay(cancelled.paymentReference)
	const back = await returnFromPayment(deps, {
		paymentReference: cancelled.paymentReference,
		actor,
		now: clock.now,
	})
	const appointmentId = back?.payment.received?.appointmentId ?? ''
	expect(
		(await cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now: clock.now })).ok,
	).toBe(true)
	const about = { transaction_reference: booked.paymentReference, amount: 450_000 }
	for (const event of ['charge.dispute.create', 'refund.pending', 'refund.processed'])
		await desk.deliver({
			event,
			data: { ...about, transaction: { reference: booked.paymentReference } },
		})
	for (const wait of [30 * MINUTE_MS, DAY_MS, HOUR_MS]) {
		clock.now += wait
		await runSweeper(deps)
	}
	const ends = await Promise.all(
		[late, booked].map(
			async ({ paymentReference }) => (await deps.payments.payment(paymentReference))?.refund?.status,
		),
	)
	expect(ends).toEqual(['processed', 'processed'])
	expect(deps.lines.filter((line) => line.includes('failed'))).toEqual([])
	expect(statements.size).toBeGreaterThan(50)
	expect([...statements.keys()].join()).toMatch(/DELETE FROM "?promo_uses"? WHERE .* json_each/)
	expect(await tableWalks(database().client, statements.values())).toEqual([])
})
