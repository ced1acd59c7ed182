import type { Instant } from '#app/kernel/instant.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'

/** What a channel carries of a message: a 'notice' is a title and a line, a 'letter' a subject and a body. */
export type MessageForm = 'notice' | 'letter'

/** A channel as the ladder knows it. The ladder is the list of channels, in the order in which they are asked. */
export type Rung = {
	/** 'push', 'mail'. */
	name: string
	form: MessageForm
	/** 'by_choice': only what has a topic, so that its reader can switch it off. */
	carries: 'all' | 'by_choice'
	/** Whether it is set up. */
	isOpen: boolean
}

/** A kind of message as the ladder knows it. */
export type LadderKind = {
	kind: string
	/** What its reader can choose not to be sent; null for what is told always. */
	topic: MessageTopic | null
	/** The forms that it has. Each kind has a letter. */
	forms: readonly MessageForm[]
}

/** What a channel said of a message. `why` is for the log: it holds neither an address nor a word of the message. */
export type ChannelAnswer =
	/** It brings the message. */
	| { outcome: 'taken' }
	/** It reaches no one by it: the next channel is asked. `why`: 'is not sent: it has no address'. */
	| { outcome: 'unreached'; why: string }
	/** It failed, and the attempt counts: the message is due again when its claim says. */
	| { outcome: 'later'; why: string }
	/** It did not try: the message is due at `dueAt`, and no attempt counts. */
	| { outcome: 'later'; dueAt: Instant }

/** What is done next with a message. */
export type LadderStep<Channel extends Rung = Rung> =
	| { step: 'ask'; channel: Channel }
	| { step: 'sent' }
	/** It would disturb its reader now. */
	| { step: 'postpone'; until: Instant }
	| { step: 'try_again'; why: string }
	| { step: 'put_back'; dueAt: Instant }
	| { step: 'drop'; why: string }

/**
 * What is done next with a claimed message, after these answers of the channels that were asked. What its reader has
 * switched off is dropped, what would disturb waits, and the channels that carry it are asked one after another until
 * one takes it. A channel that is not set up is passed over; for the last one the message waits, so that nothing is
 * lost. Ceilings stand before the ladder: what they withhold is never claimed (D33).
 */
export function nextStep<Channel extends Rung>(
	ladder: readonly Channel[],
	{
		unwantedTopics,
		quietUntilAt,
		...kind
	}: LadderKind & {
		unwantedTopics: readonly MessageTopic[]
		/** The end of the quiet hours that it has to wait for; null: it goes now, or that is not known yet. */
		quietUntilAt: Instant | null
	},
	answers: readonly ChannelAnswer[] = [],
): LadderStep<Channel> {
	if (kind.topic !== null && unwantedTopics.includes(kind.topic))
		return { step: 'drop', why: 'is not sent: it is not wanted' }
	if (quietUntilAt !== null) return { step: 'postpone', until: quietUntilAt }
	const last = answers.at(-1)
	if (last?.outcome === 'taken') return { step: 'sent' }
	if (last?.outcome === 'later')
		return 'dueAt' in last ? { step: 'put_back', dueAt: last.dueAt } : { step: 'try_again', why: last.why }
	const rungs = ladder.filter((rung) => carries(rung, kind))
	const channel = rungs.filter((rung) => rung.isOpen || rung === rungs.at(-1))[answers.length]
	if (channel === undefined) return { step: 'drop', why: last?.why ?? 'is not sent: no channel carries it' }
	return channel.isOpen ? { step: 'ask', channel } : { step: 'try_again', why: `${channel.name} is off` }
}

/**
 * The kinds of messages that can go out now. Null where a channel for all letters is set up: then each kind can, also
 * one of a later release. Messages of other kinds are not claimed, and wait as they are.
 */
export function kindsThatCanGo(ladder: readonly Rung[], kinds: readonly LadderKind[]): string[] | null {
	if (carriesAllLetters(ladder)) return null
	const canGo = (kind: LadderKind) => ladder.some((rung) => rung.isOpen && carries(rung, kind))
	return kinds.filter(canGo).map(({ kind }) => kind)
}

function carriesAllLetters(ladder: readonly Rung[]): boolean {
	return ladder.some((rung) => rung.isOpen && rung.form === 'letter' && rung.carries === 'all')
}

function carries(rung: Rung, { topic, forms }: LadderKind): boolean {
	return forms.includes(rung.form) && (rung.carries === 'all' || topic !== null)
}
