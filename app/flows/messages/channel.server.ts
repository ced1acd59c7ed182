import type { ChannelAnswer, Rung } from '#app/domain/messaging/ladder.ts'
import type { Limited, MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import type { PushSender } from '#app/domain/messaging/push-sender.server.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Pace } from '#app/kernel/pace.server.ts'
import type { MessageDeps, PreparedMessage } from './message-kind.server.ts'

export type ChannelDeps = MessageDeps & {
	/** Null where mail is not set up. */
	provider: MailProvider | null
	/** The turns of requests to the mail provider. */
	pace: Pace
	/** Null where push messages are not set up. */
	push: PushSender | null
	now: Clock
	/** Gets the id and the reason of each unsent message, no personal data. */
	log: (line: string) => void
}

/** A message to send now, in its forms. */
export type OutgoingMessage = Pick<PreparedMessage, 'letter' | 'notice'> & { message: ClaimedMessage }

type ChannelSender = {
	/** How many messages one round of the cron claims for this channel. */
	perRound: number
	/** One answer for each message, in order. One failed message does not throw. */
	send: (messages: readonly OutgoingMessage[], run: DeliveryRun) => Promise<ChannelAnswer[]>
}

/** A way to reach a reader; the list of channels has their order. */
export type Channel = Omit<Rung, 'isOpen'> & {
	/** Null where a setting is missing. */
	open: (deps: ChannelDeps) => ChannelSender | null
}

export type OpenedChannel = Rung & { sender: ChannelSender | null }

export function openLadder(deps: ChannelDeps & { channels: readonly Channel[] }): OpenedChannel[] {
	return deps.channels.map(({ open, ...channel }) => {
		const sender = open(deps)
		return { ...channel, sender, isOpen: sender !== null }
	})
}

/** Sends each message alone, `atOnce` at a time: a failed one stops no other. */
export function oneByOne(
	atOnce: number,
	send: (message: OutgoingMessage, run: DeliveryRun) => Promise<ChannelAnswer>,
): ChannelSender {
	return {
		perRound: atOnce,
		send: (messages, run) => mapConcurrently(messages, atOnce, (message) => send(message, run).catch(failed)),
	}
}

/** The message of a database error may quote personal data, so only the name is kept. */
function failed(error: unknown): ChannelAnswer {
	return { outcome: 'later', why: error instanceof Error ? error.name : 'unknown error' }
}

/** Requests in a row without success after which a provider counts as down. */
const FAILURES_IN_A_ROW = 5

/** One run's time, and the results of each channel so far. */
export type DeliveryRun = {
	until: Instant
	/** When untried messages are due again. */
	dueAgainMs: number
	/** False beside an answer, where each message goes alone, at once. */
	mayGather: boolean
	/** Requests in a row without success, by channel. */
	failures: Map<string, number>
}

export function seemsDown({ failures }: Pick<DeliveryRun, 'failures'>, channel?: string): boolean {
	const counted = channel === undefined ? [...failures.values()] : [failures.get(channel) ?? 0]
	return counted.some((inARow) => inARow >= FAILURES_IN_A_ROW)
}

/**
 * The provider's answer at the next turn. A rate-limited request is repeated when the provider allows. Null: the run is
 * over, or the provider seems down.
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
