import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { DeliverMessagesDeps } from './deliver-messages.server.ts'

type Deps = Pick<DeliverMessagesDeps, 'messaging' | 'provider' | 'now' | 'log'>

/** So long after it was due a message is late. */
export const LATE_MS = 10 * MINUTE_MS

/**
 * How many messages should have gone out ten minutes ago; a line for the operator where there are some.
 * Without mail nothing is late: messages wait for a setting, and `/readyz` counts them.
 */
export async function reportLate({ messaging: { outbox }, provider, now, log }: Deps): Promise<number> {
	if (provider === null) return 0
	const at = now()
	const { count, since } = await outbox.countLate(at - LATE_MS, at)
	if (since !== null)
		log(
			`ALERT mail: ${count} messages wait, the first for ${Math.floor((at - since) / MINUTE_MS)} minutes: is the provider’s limit MAIL_RATE, its quota, its key?`,
		)
	return count
}
