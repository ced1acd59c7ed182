import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import type { PushMessage, PushSender } from '#app/domain/messaging/push-sender.server.ts'
import type { PushSubscription } from '#app/domain/messaging/push-subscription-repository.server.ts'
import { confirmationPath, ownAppointmentPath } from '#app/kernel/booking-paths.ts'
import { type Clock, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { MessageDeps, Told } from './message-kind.server.ts'

export type PushDeps = MessageDeps & {
	/** Null where push messages are not set up. */
	push: PushSender | null
	now: Clock
	log: (line: string) => void
}

/** So long a phone that is switched off may still get news without a date of their own. */
const DEFAULT_TTL_MS = 4 * HOUR_MS
/** No push service keeps a message for longer than it makes sense to a person. */
const LONGEST_TTL_MS = 24 * HOUR_MS
/** What is over so soon wakes a phone that saves its battery. */
const URGENT_MS = 2 * HOUR_MS

/**
 * Sends a message to its reader's browsers: 'shown' when one's push service took it, 'nobody' when mail has to go. A
 * browser that is gone is forgotten. Only the words for a lock screen travel, and they are encrypted.
 */
export async function sendPush(
	deps: PushDeps,
	message: ClaimedMessage,
	told: Told,
): Promise<'shown' | 'nobody'> {
	const { pushSubscriptions } = deps.messaging
	const { push, sender, writeBatch, now, log } = deps
	if (push === null) return 'nobody'
	const appointmentId = appointmentOf(message)
	if (message.userId === null && appointmentId === null) return 'nobody'
	const found = await pushSubscriptions.subscriptionsFor({ userId: message.userId, appointmentId }, now())
	const outcomes = await Promise.all(
		found.map(async (subscription) => {
			const path = await pathFor(deps, subscription, told)
			if (path === null) return { subscription, outcome: 'refused' as const, why: 'no page for a guest' }
			const sent = pushMessage(told, { messageId: message.id, title: sender.name, path, now: now() })
			return { subscription, ...(await push.send(subscription, sent)) }
		}),
	)
	const ended = outcomes.filter(({ outcome }) => outcome === 'ended')
	if (ended.length > 0)
		await writeBatch([pushSubscriptions.end(ended.map(({ subscription }) => subscription.id))])
	// The address of a browser grants sending to it: it is not logged.
	for (const result of outcomes)
		if (result.outcome === 'refused')
			log(`message ${message.id} (${message.kind}) was not pushed: ${result.why}`)
	return outcomes.some(({ outcome }) => outcome === 'taken') ? 'shown' : 'nobody'
}

/** A guest has no account to sign in to: the browser that was given the booking's link opens the booking by it. */
async function pathFor(
	{ cookieKeys }: MessageDeps,
	{ appointmentId }: PushSubscription,
	{ path }: Told,
): Promise<string | null> {
	if (appointmentId === null) return path
	if (path !== ownAppointmentPath(appointmentId)) return null
	return confirmationPath(await signBookingLink(cookieKeys, appointmentId))
}

function pushMessage(
	{ lockScreen, goodUntilAt }: Told,
	{ messageId, title, path, now }: { messageId: string; title: string; path: string; now: Instant },
): PushMessage {
	const leftMs = (goodUntilAt ?? 0) - now
	const ttlMs = Math.min(leftMs > 0 ? leftMs : DEFAULT_TTL_MS, LONGEST_TTL_MS)
	return {
		topic: messageId.replaceAll('-', '').slice(0, 32),
		title,
		words: lockScreen,
		path,
		ttlSeconds: Math.ceil(ttlMs / 1_000),
		isUrgent: ttlMs <= URGENT_MS,
	}
}

function appointmentOf({ payload }: ClaimedMessage): string | null {
	const { appointmentId } = JSON.parse(payload) as { appointmentId?: unknown }
	return typeof appointmentId === 'string' ? appointmentId : null
}
