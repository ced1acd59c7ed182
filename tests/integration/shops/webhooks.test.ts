import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookUrlProblem } from '#app/domain/shops/webhook-url.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { confirmAppointment, markArrived } from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { writeReview } from '#app/flows/booking/reviews.server.ts'
import { deliverToShops } from '#app/flows/jobs/deliver-to-shops.server.ts'
import { processRefunds, sendRefund } from '#app/flows/refunds/send-refunds.server.ts'
import { addWebhook, endWebhook, replayDeliveries } from '#app/flows/shop/webhooks.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, untilDone } from '#app/kernel/instant.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('webhooks')
const secret = 'whsec_of_these_tests'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
const received: Received[] = []
/** The statuses of the next answers; 0 gives none. All later ones are 204. */
let answers: number[] = []
const program = createServer(async (request, response) => {
	let body = ''
	for await (const part of request) body += part
	received.push({ path: request.url ?? '', headers: request.headers, body })
	const status = answers.shift() ?? 204
	if (status !== 0) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
})
beforeAll(() => new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
	program.closeAllConnections()
	program.close()
})
beforeEach(() => {
	received.length = 0
	answers = []
})

const deliver = () =>
	deliverToShops(
		{
			...desk.deps,
			webhookRules: { ownOrigins: ['https://wakati.example'], isProduction: false },
			now: () => desk.clock.now,
			timeoutMs: 200,
		},
		untilDone,
	)

/** A shop whose program is told at this address. */
async function newToldShop(): Promise<SmallShop & { webhookId: string }> {
	const shop = await desk.newShop()
	const webhookId = newId()
	const { port } = program.address() as AddressInfo
	const url = `http://127.0.0.1:${port}/${shop.id}`
	await addWebhook(desk.deps, { id: webhookId, shopId: shop.id, url, secret, now: desk.clock.now })
	return { ...shop, webhookId }
}

async function book(shop: SmallShop) {
	const booked = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt: ten,
		draftId: newId(),
		customer: { firstName: 'Bola', lastName: 'Ade', email: 'bola@example.com', phone: null, userId: null },
		now: desk.clock.now,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value
}

const notReceived: Received = { path: '', headers: {}, body: '' }
const eventsOf = (shop: SmallShop) =>
	received.filter(({ path }) => path === `/${shop.id}`).map(({ body }) => JSON.parse(body).event)
const deliveriesOf = (shop: SmallShop) =>
	desk.deps.shops.shopDeliveries.deliveriesOfShop(shop.id, { limit: 10, before: null })

test('a booking, its move and its cancellation are told once each, signed, without contact details', async () => {
	const shop = await newToldShop()
	const { referenceNumber, appointmentId } = await book(shop)
	const appointment = { shopId: shop.id, referenceNumber, now: desk.clock.now }
	await moveAppointment(desk.deps, {
		by: { kind: 'shop', ...appointment },
		startsAt: ten + HOUR_MS,
		now: appointment.now,
	})
	await cancelAppointment(desk.deps, {
		by: { kind: 'shop', ...appointment, reason: 'No light' },
		now: appointment.now,
	})
	await deliver()
	await deliver()
	expect(eventsOf(shop).sort()).toEqual(['booked', 'cancelled', 'moved'])

	const { body, headers } = received.find(({ body }) => body.includes('"moved"')) ?? notReceived
	expect(JSON.parse(body)).toEqual({
		event: 'moved',
		occurred_at: new Date(desk.clock.now).toISOString(),
		amount_kobo: null,
		appointment: {
			appointment_id: appointmentId,
			reference: referenceNumber,
			status: 'CONFIRMED',
			is_walk_in: true,
			total_kobo: 500_000,
			paid_kobo: 0,
			starts_at: new Date(ten + HOUR_MS).toISOString(),
			ends_at: new Date(ten + 2 * HOUR_MS).toISOString(),
		},
	})
	const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['wakati-signature'])) ?? []
	expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
	expect(headers['wakati-event']).toBe('moved')
	for (const { body } of received) expect(body).not.toMatch(/bola/i)
})

