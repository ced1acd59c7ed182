import { NO_TIP } from '#app/domain/booking/tip.ts'
import { createPaystackGateway } from '#app/domain/payments/paystack-gateway.server.ts'
import { createWebhookRepository } from '#app/domain/payments/webhook-repository.server.ts'
import { readForBooking } from '#app/flows/judge-booking.server.ts'
import { receiveWebhook } from '#app/flows/receive-webhook.server.ts'
import { startPayment } from '#app/flows/start-payment.server.ts'
import { workWebhooks } from '#app/flows/work-webhook.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { jsonText } from '#scripts/stand-in/paystack-answers.ts'
import type { StandIn } from '#scripts/stand-in/start-stand-in.ts'
import { bookingDeps, newContact, newCustomer, type TestClock } from '#tests/integration/booking/customer.ts'

/** Signs links in these tests. */
export const linkKey = 'a-key-that-signs-links-in-tests-only'

/** What payments need, over a real database and the sandbox; `lines` is what the operator's log got. */
export function paymentDeps(databaseUrl: string, standIn: StandIn) {
	const lines: string[] = []
	const { url, paystack } = standIn
	const deps = bookingDeps(databaseUrl)
	const gateway = createPaystackGateway({
		baseUrl: url,
		secretKey: paystack.secretKey,
		checkoutOrigin: url,
		timeoutMs: 2_000,
	})
	return {
		...deps,
		webhooks: createWebhookRepository(),
		paystack: {
			gateway,
			mode: 'test' as const,
			channels: ['card'] as const,
			appOrigin: 'https://wakati.example',
			linkKeys: [linkKey],
		},
		lines,
		log: (line: string) => void lines.push(line),
	}
}
export type PaymentDeps = ReturnType<typeof paymentDeps>

/** A guest on Paystack's page, with a time that is kept for them. Gives back the reference of the payment. */
export async function startPaying(
	deps: PaymentDeps,
	clock: TestClock,
	wished: { serviceId: string; startsAt: Instant; promoCode?: string },
) {
	const customer = newCustomer(deps, clock, newContact())
	await customer.begin(wished.serviceId)
	const held = await customer.hold(wished.startsAt)
	if (!held.ok) throw new Error(`not held: ${held.refusal}`)
	await customer.save({ promoCode: wished.promoCode ?? '' })
	const reference = await pay(deps, clock, customer, wished)
	return { customer, reference }
}

/** Goes on to Paystack's page, for the first time or anew. */
export async function pay(
	deps: PaymentDeps,
	clock: TestClock,
	{ draftId, contact, visit }: ReturnType<typeof newCustomer>,
	{ startsAt, promoCode = '' }: { startsAt: Instant; promoCode?: string },
): Promise<string> {
	const [read, payments, shown] = await Promise.all([
		readForBooking(deps, { draftId, startsAt, promoCode, contact, now: clock.now }),
		deps.payments.paymentsOfDraft(draftId),
		visit(),
	])
	const totalKobo = shown?.quote.totalKobo ?? 0
	const started = await startPayment(deps, {
		choices: { contact, promoCode, tip: NO_TIP, paymentChoice: 'online', addOnIds: [] },
		contact,
		userId: null,
		seen: { startsAt, totalKobo, dueKobo: totalKobo },
		read: { ...read, payments },
		networkKey: null,
		now: clock.now,
	})
	if (!started.ok) throw new Error(`not started: ${started.refusal}`)
	const [newest] = await deps.payments.paymentsOfDraft(draftId)
	if (!newest) throw new Error('no payment was started')
	return newest.reference
}

/** Delivers an event to the app as Paystack would, and works it as the request's own `waitUntil` does. */
export async function deliver(
	deps: PaymentDeps,
	clock: TestClock,
	standIn: StandIn,
	event: { event: string; data: unknown },
): Promise<number> {
	const body = jsonText(event)
	const { status, taken } = await receive(deps, clock, standIn, body)
	await workWebhooks(deps, taken, clock.now)
	return status
}

/** The first half of it: the event is kept, and nobody has worked it yet. */
export function receive(deps: PaymentDeps, clock: TestClock, standIn: StandIn, body: string) {
	return receiveWebhook(
		{ ...deps, secretKeys: [standIn.paystack.secretKey] },
		{
			body: new TextEncoder().encode(body),
			signature: standIn.paystack.signed(body)['x-paystack-signature'] ?? null,
			now: clock.now,
		},
	)
}
