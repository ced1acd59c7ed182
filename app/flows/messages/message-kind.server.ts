import type * as z from 'zod'
import type { LadderKind } from '#app/domain/messaging/ladder.ts'
import type { Mail, MailSender } from '#app/domain/messaging/mail.ts'
import { signMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import { quietUntil } from '#app/kernel/quiet-hours.server.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** What message kinds read, and how their mails call themselves. */
export type MessageDeps = Repositories & {
	sender: MailSender
	/** The first key signs links; links of every key are accepted. */
	cookieKeys: readonly string[]
}

/** Why a message is dropped instead of sent, as a code for the log: 'appointment_not_found'. Each kind has its own. */
export type ObsoleteMessage = string

/** A message as it was queued. */
export type QueuedMessage<Payload> = { payload: Payload; createdAt: Instant }

/** A message in a title and a line: at the bell of an account, and on a lock screen that others can see. */
export type MessageNotice = {
	title: string
	/** The line below the title. */
	words: string
	/** Path and query, never a signed link. */
	path: string
	/** For a lock screen: no name of a service, no sum. */
	lockScreen: string
	/** Later it is of no use. */
	goodUntilAt?: Instant
}

/** What a message says now, in its forms. */
export type PreparedMessage = {
	/** Subject and body. */
	letter: Mail
	/** Null for what an account would not look for at its bell. */
	notice: MessageNotice | null
	/** The end of the quiet hours that it has to wait for; null: it goes now. */
	quietUntilAt: Instant | null
}

/** What delivery knows of a kind of message. */
export type MessageKind = LadderKind & {
	/**
	 * Prepares what is told from what is true when it is sent, not from what was true when it was queued (R42), or
	 * refuses with why it is dropped.
	 */
	prepare: (
		deps: MessageDeps,
		message: Pick<ClaimedMessage, 'payload' | 'createdAt' | 'chooser'>,
		now: Instant,
	) => Promise<Outcome<PreparedMessage, ObsoleteMessage>>
}

/** News without a date of their own are dropped after this time. */
const NEWS_MS = 3 * DAY_MS

/** Whether a message without a date of its own is too old to be sent. */
export function isOldNews({ createdAt }: QueuedMessage<unknown>, now: Instant): boolean {
	return now - createdAt > NEWS_MS
}

/**
 * Defines a kind of message. `isStillTrue` reads the facts, or refuses with why the message is dropped. Each form is
 * composed once of these facts: `letter` for mail, `notice` for the bell and for what shows a title and a line.
 * `quietIn` gives the zone in whose quiet hours these news wait; it is left out for the answer to what the receiver has
 * just done.
 */
export function messageKind<Payload, Facts>({
	kind,
	payload: schema,
	isStillTrue,
	letter,
	notice,
	topic = null,
	quietIn,
}: {
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

/** A mail that is sent by choice names the page of that choice. */
async function withChoice(
	deps: MessageDeps,
	topic: MessageTopic | null,
	chooser: string | null,
): Promise<MessageDeps> {
	if (topic === null || chooser === null) return deps
	const token = await signMessageChoice(deps.cookieKeys, { subject: chooser, topic })
	return { ...deps, sender: { ...deps.sender, choiceHref: `${deps.sender.origin}/messages/${token}` } }
}