test('two moves in one millisecond are told each', async () => {
	const shop = await newToldShop()
	const { referenceNumber } = await book(shop)
	for (const hours of [1, 2])
		await moveAppointment(desk.deps, {
			by: { kind: 'shop', shopId: shop.id, referenceNumber },
			startsAt: ten + hours * HOUR_MS,
			now: desk.clock.now,
		})
	await deliver()
	expect(eventsOf(shop).sort()).toEqual(['booked', 'moved', 'moved'])
})

test('what the shop does is told once for each act, undone and done again too; what is refused is not', async () => {
	const shop = await newToldShop()
	const { referenceNumber, appointmentId } = await book(shop)
	// As a customer books, whose visit is reviewed.
	await desk.change(
		`UPDATE appointments SET status = 'SCHEDULED', is_walk_in = 0 WHERE id = ?`,
		appointmentId,
	)
	const of = () => ({ shopId: shop.id, referenceNumber, now: desk.clock.now })
	const { deps } = desk
	const twice = async (act: () => Promise<{ ok: boolean }>) => {
		const done = await Promise.all([act(), act()])
		expect(done.map(({ ok }) => ok).sort()).toEqual([false, true])
	}
	await twice(() => confirmAppointment(deps, of()))
	for (const _ of [1, 2]) {
		await twice(() => markArrived(deps, of()))
		await twice(() => markArrived(deps, { ...of(), isArrived: false }))
	}
	desk.clock.now = ten + 2 * HOUR_MS
	await twice(() => missAppointment(deps, of()))
	await twice(() => undoAppointment(deps, of()))
	await twice(() => completeAppointment(deps, { ...of(), isPaid: true }))
	const review = { appointmentId, rating: 5, comment: '' }
	expect((await writeReview(deps, null, review, desk.clock.now)).ok).toBe(true)
	desk.clock.now += MINUTE_MS
	expect((await writeReview(deps, null, { ...review, rating: 4 }, desk.clock.now)).ok).toBe(true)
	await deliver()
	for (let round = 0; round < 6; round++) {
		desk.clock.now += MINUTE_MS
		await deliver()
	}
	expect(eventsOf(shop).sort()).toEqual([
		...['arrived', 'arrived', 'booked', 'completed', 'confirmed', 'no_show', 'reviewed'],
		...['undone', 'undone', 'undone'],
	])
})

test('a program that came later is told nothing of a review before it, though its words are changed', async () => {
	const shop = await desk.newShop()
	const { referenceNumber, appointmentId } = await book(shop)
	await desk.change('UPDATE appointments SET is_walk_in = 0 WHERE id = ?', appointmentId)
	desk.clock.now = ten + 2 * HOUR_MS
	const { now } = desk.clock
	await completeAppointment(desk.deps, { shopId: shop.id, referenceNumber, isPaid: true, now })
	const review = { appointmentId, rating: 5, comment: '' }
	expect((await writeReview(desk.deps, null, review, now)).ok).toBe(true)
	const webhook = { id: newId(), shopId: shop.id, url: 'https://till.example/hook', secret, now }
	expect((await addWebhook(desk.deps, webhook)).ok).toBe(true)
	expect((await writeReview(desk.deps, null, { ...review, rating: 4 }, now + MINUTE_MS)).ok).toBe(true)
	expect(await deliveriesOf(shop)).toEqual([])
})

