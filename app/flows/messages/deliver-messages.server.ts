import { FIRST_RETRY_MS } from '#app/domain/messaging/delivery-times.ts'
import {
	type Limited,
	MAX_BATCH,
	type MailProvider,
	type OutgoingMail,
} from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Clock, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Pace } from '#app/kernel/pace.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { MessageKind, Told } from './message-kind.server.ts'
import { type PushDeps, sendPush } from './send-push.server.ts'

export type DeliverMessagesDeps = PushDeps &
	Pick<Repositories, 'messaging' | 'writeBatch'> & {
		messages: readonly MessageKind[]
		provider: MailProvider
		/** The turns of requests to the provider. */
		pace: Pace
		now: Clock
		/** Gets a line for each message that was not sent: its id and the reason, no address and no word of it. */
		log: (line: string) => void
	}

/**
 * How many messages were sent, will be tried again, and are never sent. What waits for the end of quiet hours is none
 * of them.
 */
export type Delivery = { sent: number; waiting: number; dropped: number }

/** How many messages a round of the cron claims: one batch, or what a provider without batches takes at once. */
const ROUND = { batches: MAX_BATCH, singles: 10 }
/** Of one run, because a Worker's limit counts work: so many mails are up to a second of it (P17). */
export const MOST_OF_A_RUN = 400
const PREPARED_AT_ONCE = 10

/**
 * How long the cron goes on sending, how long what one round claimed is sent, and what a request has sent beside its
 * answer.
 */
const RUN_MS = 50_000
const ROUND_MS = FIRST_RETRY_MS - 15_000
const AFTER_REQUEST_MS = 10_000

/** After this many requests in a row without success the provider counts as down, and the rest keeps its turn. */
const FAILURES_IN_A_ROW = 5

/** Sending until then, how the requests went so far, and after how long what was not tried is due again. */
type Run = { until: Instant; failures: number; dueAgainMs: number }

/** Every minute: sends round after round, until nothing is due, its bounds are met, or the provider seems down. */
export async function deliverAllDue(deps: DeliverMessagesDeps): Promise<Delivery> {
	const total: Delivery = { sent: 0, waiting: 0, dropped: 0 }
	const endsAt = deps.now() + RUN_MS
	const limit = deps.provider.sendBatch ? ROUND.batches : ROUND.singles
	const run: Run = { until: endsAt, failures: 0, dueAgainMs: 0 }
	for (let claims = 0; claims < MOST_OF_A_RUN && deps.now() < endsAt && !seemsDown(run); claims += limit) {
		const now = deps.now()
		const claimed = await deps.writeBatch({
			withheld: deps.messaging.outbox.withholdDue(now),
			repeated: deps.messaging.outbox.claimDueBatch(now),
			fresh: deps.messaging.outbox.claimDue(now, limit),
		})
		run.until = Math.min(endsAt, now + ROUND_MS)
		for (const messages of [claimed.repeated, claimed.fresh]) {
			const { sent, waiting, dropped } = await deliverClaimed(deps, run, messages, true)
			total.sent += sent
			total.waiting += waiting
			total.dropped += dropped
		}
		if (claimed.repeated.length === 0 && claimed.fresh.length < limit) break
	}
	return total
}

/**
 * Beside an answer: sends up to `limit` due messages, each alone. One write claims them first, so that two deliverers
 * never send the same message at the same time; a second write records the results. A message whose result was lost
 * is sent again with its idempotency key: at least once, and exactly once where the provider keeps keys
 * (docs/decisions/011).
 */
export async function deliverMessages(deps: DeliverMessagesDeps, limit: number): Promise<Delivery> {
	const now = deps.now()
	const { messages } = await deps.writeBatch({
		withheld: deps.messaging.outbox.withholdDue(now),
		messages: deps.messaging.outbox.claimDue(now, limit),
	})
	// What has no turn is the cron's: the next request would only claim it again.
	const run: Run = { until: now + AFTER_REQUEST_MS, failures: 0, dueAgainMs: MINUTE_MS }
	return deliverClaimed(deps, run, messages, false)
}

/** Beside an answer: sends what the answer's own write has claimed (docs/decisions/098), each message alone. */
export function deliverHandedOn(
	deps: DeliverMessagesDeps,
	messages: readonly ClaimedMessage[],
): Promise<Delivery> {
	const run: Run = { until: deps.now() + AFTER_REQUEST_MS, failures: 0, dueAgainMs: MINUTE_MS }
	return deliverClaimed(deps, run, messages, false)
}

