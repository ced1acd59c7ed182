import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RidingReads } from '#app/kernel/riding-reads.server.ts'
import {
	type AnnouncedMessage,
	type StatementBatch,
	statementsOf,
	type WriteBatch,
	type WrittenBatch,
	writeWith,
} from '#app/kernel/write-batch.server.ts'
import type { DeliverMessagesDeps, HandedMessage } from './deliver-messages.server.ts'

/** How many messages one request sends beside its answer. The cron sends the others. */
export const DELIVERED_AFTER_REQUEST = 5

/** What a batch says of the messages that it queues, and whether it queues others that it cannot claim. */
export function messagesOf(batch: StatementBatch): { announced: AnnouncedMessage[]; hasOthers: boolean } {
	const all = statementsOf(batch).flatMap(({ followUp }) => (followUp?.kind === 'message' ? followUp : []))
	const announced = all.flatMap((one) => one.announced ?? [])
	return { announced, hasOthers: announced.length < all.length }
}

/**
 * Writes a batch that claims its own messages and reads what they tell, in its one trip. Gives what it wrote, and the
 * messages to deliver: none that its rules withheld or that were queued before. A batch that is refused throws as it
 * would alone, and claims nothing. `deps` read through `riding`.
 */
export async function writeAndClaim<const Batch extends StatementBatch>(
	writeBatch: WriteBatch,
	batch: Batch,
	deps: DeliverMessagesDeps & { riding: RidingReads },
): Promise<{ written: WrittenBatch<Batch>; handed: HandedMessage[] }> {
	const now = deps.now()
	const announced = messagesOf(batch).announced.slice(0, DELIVERED_AFTER_REQUEST)
	const looked = new Map(announced.map((message) => [message.id, look(deps, message, now)]))
	const ids = announced.map(({ id }) => id)
	const claim = ids.length > 0 ? [deps.messaging.outbox.claimQueued(ids, now)] : []
	const { written, further } = await writeWith(writeBatch, batch, [...claim, ...deps.riding.board()])
	deps.riding.arrive(further.slice(claim.length))
	const claimed = claim.length > 0 ? (further[0] as ClaimedMessage[]) : []
	const handed = claimed.map((message) => ({
		...message,
		...looked.get(message.id)?.asQueued(message),
	}))
	return { written, handed }
}

/**
 * Looks up what a message will tell, before it is queued. `asQueued` gives what was found, where the message came out
 * as it was announced.
 */
function look(deps: DeliverMessagesDeps, { about }: AnnouncedMessage, now: Instant) {
	const looked = about && deps.messages.find(({ kind }) => kind === about.kind)?.look(deps, about, now)
	// Delivery says why it fails; a message that was not queued after all has no one to tell.
	looked?.catch(() => {})
	return {
		asQueued: ({ payload }: ClaimedMessage) => (looked && payload === about?.payload ? { looked } : {}),
	}
}
