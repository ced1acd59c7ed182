import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAvailabilityRepository } from '#app/domain/availability/availability-repository.server.ts'
import { createAppointmentRepository } from '#app/domain/booking/appointment-repository.server.ts'
import { createCheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import { createHoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import { createOwnVisitRepository } from '#app/domain/booking/own-visit-repository.server.ts'
import { createPaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { createRefundRepository } from '#app/domain/payments/refund-repository.server.ts'
import { cancelAppointment } from '#app/flows/cancel-appointment.server.ts'
import { readOffer } from '#app/flows/read-offer.server.ts'
import { returnFromPayment } from '#app/flows/return-from-payment.server.ts'
import { runSweeper } from '#app/flows/run-sweeper.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase, type Statement } from '#db/client.server.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { newCustomer } from '#tests/integration/booking/customer.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/integration/booking/small-shop.ts'
import { accountDeps } from '#tests/integration/identity/people.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { deliver, paymentDeps, startPaying } from './paying-customer.ts'

/**
 * Every statement that a payment sends, from Paystack's page to the way back from it and to money that has come back, and all that the sweeper looks
 * for each minute: none may walk through a table that grows (guide: performance P13).
 */
const database = withTestDatabase()
const clock = { now: mondayMorningAt }
const statements = new Map<string, Statement>()
let standIn: StandIn
beforeAll(async () => {
	standIn = await startStandIn({ paystack: { now: () => clock.now } })
})
afterAll(() => standIn.close())

function recordingDeps() {
	const { url } = database()
	const real = openDatabase({ url })
	const record = (statement: Statement) => void statements.set(statement.sql, statement)
	const read: typeof real.read = (statement) => {
		record(statement)
		return real.read(statement)
	}
	return {
		...paymentDeps(url, standIn),
		...accountDeps(url),
		availability: createAvailabilityRepository(read),
		appointments: createAppointmentRepository(read),
		holds: createHoldRepository(read),
		ownVisits: createOwnVisitRepository(read),
		checkouts: createCheckoutRepository(read),
		payments: createPaymentRepository(read),
		refunds: createRefundRepository(read),
		writeBatch: (batch: readonly Statement[]) => {
			batch.forEach(record)
			return real.writeBatch(batch)
		},
		deliverAllDue: null,
		noteJobRun: async () => {},
		now: () => clock.now,
	}
}

test('no statement of a payment, its webhooks, its refund and the sweeper walks through a table', async () => {
	const deps = recordingDeps()
	const shop = await addSmallShop(database().client, 'plans', { promoCodes: { TEN: { percent: 10 } } })
	const wished = { serviceId: shop.idOf('cut'), startsAt: lagos(tuesday, '10:00'), promoCode: 'TEN' }
	const late = await startPaying(deps, clock, wished)
	clock.now += HOUR_MS
	const other = await newCustomer(deps, clock).begin(shop.idOf('cut'))
	await other.hold(wished.startsAt)
	await other.book()
	standIn.paystack.pay(late.reference)
	const booked = await startPaying(deps, clock, { ...wished, startsAt: lagos(tuesday, '12:00') })
	standIn.paystack.pay(booked.reference)
	await deliver(deps, clock, standIn, {
		event: 'charge.success',
		data: { id: 1, reference: booked.reference },
	})
	const actor = { sessionHash: 'nobody', at: clock.now }
	await returnFromPayment(deps, { reference: late.reference, actor, now: clock.now })
	expect((await readOffer(deps, { reference: late.reference, now: clock.now }))?.times).not.toEqual([])
	const cancelled = await startPaying(deps, clock, { ...wished, startsAt: lagos(tuesday, '14:00') })
	standIn.paystack.pay(cancelled.reference)
	const back = await returnFromPayment(deps, { reference: cancelled.reference, actor, now: clock.now })
	const appointmentId = back?.payment.received?.appointmentId ?? ''
	expect((await cancelAppointment(deps, { appointmentId, now: clock.now })).ok).toBe(true)
	const about = { transaction_reference: booked.reference, amount: 450_000 }
	for (const event of ['charge.dispute.create', 'refund.pending', 'refund.processed'])
		await deliver(deps, clock, standIn, {
			event,
			data: { ...about, transaction: { reference: booked.reference } },
		})
	for (const wait of [30 * MINUTE_MS, DAY_MS, HOUR_MS]) {
		clock.now += wait
		await runSweeper(deps)
	}
	const ends = await Promise.all(
		[late, booked].map(async ({ reference }) => (await deps.payments.payment(reference))?.refund?.status),
	)
	expect(ends).toEqual(['processed', 'processed'])
	expect(deps.lines.filter((line) => line.includes('failed'))).toEqual([])
	expect(statements.size).toBeGreaterThan(50)
	expect(await tableWalks(database().client, statements.values())).toEqual([])
})
