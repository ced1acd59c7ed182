import { processWebhooks, receiveWebhook } from '#app/flows/payments/process-webhooks.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { SignedEvent } from '../paystack-in-process.ts'
import type { Teller } from '../teller.ts'

/** Paystack sends a webhook again for 72 hours. */
export const MOST_TRIES = 72

/** The way of one webhook: at once, late, double, lost, with a false signature, and again where it was not taken. */
export async function carryWebhook(
	me: Teller,
	{ body, signature, openedAt, isOnlyNews }: SignedEvent,
	hasFaults: () => boolean,
): Promise<void> {
	const { random } = me
	// Of what is paid after three days the app asks no more either: Paystack's news is all that tells of it.
	const mustCome = isOnlyNews || me.now() - openedAt > 70 * HOUR_MS
	if (random.chance(0.12) && hasFaults() && !mustCome) return
	await me.wait(
		random.chance(0.15) ? random.pick([10 * MINUTE_MS, 5 * HOUR_MS, 24 * HOUR_MS]) : random.below(8_000),
	)
	if (random.chance(0.05)) await post(me, { body, signature: 'a false signature' })
	const isDouble = random.chance(0.15)
	if (isDouble) await me.together(...[0, 1].map(() => () => post(me, { body, signature })))
	for (let tries = 0; tries < (mustCome ? MOST_TRIES : 3); tries++) {
		const status = await post(me, { body, signature })
		if (status === 200) return
		await me.wait(HOUR_MS)
	}
}

/** Paystack sends many at once, when the database is busiest. */
const TRIPS_WITH_FAULT = 0.1

/** Gives the status; null where no answer came. */
export function post(
	me: Teller,
	{ event = '', body, signature }: { event?: string; body: string; signature: string },
): Promise<number | null> {
	return me.ask(
		`webhook ${event}`.trim(),
		async (deps, now) => {
			const { status, taken } = await receiveWebhook(
				{ ...deps, provider: deps.onlinePayments.provider },
				{ body: new TextEncoder().encode(body), signature, now },
			)
			if (taken.length > 0) deps.waitUntil(processWebhooks(deps, taken, now))
			return status
		},
		{ tripsWithFault: TRIPS_WITH_FAULT },
	)
}