test('what was paid online is told, and that it was refunded once it has arrived', async () => {
	const shop = await newToldShop()
	const { payer, paymentReference } = await desk.atPaid(shop)
	await desk.settle(paymentReference)
	const [appointment] = await desk.appointmentsOf(shop)
	const { now } = desk.clock
	await cancelAppointment(desk.deps, {
		by: {
			kind: 'shop',
			shopId: shop.id,
			referenceNumber: String(appointment?.reference_number),
			reason: 'No light',
		},
		now,
	})
	await sendRefund(desk.deps, { paymentReference, now })
	for (let minutes = 0; minutes < 30; minutes++) {
		desk.clock.now += MINUTE_MS
		await processRefunds(desk.deps, desk.clock.now)
	}
	await deliver()
	await deliver()
	expect(eventsOf(shop).sort()).toEqual(['booked', 'cancelled', 'paid', 'refunded'])
	const amounts = received
		.map(({ body }) => JSON.parse(body))
		.filter(({ event }) => /paid|refunded/.test(event))
	expect(amounts.map(({ amount_kobo }) => amount_kobo)).toEqual([500_000, 500_000])
	expect((await desk.traces(payer.draftId)).refunds).toBe(1)
})

test('a redirect, a failure and silence are tried again, later each time, and a program that answers again is told', async () => {
	const shop = await newToldShop()
	await book(shop)
	answers = [302, 500, 0]
	for (const [result, waitMs] of [
		['HTTP 302', MINUTE_MS],
		['HTTP 500', 2 * MINUTE_MS],
		['no answer in time', 4 * MINUTE_MS],
	] as const) {
		await deliver()
		const [delivery] = await deliveriesOf(shop)
		expect([delivery?.lastResult, delivery?.nextAttemptAt]).toEqual([result, desk.clock.now + waitMs])
		// Not due yet.
		await deliver()
		desk.clock.now += waitMs
	}
	await deliver()
	const [delivery] = await deliveriesOf(shop)
	expect(delivery).toMatchObject({ attemptCount: 4, deliveredAt: desk.clock.now, lastResult: 'HTTP 204' })
	expect(received.map(({ path }) => path)).toEqual(Array(4).fill(`/${shop.id}`))
	const [webhook] = await desk.deps.shops.shopWebhooks.webhooksOfShop(shop.id)
	expect(webhook).toMatchObject({ failingSince: null, endedAt: null })
})

test('an address that fails for three days is ended with what waits for it, and another shop’s is not', async () => {
	const shop = await newToldShop()
	const { referenceNumber } = await book(shop)
	expect((await markArrived(desk.deps, { shopId: shop.id, referenceNumber, now: desk.clock.now })).ok).toBe(
		true,
	)
	await desk.setShop(shop, `email = 'ada@salon.example'`)
	answers = Array(9).fill(500)
	await deliver()
	desk.clock.now += 3 * DAY_MS
	const other = await newToldShop()
	await deliver()
	const [webhook] = await desk.deps.shops.shopWebhooks.webhooksOfShop(shop.id)
	expect(webhook?.endedAt).toBe(desk.clock.now)
	expect((await deliveriesOf(shop)).map(({ droppedAt }) => droppedAt)).toEqual(Array(2).fill(desk.clock.now))
	expect((await desk.deps.shops.shopWebhooks.webhooksOfShop(other.id))[0]?.endedAt).toBeNull()
	expect(
		await desk.count(
			`SELECT count(*) FROM outbox WHERE kind = 'shop_webhook_ended' AND recipient_email = 'ada@salon.example'`,
		),
	).toBe(1)
	// Both of its deliveries failed in one round; the end is told once.
	expect(desk.deps.lines.filter((line) => line.includes(`webhook ${shop.webhookId} is ended`))).toHaveLength(
		1,
	)
	expect(desk.deps.lines.join()).not.toContain('127.0.0.1')
})

