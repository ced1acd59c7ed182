import type { ChannelAnswer, Rung } from '#app/domain/messaging/ladder.ts'
import type { Limited, MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import type { PushSender } from '#app/domain/messaging/push-sender.server.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Pace } from '#app/kernel/pace.server.ts'
import type { MessageDeps, PreparedMessage } from './message-kind.server.ts'

/** What channels send with. */
export type ChannelDeps = MessageDeps & {
	/** Null where mail is not set up. */
	provider: MailProvider | null
	/** The turns of requests to the mail provider. */
	pace: Pace
	/** Null where push messages are not set up. */
	push: PushSender | null
	now: Clock
	/** Gets a line for each message that was not sent: its id and the reason, no address and no word of it. */
	log: (line: string) => void
}

/** A message that is sent now, in its forms. */
export type OutgoingMessage = Pick<PreparedMessage, 'letter' | 'notice'> & { message: ClaimedMessage }

/** What sends by an open channel. */
type ChannelSender = {
	/** How many messages one round of the cron claims for it. */
	perRound: number
	/** One answer for each message, in their order. Throws nothing that concerns one message alone. */
	send: (messages: readonly OutgoingMessage[], run: DeliveryRun) => Promise<ChannelAnswer[]>
}

/** A way to reach the reader of a message: its place in the list of channels says when it is asked. */
export type Channel = Omit<Rung, 'isOpen'> & {
	/** Null where a setting that it needs is missing. */
	open: (deps: ChannelDeps) => ChannelSender | null
}

/** A channel of one delivery, and what sends by it. */
export type OpenedChannel = Rung & { sender: ChannelSender | null }

/** The channels of one delivery, in the order in which they are asked. */
export function openLadder(deps: ChannelDeps & { channels: readonly Channel[] }): OpenedChannel[] {
	return deps.channels.map(({ open, ...channel }) => {
		const sender = open(deps)
		return { ...channel, sender, isOpen: sender !== null }
	})
}

/** Sends each message by itself, `atOnce` at the same time: one that fails keeps no other from going. */
export function oneByOne(
	atOnce: number,
	send: (message: OutgoingMessage, run: DeliveryRun) => Promise<ChannelAnswer>,
): ChannelSender {
	return {
		perRound: atOnce,
		send: (messages, run) => mapConcurrently(messages, atOnce, (message) => send(message, run).catch(failed)),
	}
}

/** Only the name is kept: the message of a database error may quote personal data. */
function failed(error: unknown): ChannelAnswer {
	return { outcome: 'later', why: error instanceof Error ? error.name : 'unknown error' }
}

/** After this many requests in a row without success a provider counts as down, and the rest keeps its turn. */
const FAILURES_IN_A_ROW = 5

/** One run of delivery: how long it sends, and how the requests of each channel went so far. */
export type DeliveryRun = {
	until: Instant
	/** After how long what was not tried is due again. */
	dueAgainMs: number
	/** Messages that are due together may leave together. Beside an answer each goes alone, at once. */
	mayGather: boolean
	/** Requests in a row without success, by the name of their channel. */
	failures: Map<string, number>
}

/** Whether a channel of this run seems to be down. */
export function seemsDown({ failures }: Pick<DeliveryRun, 'failures'>, channel?: string): boolean {
	const counted = channel === undefined ? [...failures.values()] : [failures.get(channel) ?? 0]
	return counted.some((inARow) => inARow >= FAILURES_IN_A_ROW)
}

/**
 * What the provider of a channel answers at the next turn. Where it was asked too often it is asked again when it says
 * so. Null: the time of this run is over, or the provider seems to be down, and it was not asked.
 */
export async function inTurn<Answer extends { outcome: string }>(
	{ channel, pace, log }: { channel: string; pace: Pace; log: (line: string) => void },
	run: DeliveryRun,
	ask: () => Promise<Answer | Limited>,
): Promise<Answer | null> {
	const failures = () => run.failures.get(channel) ?? 0
	while (!seemsDown(run, channel) && (await pace.turn(run.until))) {
		const answer = await ask()
		if (!isLimited(answer)) {
			run.failures.set(channel, answer.outcome === 'retry' ? failures() + 1 : 0)
			return answer
		}
		run.failures.set(channel, failures() + 1)
		log(`the ${channel} provider asks for ${answer.waitMs} ms: ${answer.why}`)
		pace.pause(answer.waitMs)
	}
	return null
}

function isLimited(answer: { outcome: string }): answer is Limited {
	return answer.outcome === 'limited'
}
