import {
	type ChannelAnswer,
	FIRST_RETRY_MS,
	kindsThatCanGo,
	type LadderStep,
	nextStep,
} from '#app/domain/messaging/ladder.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import {
	type Channel,
	type ChannelDeps,
	type DeliveryRun,
	type OpenedChannel,
	type OutgoingMessage,
	openLadder,
	seemsDown,
} from './channel.server.ts'
import type { MessageKind, MessageNotice } from './message-kind.server.ts'

export type DeliverMessagesDeps = ChannelDeps & {
	messages: readonly MessageKind[]
	channels: readonly Channel[]
}

/** Messages that wait for the end of quiet hours are in no count. */
export type Delivery = { sent: number; waiting: number; dropped: number }

/** Up to a second of the Worker's limit (P17). */
export const MOST_OF_A_RUN = 400
const PREPARED_AT_ONCE = 10

/** For a cron run, a round's claim, and a request beside its answer. */
const RUN_MS = 50_000
const ROUND_MS = FIRST_RETRY_MS - 15_000
const AFTER_REQUEST_MS = 10_000

/** Every minute: sends round after round, until nothing is due, its bounds are reached, or a provider seems down. */
export async function deliverAllDue(deps: DeliverMessagesDeps): Promise<Delivery> {
	const total: Delivery = { sent: 0, waiting: 0, dropped: 0 }
	const endsAt = deps.now() + RUN_MS
	const ladder = openLadder(deps)
	const limit = Math.max(1, ...ladder.map(({ sender }) => sender?.perRound ?? 0))
	const run: DeliveryRun = { until: endsAt, failures: new Map(), dueAgainMs: 0, mayGather: true }
	for (let claims = 0; claims < MOST_OF_A_RUN && deps.now() < endsAt && !seemsDown(run); claims += limit) {
		const now = deps.now()
		const { repeated, fresh } = await claimRound(deps, ladder, now, limit)
		run.until = Math.min(endsAt, now + ROUND_MS)
		for (const messages of [repeated, fresh]) {
			const { sent, waiting, dropped } = await deliverClaimed(deps, ladder, run, messages)
			total.sent += sent
			total.waiting += waiting
			total.dropped += dropped
		}
		if (repeated.length === 0 && fresh.length < limit) break
	}
	return total
}

/**
 * Beside an answer: sends up to `limit` due messages, each alone. One write claims them, so that no second run sends
 * them; another records the results. A lost result means a second send with the same idempotency key: at least once,
 * exactly once where the provider keeps keys (docs/decisions/011).
 */
export async function deliverMessages(deps: DeliverMessagesDeps, limit: number): Promise<Delivery> {
	const now = deps.now()
	const ladder = openLadder(deps)
	const { outbox } = deps.messaging
	const kinds = kindsThatCanGo(ladder, deps.messages)
	const { messages } = await deps.writeBatch({
		withheld: kinds === null ? outbox.withholdDue(now) : [],
		messages: outbox.claimDue(now, limit, kinds),
	})
	return deliverClaimed(deps, ladder, besideAnswer(now), messages)
}

/** Beside an answer: sends what the answer's own write has claimed (docs/decisions/098). */
export function deliverHandedOn(
	deps: DeliverMessagesDeps,
	messages: readonly ClaimedMessage[],
): Promise<Delivery> {
	return deliverClaimed(deps, openLadder(deps), besideAnswer(deps.now()), messages)
}

/** Untried messages are left to the cron. */
function besideAnswer(now: Instant): DeliveryRun {
	return { until: now + AFTER_REQUEST_MS, failures: new Map(), dueAgainMs: MINUTE_MS, mayGather: false }
}

/** Only mail has ceilings and batches (D33). While it is off, messages for mail alone wait. */
async function claimRound(
	{ messages, messaging: { outbox }, writeBatch }: DeliverMessagesDeps,
	ladder: readonly OpenedChannel[],
	now: Instant,
	limit: number,
): Promise<{ repeated: ClaimedMessage[]; fresh: ClaimedMessage[] }> {
	const kinds = kindsThatCanGo(ladder, messages)
	if (kinds !== null)
		return { repeated: [], ...(await writeBatch({ fresh: outbox.claimDue(now, limit, kinds) })) }
	return writeBatch({
		withheld: outbox.withholdDue(now),
		repeated: outbox.claimDueBatch(now),
		fresh: outbox.claimDue(now, limit),
	})
}

/** A message with its channels' answers so far. */
type Climb = OutgoingMessage & { kind: MessageKind; quietUntilAt: Instant | null; answers: ChannelAnswer[] }