/** What became of a message, and what is written of it: nothing of one that is tried again. 'later' waits by itself. */
type Delivered = { outcome: 'sent' | 'waiting' | 'dropped' | 'later'; write: Statement[] }

/** A message whose mail is still to be sent. */
type Mailed = { message: ClaimedMessage; mail: OutgoingMail; told: Told | null }

async function deliverClaimed(
	deps: DeliverMessagesDeps,
	run: Run,
	messages: readonly ClaimedMessage[],
	inBatches: boolean,
): Promise<Delivery> {
	const prepared = await mapConcurrently(messages, PREPARED_AT_ONCE, (message) => prepare(deps, message))
	const mailed = prepared.filter((one) => 'mail' in one)
	const batch = inBatches ? batchOf(deps.provider, mailed) : []
	const alone = mailed.filter((one) => !batch.includes(one))
	const outcomes: Delivered[] = [
		...prepared.filter((one) => 'outcome' in one),
		...(await deliverBatch(deps, run, batch)),
		...(await mapConcurrently(alone, deps.pace.atOnce, (one) => deliverAlone(deps, run, one))),
	]
	const results = outcomes.flatMap(({ write }) => write)
	if (results.length > 0) await deps.writeBatch(results)
	const count = (of: Delivered['outcome']) => outcomes.filter(({ outcome }) => outcome === of).length
	return { sent: count('sent'), dropped: count('dropped'), waiting: count('waiting') }
}

/** The mail of a message that is still true; a push message, where a device shows one, has gone out by then. */
async function prepare(deps: DeliverMessagesDeps, message: ClaimedMessage): Promise<Delivered | Mailed> {
	try {
		const kind = deps.messages.find((one) => one.kind === message.kind)
		if (!kind) throw new Error('a kind of message that this release does not know')
		if (kind.topic !== null && message.unwantedTopics.includes(kind.topic))
			return drop(deps, message, 'is not sent: it is not wanted')
		const prepared = await kind.prepare(deps, message, deps.now())
		if (!prepared.ok) return drop(deps, message, `is no longer sent: ${prepared.refusal}`)
		const { mail, told, waitsUntilAt } = prepared.value
		// The bell makes no sound: it tells what waits for the end of quiet hours too.
		if (waitsUntilAt !== null)
			return {
				outcome: 'later',
				write: [deps.messaging.outbox.postpone(message.id, waitsUntilAt), ...keptAtBell(deps, message, told)],
			}
		// What can be chosen goes to a device where one takes it; all else, and what no device took, goes by mail.
		if (kind.topic !== null && told !== null && (await sendPush(deps, message, told)) === 'shown')
			return sent(deps, message, told)
		const to = message.recipientEmail
		if (to === null) return drop(deps, message, 'is not sent: it has no address')
		return { message, told, mail: { ...mail, to, idempotencyKey: idempotencyKey(message) } }
	} catch (error) {
		// Only the name is logged: the message of a database error may quote personal data.
		return tryAgain(deps, message, error instanceof Error ? error.name : 'unknown error')
	}
}

async function deliverAlone(
	deps: DeliverMessagesDeps,
	run: Run,
	{ message, mail, told }: Mailed,
): Promise<Delivered> {
	const answer = await inTurn(deps, run, () => deps.provider.send(mail))
	if (answer === null) return notTried(deps, run, message)
	if (answer.outcome === 'retry') return tryAgain(deps, message, answer.why)
	if (answer.outcome === 'rejected') return drop(deps, message, `was rejected: ${answer.why}`)
	return sent(deps, message, told)
}

/**
 * The mails that go at one request. A batch that was sent before stays what it was: its key stands for its members. A
 * mail that was sent alone, perhaps without an answer, goes alone again: under another key it would come twice.
 */
function batchOf(provider: MailProvider, mailed: readonly Mailed[]): Mailed[] {
	if (!provider.sendBatch) return []
	// Resend takes no attachments in a batch.
	const fit = mailed.filter(
		({ mail, message: { batchKey, attemptCount } }) =>
			mail.attachments === undefined && (batchKey !== null || attemptCount === 1),
	)
	return fit.length > 1 || fit.some(({ message }) => message.batchKey !== null) ? fit : []
}

