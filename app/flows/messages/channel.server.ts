import type { ChannelAnswer, Rung } from '#app/domain/messaging/ladder.ts'
import type { MailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import type { PushSender } from '#app/domain/messaging/push-sender.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Pace } from '#app/kernel/pace.server.ts'
import type { DeliveryRun } from './delivery-run.server.ts'
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
export type ChannelSender = {
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
