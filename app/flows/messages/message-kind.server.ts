import type * as z from 'zod'
import type { LadderKind } from '#app/domain/messaging/ladder.ts'
import type { Mail, MailSender } from '#app/domain/messaging/mail.ts'
import { signMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { quietUntil } from '#app/kernel/quiet-hours.server.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type MessageDeps = Repositories & {
	sender: MailSender
	/** The first key signs links; links of every key are accepted. */
	cookieKeys: readonly string[]
}

/** Why a message is dropped, for the log: 'appointment_not_found'. */
export type ObsoleteMessage = string

export type QueuedMessage<Payload> = { payload: Payload; createdAt: Instant }

/** For the bell of an account, and for a lock screen that others can see. */
export type MessageNotice = {
	title: string
	/** The line below the title. */
	words: string
	/** Path and query, never a signed link. */
	path: string
	/** Without service names and sums. */
	lockScreen: string
	/** The notice is of no use after this instant. */
	goodUntilAt?: Instant
}

export type PreparedMessage = {
	letter: Mail
	/** Null for what an account would not look for at its bell. */
	notice: MessageNotice | null
	/** The end of its quiet hours; null: it goes now. */
	quietUntilAt: Instant | null
}

export type MessageKind = LadderKind & {
	/** Composes what is true at sending time (R42), or refuses with why it is dropped. */
	prepare: (
		deps: MessageDeps,
		message: Pick<ClaimedMessage, 'payload' | 'createdAt' | 'chooser'>,
		now: Instant,
	) => Promise<Outcome<PreparedMessage, ObsoleteMessage>>
}

/** News older than this is dropped. */
const NEWS_MS = 3 * DAY_MS

export function isOldNews({ createdAt }: QueuedMessage<unknown>, now: Instant): boolean {
	return now - createdAt > NEWS_MS
}

/** A past act's payload stays true: only age drops the message. */
export async function payloadWhileNew<Payload>(
	_: MessageDeps,
	queued: QueuedMessage<Payload>,
	now: Instant,
): Promise<Outcome<Payload, ObsoleteMessage>> {
	return isOldNews(queued, now) ? refused('too_old') : accepted(queued.payload)
}

/**
 * Defines a kind of message. `isStillTrue` reads the facts, or refuses with why it is dropped. `letter` composes the
 * mail, `notice` the bell and push. `quietIn` gives the zone of its quiet hours; an answer to the receiver's own act
 * has none.
 */
export function messageKind<Payload, Facts>(input: {
	kind: string
	payload: z.ZodType<Payload>
	isStillTrue: (
		deps: MessageDeps,
		queued: QueuedMessage<Payload>,
		now: Instant,
	) => Promise<Outcome<Facts, ObsoleteMessage>>
	letter: (deps: MessageDeps, facts: Facts, now: Instant) => Promise<Mail> | Mail
	notice?: (facts: Facts, now: Instant) => MessageNotice
	topic?: MessageTopic | null
	quietIn?: (facts: Facts, now: Instant) => ZoneName | null
}): MessageKind {
	const { kind, payload: schema, isStillTrue, letter, notice, topic = null, quietIn } = input
	return {
		kind,
		topic,
		forms: notice ? ['notice', 'letter'] : ['letter'],
		async prepare(deps, { payload, createdAt, chooser }, now) {
			const read = await isStillTrue(deps, { payload: schema.parse(JSON.parse(payload)), createdAt }, now)
			if (!read.ok) return read
			const facts = read.value
			const quietZone = quietIn?.(facts, now) ?? null
			return accepted({
				letter: await letter(await withChoice(deps, topic, chooser), facts, now),
				notice: notice?.(facts, now) ?? null,
				quietUntilAt: quietZone === null ? null : quietUntil(quietZone, now),
			})
		},
	}
}

/** A mail of a topic links to the page of its choice. */
async function withChoice(
	deps: MessageDeps,
	topic: MessageTopic | null,
	chooser: string | null,
): Promise<MessageDeps> {
	if (topic === null || chooser === null) return deps
	const token = await signMessageChoice(deps.cookieKeys, { subject: chooser, topic })
	return { ...deps, sender: { ...deps.sender, choiceHref: `${deps.sender.origin}/messages/${token}` } }
}
