import type * as z from 'zod'
import type { Mail, MailSender } from '#app/domain/messaging/mail.ts'
import type { ClaimedMessage } from '#app/domain/messaging/outbox-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
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

/** What delivery knows of a kind of message. */
export type MessageKind = {
	kind: string
	/** Composes the mail from what is true when it is sent, not from what was true when it was queued (R42). */
	composeMail: (
		deps: MessageDeps,
		message: ClaimedMessage,
		now: Instant,
	) => Promise<Outcome<Mail, ObsoleteMessage>>
}

/** News without a date of their own are dropped after this time. */
const NEWS_MS = 3 * DAY_MS

/** Whether a message without a date of its own is too old to be sent. */
export function isOldNews({ createdAt }: QueuedMessage<unknown>, now: Instant): boolean {
	return now - createdAt > NEWS_MS
}

/**
 * Defines a kind of message. `isStillTrue` reads the facts, or refuses with why the message is dropped; `compose` makes the
 * mail of these facts.
 */
export function messageKind<Payload, Facts>({
	kind,
	payload: schema,
	isStillTrue,
	compose,
}: {
	kind: string
	payload: z.ZodType<Payload>
	isStillTrue: (
		deps: MessageDeps,
		queued: QueuedMessage<Payload>,
		now: Instant,
	) => Promise<Outcome<Facts, ObsoleteMessage>>
	compose: (deps: MessageDeps, facts: Facts, now: Instant) => Promise<Mail> | Mail
}): MessageKind {
	return {
		kind,
		async composeMail(deps, { payload, createdAt }, now) {
			const facts = await isStillTrue(deps, { payload: schema.parse(JSON.parse(payload)), createdAt }, now)
			return facts.ok ? accepted(await compose(deps, facts.value, now)) : facts
		},
	}
}
