import type { MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/outbox-repository.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { MessageDeps, MessageKind } from './message-kind.server.ts'

export type DeliverMessagesDeps = MessageDeps &
	Pick<Repositories, 'outbox' | 'writeBatch'> & {
		messages: readonly MessageKind[]
		provider: MailProvider
		now: Clock
		/** Gets a line for each message that was not sent: its id and the reason, no address and no word of it. */
		log: (line: string) => void
	}

/** How many messages were sent, will be tried again, and are never sent. */
export type Delivery = { sent: number; waiting: number; dropped: number }

/** How many messages one round of the sweeper sends, and how many rounds it makes at most. */
const ROUND = 10
const MAX_ROUNDS = 20

/**
 * Every minute: sends round after round until nothing is due. A message that has to wait ends it: the provider is down or
 * slows us down, so the others keep their turn.
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

/**
 * Sends up to `limit` due messages. One write claims them first, so that two deliverers never send the same message at the
 * same time; a second write records the results. A message whose result was lost is sent again with its idempotency key:
 * at least once, and exactly once where the provider keeps keys (docs/decisions/011).
 */
export async function deliverMessages(deps: DeliverMessagesDeps, limit: number): Promise<Delivery> {
	const { messages } = await deps.writeBatch({ messages: deps.outbox.claimDue(deps.now(), limit) })
	const outcomes = await mapConcurrently(messages, limit, async (message) => ({
		id: message.id,
		outcome: await deliver(deps, message),
	}))
	const sent = outcomes.filter(({ outcome }) => outcome === 'sent')
	const dropped = outcomes.filter(({ outcome }) => outcome === 'dropped')
	if (sent.length + dropped.length > 0) {
		await deps.writeBatch([
			...sent.map(({ id }) => deps.outbox.markSent(id, deps.now())),
			...dropped.map(({ id }) => deps.outbox.markNeverToBeSent(id)),
		])
	}
	return {
		sent: sent.length,
		dropped: dropped.length,
		waiting: messages.length - sent.length - dropped.length,
	}
}

async function deliver(
	deps: DeliverMessagesDeps,
	message: ClaimedMessage,
): Promise<'sent' | 'waiting' | 'dropped'> {
	const log = (words: string) => deps.log(`message ${message.id} (${message.kind}) ${words}`)
	if (message.recipientEmail === null) {
		log('is not sent: it has no address')
		return 'dropped'
	}
	try {
		const kind = deps.messages.find((one) => one.kind === message.kind)
		if (!kind) throw new Error('a kind of message that this release does not know')
		const composed = await kind.composeMail(deps, message, deps.now())
		if (!composed.ok) {
			log(`is no longer sent: ${composed.refusal}`)
			return 'dropped'
		}
		const answer = await deps.provider.send({
			...composed.value,
			to: message.recipientEmail,
			idempotencyKey: idempotencyKey(message),
		})
		if (answer.outcome === 'sent') return 'sent'
		log(answer.outcome === 'rejected' ? `was rejected: ${answer.why}` : `waits: ${answer.why}`)
		return answer.outcome === 'rejected' ? 'dropped' : 'waiting'
	} catch (error) {
		// Only the name is logged: the message of a database error may quote personal data.
		log(`waits: ${error instanceof Error ? error.name : 'unknown error'}`)
		return 'waiting'
	}
}

/** The dedupe key, or the row's id when a header cannot carry the key: it may contain a non-ASCII or very long address. */
function idempotencyKey({ dedupeKey, id }: ClaimedMessage): string {
	return /^[\x21-\x7e]{1,256}$/.test(dedupeKey) ? dedupeKey : id
}
