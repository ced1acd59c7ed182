import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import type { MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage, OutboxRepository } from '#app/domain/messaging/outbox-repository.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import { type ComposeMailDeps, composeMail } from './compose-mail.server.ts'

export type DeliverMessagesDeps = ComposeMailDeps & {
	outbox: Pick<OutboxRepository, 'claimDue' | 'claimed' | 'markSent' | 'markNeverToBeSent'>
	provider: MailProvider
	writeBatch: WriteBatch
	now: Clock
	/** Gets a line for each message that was not sent: its id and the reason, no address and no word of it. */
	log: (line: string) => void
}

/** How many messages of a round fared how. `waiting` ones come again, `dropped` ones never. */
export type Delivery = { sent: number; waiting: number; dropped: number }

/**
 * Sends the messages that are due, a few at once. Claims them in one write first, so that two deliverers never send the
 * same one at the same time; writes down afterwards what became of them. Whatever is lost between the two is sent again
 * with the same idempotency key: at least once, and once where the provider keeps keys (docs/decisions/011).
 */
export async function deliverMessages(deps: DeliverMessagesDeps, limit: number): Promise<Delivery> {
	const [written] = await deps.writeBatch([deps.outbox.claimDue(deps.now(), limit)])
	const messages = deps.outbox.claimed(written)
	const outcomes = await Promise.all(
		messages.map(async (message) => ({ id: message.id, outcome: await deliver(deps, message) })),
	)
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
		const composed = await composeMail(deps, message, deps.now())
		if (!composed.ok) {
			log(`is not sent any more: ${composed.refusal}`)
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
		// The name alone: a message of a database or a schema may quote what it was about.
		log(`waits: ${error instanceof Error ? error.name : 'unknown error'}`)
		return 'waiting'
	}
}

/** What a header can carry of a dedupe key: one with a foreign or a very long address in it gives way to the row's id. */
function idempotencyKey({ dedupeKey, id }: ClaimedMessage): string {
	return /^[\x21-\x7e]{1,256}$/.test(dedupeKey) ? dedupeKey : id
}
