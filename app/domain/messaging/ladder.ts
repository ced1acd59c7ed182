import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'

/** A 'notice' is a title and a line, a 'letter' a subject and a body. */
export type MessageForm = 'notice' | 'letter'

/** A channel. The ladder lists the channels in the order of their attempts. */
export type Rung = {
	/** 'push', 'mail'. */
	name: string
	form: MessageForm
	/** 'by_choice': only messages with a topic, which the reader can switch off. */
	carries: 'all' | 'by_choice'
	isOpen: boolean
}

export type LadderKind = {
	kind: string
	/** The topic that switches it off; null: it is always sent. */
	topic: MessageTopic | null
	/** Each kind has a letter. */
	forms: readonly MessageForm[]
}

/** A channel's answer. `why` goes to the log: it holds neither an address nor a word of the message. */
export type ChannelAnswer =
	| { outcome: 'taken' }
	/** The channel has no way to this reader: the next one tries. `why`: 'is not sent: it has no address'. */
	| { outcome: 'unreached'; why: string }
	/** The attempt failed and counts: the message is due again after its claim. */
	| { outcome: 'later'; why: string }
	/** No attempt was made or counts: the message is due at `dueAt`. */
	| { outcome: 'later'; dueAt: Instant }

export type LadderStep<Channel extends Rung = Rung> =
	| { step: 'ask'; channel: Channel }
	| { step: 'sent' }
	/** The message would disturb its reader now. */
	| { step: 'postpone'; until: Instant }
	| { step: 'try_again'; why: string }
	| { step: 'put_back'; dueAt: Instant }
	| { step: 'drop'; why: string }

/**
 * The next step of a claimed message. An unwanted message is dropped; in quiet hours it waits. The open channels try in
 * order until one takes it. For a closed last channel the message waits. Withheld messages are never claimed (D33).
 */
export function nextStep<Channel extends Rung>(
	ladder: readonly Channel[],
	{
		unwantedTopics,
		quietUntilAt,
		...kind
	}: LadderKind & {
		unwantedTopics: readonly MessageTopic[]
		/** The end of the quiet hours; null outside of them, or while not known. */
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

/** The kinds that can go out now. Null: every kind, also of a later release, by an open channel for all letters. */
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

/**
 * The wait after the first failed attempt; it doubles. A claim lasts as long, so the wait exceeds a provider's timeout.
 */
export const FIRST_RETRY_MS = MINUTE_MS

/** A provider that is down for a day gets 24 further attempts. */
export const LONGEST_RETRY_MS = HOUR_MS

/** For a message that must not be sent: 9999-12-31. */
export const NO_MORE_ATTEMPTS_AT: Instant = 253_402_214_400_000
