import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import type { ChannelAnswer } from '#app/domain/messaging/ladder.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import type { PushMessage, PushSender } from '#app/domain/messaging/push-sender.server.ts'
import type { PushSubscription } from '#app/domain/messaging/push-subscription-repository.server.ts'
import { confirmationPath, ownAppointmentPath } from '#app/kernel/booking-paths.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { type Channel, type ChannelDeps, type OutgoingMessage, oneByOne } from './channel.server.ts'
import type { MessageDeps, MessageNotice } from './message-kind.server.ts'

/** How long a switched-off phone may still get a notice without `goodUntilAt`. */
const DEFAULT_TTL_MS = 4 * HOUR_MS
const LONGEST_TTL_MS = 24 * HOUR_MS
/** A notice that is over this soon wakes a phone that saves its battery. */
const URGENT_MS = 2 * HOUR_MS

const AT_ONCE = 10

/** Reaches the reader's subscribed browsers. A message without a topic goes by mail (docs/decisions/045). */
export const pushChannel: Channel = {
	name: 'push',
	form: 'notice',
	carries: 'by_choice',
	open: (deps) => {
		const { push } = deps
		return push && oneByOne(AT_ONCE, (outgoing) => sendPush({ ...deps, push }, outgoing))
	},
}

const unreached: ChannelAnswer = { outcome: 'unreached', why: 'is not sent: no device takes it' }

/** 'taken' when one browser's push service took it. Only the lock screen's words travel, encrypted. */
async function sendPush(
	deps: ChannelDeps & { push: PushSender },
	{ message, notice }: OutgoingMessage,
): Promise<ChannelAnswer> {
	const { pushSubscriptions } = deps.messaging
	const { push, sender, writeBatch, now, log } = deps
	const appointmentId = readAppointmentId(message)
	if (notice === null || (message.userId === null && appointmentId === null)) return unreached
	const found = await pushSubscriptions.subscriptionsFor({ userId: message.userId, appointmentId }, now())
	const outcomes = await Promise.all(
		found.map(async (subscription) => {
			const path = await pathFor(deps, subscription, notice)
			if (path === null) return { subscription, outcome: 'refused' as const, why: 'no page for a guest' }
			const sent = pushMessage(notice, { messageId: message.id, title: sender.name, path, now: now() })
			return { subscription, ...(await push.send(subscription, sent)) }
		}),
	)
	const ended = outcomes.filter(({ outcome }) => outcome === 'ended')
	if (ended.length > 0)
		await writeBatch([pushSubscriptions.end(ended.map(({ subscription }) => subscription.id))])
	// The address of a browser allows sending to it: never logged.
	for (const result of outcomes)
		if (result.outcome === 'refused')
			log(`message ${message.id} (${message.kind}) was not pushed: ${result.why}`)
	return outcomes.some(({ outcome }) => outcome === 'taken') ? { outcome: 'taken' } : unreached
}

/** A guest's browser opens the booking by its link. */
async function pathFor(
	{ cookieKeys }: MessageDeps,
	{ appointmentId }: PushSubscription,
	{ path }: MessageNotice,
): Promise<string | null> {
	if (appointmentId === null) return path
	if (path !== ownAppointmentPath(appointmentId)) return null
	return confirmationPath(await signBookingLink(cookieKeys, appointmentId))
}

function pushMessage(
	{ lockScreen, goodUntilAt }: MessageNotice,
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

function readAppointmentId({ payload }: ClaimedMessage): string | null {
	const { appointmentId } = JSON.parse(payload) as { appointmentId?: unknown }
	return typeof appointmentId === 'string' ? appointmentId : null
}
