import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { DeliverMessagesDeps } from './deliver-messages.server.ts'

type Deps = Pick<DeliverMessagesDeps, 'messaging' | 'now' | 'log'>

/** So long after it was due a message is late. */
export const LATE_MS = 10 * MINUTE_MS

/** How many messages should have gone out ten minutes ago; a line for the operator where there are some. */
export async function reportLate({ messaging: { outbox }, now, log }: Deps): Promise<number> {
	const at = now()
	const { count, since } = await outbox.countLate(at - LATE_MS, at)
	if (since !== null)
		log(
			`ALERT mail: ${count} messages wait, the first for ${Math.floor((at - since) / MINUTE_MS)} minutes: is the provider’s limit MAIL_RATE, its quota, its key?`,
		)
	return count
}
