import { type DeliverMessagesDeps, type Delivery, deliverMessages } from './deliver-messages.server.ts'

const ROUND = 10
const MAX_ROUNDS = 20

/**
 * Every minute: round after round until nothing is due. Stops at a round in which a message has to wait: the provider is
 * down or wants us to slow down, and the rest keeps its turn.
 */
export async function deliverAllDue(deps: DeliverMessagesDeps): Promise<Delivery> {
	const total: Delivery = { sent: 0, waiting: 0, dropped: 0 }
	for (let round = 0; round < MAX_ROUNDS; round++) {
		const { sent, waiting, dropped } = await deliverMessages(deps, ROUND)
		total.sent += sent
		total.waiting += waiting
		total.dropped += dropped
		if (waiting > 0 || sent + dropped < ROUND) break
	}
	return total
}
