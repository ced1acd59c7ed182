import { kindsThatCanGo } from '#app/domain/messaging/ladder.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import {
	type StatementBatch,
	statementsOf,
	type WriteBatch,
	type WrittenBatch,
	writeWith,
} from '#app/kernel/write-batch.server.ts'
import { openLadder } from './channel.server.ts'
import type { DeliverMessagesDeps } from './deliver-messages.server.ts'

/** Of one request, beside its answer. The cron sends the others. */
export const DELIVERED_AFTER_REQUEST = 5

/** The ids of a batch's messages, and whether it queues others that it cannot claim. */
export function findMessages(batch: StatementBatch): { ids: string[]; hasOthers: boolean } {
	const all = statementsOf(batch).flatMap(({ followUp }) => (followUp?.kind === 'message' ? followUp : []))
	const ids = all.flatMap(({ messageId }) => messageId ?? [])
	return { ids, hasOthers: ids.length < all.length }
}

/**
 * Writes a batch that claims its own messages. Gives its results, and the messages that can be delivered now. A refused
 * batch throws, and claims nothing.
 */
export async function writeAndClaim<const Batch extends StatementBatch>(
	writeBatch: WriteBatch,
	batch: Batch,
	delivery: DeliverMessagesDeps,
): Promise<{ written: WrittenBatch<Batch>; claimed: ClaimedMessage[] }> {
	const ids = findMessages(batch).ids.slice(0, DELIVERED_AFTER_REQUEST)
	if (ids.length === 0) return { written: await writeBatch(batch), claimed: [] }
	const { messaging, messages, now } = delivery
	const claim = messaging.outbox.claimQueued(ids, now(), kindsThatCanGo(openLadder(delivery), messages))
	const { written, further } = await writeWith(writeBatch, batch, [claim])
	return { written, claimed: further[0] as ClaimedMessage[] }
}

type Deps = Pick<DeliverMessagesDeps, 'messaging' | 'provider' | 'now' | 'log'>

export const LATE_MS = 10 * MINUTE_MS

/** Counts messages ten minutes late, and alerts the operator. Without mail nothing is late. */
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