test('what was told is told again on request, to its own shop alone', async () => {
	const shop = await newToldShop()
	const other = await newToldShop()
	await book(shop)
	await deliver()
	const [delivery] = await deliveriesOf(shop)
	const deliveryId = delivery?.deliveryId ?? ''
	const refusal = { ok: false, refusal: 'delivery_not_found' }
	expect(await replayDeliveries(desk.deps, { shopId: other.id, deliveryId }, desk.clock.now)).toEqual(refusal)
	const since = delivery?.createdAt ?? 0
	expect(await replayDeliveries(desk.deps, { shopId: shop.id, since: since + 1 }, desk.clock.now)).toEqual(
		refusal,
	)
	expect((await replayDeliveries(desk.deps, { shopId: shop.id, since }, desk.clock.now)).ok).toBe(true)
	await deliver()
	expect(eventsOf(shop)).toEqual(['booked', 'booked'])
	expect(new Set(received.map(({ headers }) => headers['wakati-delivery'])).size).toBe(1)
})

test('an address that its shop ends is told nothing that waited for it, and a second end changes nothing', async () => {
	const shop = await newToldShop()
	await book(shop)
	const { webhookId } = shop
	const endedAt = desk.clock.now
	expect((await endWebhook(desk.deps, { webhookId, shopId: shop.id, now: endedAt })).ok).toBe(true)
	await desk.deps.writeBatch(desk.deps.shops.shopWebhooks.endWebhook(webhookId, shop.id, endedAt + 1))
	await deliver()
	expect(eventsOf(shop)).toEqual([])
	expect(await deliveriesOf(shop)).toMatchObject([{ kind: 'booked', deliveredAt: null, droppedAt: endedAt }])
	expect(await desk.deps.shops.shopWebhooks.webhooksOfShop(shop.id)).toMatchObject([{ endedAt }])
})

test('two senders at once tell it once; an ended address is told nothing, and a sixth one is refused', async () => {
	const shop = await newToldShop()
	const { referenceNumber } = await book(shop)
	await Promise.all([deliver(), deliver(), deliver()])
	expect(eventsOf(shop)).toEqual(['booked'])
	const { now } = desk.clock
	expect((await endWebhook(desk.deps, { webhookId: shop.webhookId, shopId: 'another', now })).ok).toBe(false)
	expect((await endWebhook(desk.deps, { webhookId: shop.webhookId, shopId: shop.id, now })).ok).toBe(true)
	expect((await markArrived(desk.deps, { shopId: shop.id, referenceNumber, now })).ok).toBe(true)
	await deliver()
	expect(eventsOf(shop)).toEqual(['booked'])
	const queued = 'SELECT count(*) FROM shop_deliveries WHERE webhook_id = ?'
	expect(await desk.count(queued, shop.webhookId)).toBe(1)
	const more = await Promise.all(
		Array.from({ length: 6 }, (_, i) =>
			addWebhook(desk.deps, {
				id: `${shop.id}-${i}`,
				shopId: shop.id,
				url: 'https://a.example/',
				secret,
				now,
			}),
		),
	)
	expect(more.filter(({ ok }) => ok)).toHaveLength(5)
})

test.each([
	['http://till.example/', 'url_not_https'],
	['https://user:word@till.example/', 'url_not_https'],
	['ftp://till.example/', 'url_not_https'],
	['https://127.0.0.1/', 'host_not_public'],
	['https://2130706433/', 'host_not_public'],
	['https://0x7f.1/', 'host_not_public'],
	['https://169.254.169.254/latest', 'host_not_public'],
	['https://10.0.0.8/', 'host_not_public'],
	['https://[::1]/', 'host_not_public'],
	['https://[::ffff:10.0.0.1]/', 'host_not_public'],
	['https://localhost./', 'host_not_public'],
	['https://metadata.google.internal/', 'host_not_public'],
	['https://printer.local/', 'host_not_public'],
	['https://till/', 'host_not_public'],
	['https://wakati.example/booking', 'host_is_ours'],
	['https://shop.wakati.example./', 'host_is_ours'],
	['https://till.example:8443/hook', null],
])('in production %s: %s', (url, problem) => {
	const rules = { ownOrigins: ['https://wakati.example'], isProduction: true }
	expect(webhookUrlProblem(new URL(url), rules)).toBe(problem)
})