/** A message to try again writes nothing. */
type Delivered = { outcome: 'sent' | 'waiting' | 'dropped' | 'later'; write: Statement[] }

async function deliverClaimed(
	deps: DeliverMessagesDeps,
	ladder: readonly OpenedChannel[],
	run: DeliveryRun,
	messages: readonly ClaimedMessage[],
): Promise<Delivery> {
	const prepared = await mapConcurrently(messages, PREPARED_AT_ONCE, (message) =>
		prepare(deps, ladder, message),
	)
	const climbing = prepared.filter((one) => 'answers' in one)
	for (const channel of ladder) await ask(channel, ladder, run, climbing)
	const outcomes = [
		...prepared.filter((one) => 'outcome' in one),
		...climbing.map((climb) => end(deps, climb.message, findStep(ladder, climb), climb.notice)),
	]
	const results = outcomes.flatMap(({ write }) => write)
	if (results.length > 0) await deps.writeBatch(results)
	const count = (of: Delivered['outcome']) => outcomes.filter(({ outcome }) => outcome === of).length
	return { sent: count('sent'), dropped: count('dropped'), waiting: count('waiting') }
}

/** Unwanted and unsendable messages are not composed. */
async function prepare(
	deps: DeliverMessagesDeps,
	ladder: readonly OpenedChannel[],
	message: ClaimedMessage,
): Promise<Delivered | Climb> {
	try {
		const kind = deps.messages.find((one) => one.kind === message.kind)
		if (!kind) throw new Error('a kind of message that this release does not know')
		const { unwantedTopics } = message
		const first = nextStep(ladder, { ...kind, unwantedTopics, quietUntilAt: null })
		if (first.step !== 'ask') return end(deps, message, first)
		const prepared = await kind.prepare(deps, message, deps.now())
		return prepared.ok
			? { message, kind, answers: [], ...prepared.value }
			: end(deps, message, { step: 'drop', why: `is no longer sent: ${prepared.refusal}` })
	} catch (error) {
		// The message of a database error may quote personal data, so only the name is logged.
		const why = error instanceof Error ? error.name : 'unknown error'
		return end(deps, message, { step: 'try_again', why })
	}
}

function findStep(
	ladder: readonly OpenedChannel[],
	{ kind, message: { unwantedTopics }, quietUntilAt, answers }: Climb,
): LadderStep<OpenedChannel> {
	return nextStep(ladder, { ...kind, unwantedTopics, quietUntilAt }, answers)
}

async function ask(
	channel: OpenedChannel,
	ladder: readonly OpenedChannel[],
	run: DeliveryRun,
	climbing: readonly Climb[],
): Promise<void> {
	const reachable = climbing.filter((climb) => {
		const next = findStep(ladder, climb)
		return next.step === 'ask' && next.channel === channel
	})
	if (reachable.length === 0 || channel.sender === null) return
	const answers = await channel.sender.send(reachable, run)
	for (const [place, climb] of reachable.entries())
		climb.answers.push(answers[place] ?? { outcome: 'later', why: `${channel.name} did not answer` })
}

function end(
	deps: DeliverMessagesDeps,
	message: ClaimedMessage,
	last: LadderStep,
	notice: MessageNotice | null = null,
): Delivered {
	const { outbox } = deps.messaging
	const { id, kind } = message
	const log = (words: string) => deps.log(`message ${id} (${kind}) ${words}`)
	switch (last.step) {
		case 'sent':
			return {
				outcome: 'sent',
				write: [outbox.markSent(id, deps.now()), ...keptAtBell(deps, message, notice)],
			}
		case 'postpone':
			// The bell makes no sound, so it ignores quiet hours.
			return {
				outcome: 'later',
				write: [outbox.postpone(id, last.until), ...keptAtBell(deps, message, notice)],
			}
		case 'drop':
			log(last.why)
			return { outcome: 'dropped', write: [outbox.markNeverToBeSent(id)] }
		case 'put_back':
			return { outcome: 'waiting', write: [outbox.putBack(id, last.dueAt)] }
		case 'try_again':
			log(`waits: ${last.why}`)
			// Its claim has set when it is due again.
			return { outcome: 'waiting', write: [] }
		case 'ask':
			throw new Error(`${last.channel.name} was not asked`)
	}
}

function keptAtBell(
	{ messaging: { notifications }, now }: DeliverMessagesDeps,
	{ id, kind, userId }: ClaimedMessage,
	notice: MessageNotice | null,
): Statement[] {
	if (userId === null || notice === null) return []
	const { title, words, path } = notice
	return [notifications.insertNotification({ id, userId, kind, title, words, path, toldAt: now() })]
}