/** Sends a batch; who belongs to it is written before, so that a repeat after a lost answer sends the same. */
async function deliverBatch(deps: DeliverMessagesDeps, run: Run, batch: Mailed[]): Promise<Delivered[]> {
	const { outbox } = deps.messaging
	const sendBatch = deps.provider.sendBatch
	if (batch.length === 0 || !sendBatch) return []
	const ids = batch.map(({ message }) => message.id)
	const known = batch[0]?.message.batchKey ?? null
	const key = known ?? newId()
	if (known === null) await deps.writeBatch([outbox.joinBatch(ids, key)])
	// In the order of their ids: a repeat has the same body.
	const members = batch.toSorted((one, other) => (one.message.id < other.message.id ? -1 : 1))
	const answer = await inTurn(deps, run, () =>
		sendBatch(
			members.map(({ mail }) => mail),
			`batch:${key}`,
		),
	)
	if (answer === null) return members.map(({ message }) => notTried(deps, run, message))
	if (answer.outcome === 'retry') return members.map(({ message }) => tryAgain(deps, message, answer.why))
	if (answer.outcome === 'refused') {
		deps.log(`a batch of ${ids.length} messages is sent one by one: ${answer.why}`)
		await deps.writeBatch([outbox.leaveBatch(ids)])
		return mapConcurrently(members, deps.pace.atOnce, (one) => deliverAlone(deps, run, one))
	}
	return members.map(({ message, told }, place) =>
		answer.rejected.includes(place) ? drop(deps, message, 'was rejected') : sent(deps, message, told),
	)
}

/**
 * What the provider answers at the next turn. Where it was asked too often it is asked again when it says so. Null:
 * the time of this run is over, or the provider seems to be down, and it was not asked.
 */
async function inTurn<Answer extends { outcome: string }>(
	{ pace, log }: DeliverMessagesDeps,
	run: Run,
	ask: () => Promise<Answer | Limited>,
): Promise<Answer | null> {
	while (!seemsDown(run) && (await pace.turn(run.until))) {
		const answer = await ask()
		if (!isLimited(answer)) {
			run.failures = answer.outcome === 'retry' ? run.failures + 1 : 0
			return answer
		}
		run.failures++
		log(`the mail provider asks for ${answer.waitMs} ms: ${answer.why}`)
		pace.pause(answer.waitMs)
	}
	return null
}

function isLimited(answer: { outcome: string }): answer is Limited {
	return answer.outcome === 'limited'
}

function seemsDown({ failures }: Run): boolean {
	return failures >= FAILURES_IN_A_ROW
}

function sent(deps: DeliverMessagesDeps, message: ClaimedMessage, told: Told | null): Delivered {
	return {
		outcome: 'sent',
		write: [deps.messaging.outbox.markSent(message.id, deps.now()), ...keptAtBell(deps, message, told)],
	}
}

function drop(deps: DeliverMessagesDeps, message: ClaimedMessage, why: string): Delivered {
	logAbout(deps, message, why)
	return { outcome: 'dropped', write: [deps.messaging.outbox.markNeverToBeSent(message.id)] }
}

/** Its claim says when. */
function tryAgain(deps: DeliverMessagesDeps, message: ClaimedMessage, why: string): Delivered {
	logAbout(deps, message, `waits: ${why}`)
	return { outcome: 'waiting', write: [] }
}

function notTried(
	{ messaging: { outbox }, now }: DeliverMessagesDeps,
	run: Run,
	{ id }: ClaimedMessage,
): Delivered {
	return { outcome: 'waiting', write: [outbox.putBack(id, now() + run.dueAgainMs)] }
}

function logAbout({ log }: DeliverMessagesDeps, { id, kind }: ClaimedMessage, words: string): void {
	log(`message ${id} (${kind}) ${words}`)
}

function keptAtBell(
	{ messaging: { notifications }, now }: DeliverMessagesDeps,
	{ id, kind, userId }: ClaimedMessage,
	told: Told | null,
): Statement[] {
	if (userId === null || told === null) return []
	const { title, words, path } = told
	return [notifications.insertNotification({ id, userId, kind, title, words, path, toldAt: now() })]
}

/** The dedupe key, or the row's id when a header cannot carry the key: its address may be non-ASCII or very long. */
function idempotencyKey({ dedupeKey, id }: ClaimedMessage): string {
	return /^[\x21-\x7e]{1,256}$/.test(dedupeKey) ? dedupeKey : id
}
