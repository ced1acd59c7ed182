import type { Mail } from '#app/domain/messaging/mail.ts'
import type { MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/outbox-repository.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { MessageKind, Told } from './message-kind.server.ts'
import { type PushDeps, sendPush } from './send-push.server.ts'

export type DeliverMessagesDeps = PushDeps &
	Pick<Repositories, 'outbox' | 'notifications' | 'writeBatch'> & {
		messages: readonly MessageKind[]
		provider: MailProvider
		now: Clock
		/** Gets a line for each message that was not sent: its id and the reason, no address and no word of it. */
		log: (line: string) => void
	}

/** How many messages were sent, will be tried again, and are never sent. What waits for the end of quiet hours is none of them. */
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
		const { sent, waiting, dropped, claimed } = await deliverRound(deps, ROUND)
		total.sent += sent
		total.waiting += waiting
		total.dropped += dropped
		if (waiting > 0 || claimed < ROUND) break
	}
	return total
}

/**
 * Sends up to `limit` due messages. One write claims them first, so that two deliverers never send the same message at the
 * same time; a second write records the results. A message whose result was lost is sent again with its idempotency key:
 * at least once, and exactly once where the provider keeps keys (docs/decisions/011).
 */
export async function deliverMessages(deps: DeliverMessagesDeps, limit: number): Promise<Delivery> {
	const { claimed: _, ...delivery } = await deliverRound(deps, limit)
	return delivery
}

async function deliverRound(
	deps: DeliverMessagesDeps,
	limit: number,
): Promise<Delivery & { claimed: number }> {
	const now = deps.now()
	const { messages } = await deps.writeBatch({
		withheld: deps.outbox.withholdDue(now),
		messages: deps.outbox.claimDue(now, limit),
	})
	const outcomes = await mapConcurrently(messages, limit, (message) => deliver(deps, message))
	const results = outcomes.flatMap(({ write }) => write)
	if (results.length > 0) await deps.writeBatch(results)
	const count = (of: Delivered['outcome']) => outcomes.filter(({ outcome }) => outcome === of).length
	return {
		sent: count('sent'),
		dropped: count('dropped'),
		waiting: count('waiting'),
		claimed: messages.length,
	}
}

/** What became of a message, and what is written of it: nothing of one that is tried again. 'later' waits by itself. */
type Delivered = { outcome: 'sent' | 'waiting' | 'dropped' | 'later'; write: Statement[] }

async function deliver(deps: DeliverMessagesDeps, message: ClaimedMessage): Promise<Delivered> {
	const { outbox, now } = deps
	const log = (words: string) => deps.log(`message ${message.id} (${message.kind}) ${words}`)
	const drop = (why: string): Delivered => {
		log(why)
		return { outcome: 'dropped', write: [outbox.markNeverToBeSent(message.id)] }
	}
	try {
		const kind = deps.messages.find((one) => one.kind === message.kind)
		if (!kind) throw new Error('a kind of message that this release does not know')
		if (kind.topic !== null && message.unwantedTopics.includes(kind.topic))
			return drop('is not sent: it is not wanted')
		const prepared = await kind.prepare(deps, message, now())
		if (!prepared.ok) return drop(`is no longer sent: ${prepared.refusal}`)
		const { mail, told, waitsUntilAt } = prepared.value
		if (waitsUntilAt !== null) return { outcome: 'later', write: [outbox.postpone(message.id, waitsUntilAt)] }

		const answer = await send(deps, message, { mail, told, topic: kind.topic })
		if (answer.outcome === 'retry') {
			log(`waits: ${answer.why}`)
			return { outcome: 'waiting', write: [] }
		}
		if (answer.outcome !== 'sent') return drop(answer.why)
		return {
			outcome: 'sent',
			write: [outbox.markSent(message.id, now()), ...keptAtBell(deps, message, told)],
		}
	} catch (error) {
		// Only the name is logged: the message of a database error may quote personal data.
		log(`waits: ${error instanceof Error ? error.name : 'unknown error'}`)
		return { outcome: 'waiting', write: [] }
	}
}

/** What can be chosen goes to a device where one takes it; all else, and what no device took, goes by mail. */
async function send(
	deps: DeliverMessagesDeps,
	message: ClaimedMessage,
	{ mail, told, topic }: { mail: Mail; told: Told | null; topic: MessageTopic | null },
): Promise<{ outcome: 'sent' } | { outcome: 'retry' | 'rejected'; why: string }> {
	if (topic !== null && told !== null && (await sendPush(deps, message, told)) === 'shown')
		return { outcome: 'sent' }
	if (message.recipientEmail === null) return { outcome: 'rejected', why: 'is not sent: it has no address' }
	const answer = await deps.provider.send({
		...mail,
		to: message.recipientEmail,
		idempotencyKey: idempotencyKey(message),
	})
	return answer.outcome === 'rejected' ? { ...answer, why: `was rejected: ${answer.why}` } : answer
}

function keptAtBell(
	{ notifications, now }: DeliverMessagesDeps,
	{ id, kind, userId }: ClaimedMessage,
	told: Told | null,
): Statement[] {
	if (userId === null || told === null) return []
	const { title, words, path } = told
	return [notifications.insertNotification({ id, userId, kind, title, words, path, toldAt: now() })]
}

/** The dedupe key, or the row's id when a header cannot carry the key: it may contain a non-ASCII or very long address. */
function idempotencyKey({ dedupeKey, id }: ClaimedMessage): string {
	return /^[\x21-\x7e]{1,256}$/.test(dedupeKey) ? dedupeKey : id
}
