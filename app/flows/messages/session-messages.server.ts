import * as z from 'zod'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import {
	type MailedSession,
	mailedSessionFacts,
	placesLink,
	sessionName,
} from '#app/domain/messaging/mailed-facts.server.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-booking.ts'
import { clockLabelAt, mailedMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { isReminderOver } from '#app/kernel/quiet-hours.server.ts'
import { quietUnlessTooLate } from './appointment-messages.server.ts'
import { isOldNews, type MessageNotice, messageKind } from './message-kind.server.ts'

/** The ceiling of mails reads `holderId`. */
const placePayload = z.object({ bookingId: z.string(), holderId: z.string() })

export function mailedSession(
	input: Pick<Place, 'planTitle' | 'startsAt' | 'durationMinutes' | 'staff' | 'shop'>,
): MailedSession {
	const { planTitle, startsAt, durationMinutes, staff, shop } = input
	return {
		planTitle,
		startsAt,
		durationMinutes,
		staffName: staff && `${staff.firstName} ${staff.lastName}`,
		shop: { ...shop, address: fullAddress(shop) },
	}
}

export function noticeOfSession(
	title: string,
	{ planTitle, startsAt, shop }: Pick<Place, 'planTitle' | 'startsAt' | 'shop'>,
	lockScreen: string,
): MessageNotice {
	return {
		title,
		words: `${planTitle} at ${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}`,
		path: '/sessions?tab=bookings',
		lockScreen,
		goodUntilAt: startsAt,
	}
}

/** Giving up a place until then returns its entry (D11). */
function freeUntil({ startsAt }: Pick<Place, 'startsAt'>): Instant {
	return startsAt - FREE_CANCELLATION_MS
}

export const sessionBookedMessage = messageKind({
	kind: 'session_booked',
	payload: placePayload,
	async isStillTrue({ subscriptions: { places } }, { payload }, now) {
		const place = await places.placeToMail(payload.bookingId)
		if (place?.status !== 'booked') return refused('place_not_booked')
		return now < place.startsAt ? accepted(place) : refused('session_begun')
	},
	letter({ sender }, place, now) {
		const { startsAt, shop } = place
		const session = mailedSession(place)
		const freeUntilAt = freeUntil(place)
		return writeMail(sender, {
			subject: `Session Booked! ${sessionName(session)}, ${mailedMomentLabelAt(shop.timeZone, startsAt)}`,
			title: 'Session Booked!',
			blocks: [
				mailedSessionFacts(session),
				now <= freeUntilAt
					? `Change of plans? Cancel by ${mailedMomentLabelAt(shop.timeZone, freeUntilAt)} and you get your entry back.`
					: 'It starts within 24 hours, so you won’t get your entry back if you cancel.',
				placesLink(sender.origin),
			],
			reason: `You got this because you booked a session at ${shop.name}.`,
		})
	},
	notice: (place) => noticeOfSession('Session booked', place, 'Your session is booked.'),
})

/** Reminds of a coming session. One that waited until the next reminder is dropped. */
export const sessionReminderMessage = messageKind({
	kind: 'session_reminder',
	payload: placePayload.extend({ hoursBefore: z.number() }),
	async isStillTrue({ subscriptions: { places } }, { payload }, now) {
		const place = await places.placeToMail(payload.bookingId)
		if (place?.status !== 'booked') return refused('place_not_booked')
		const reminder = { startsAt: place.startsAt, hoursBefore: payload.hoursBefore }
		return isReminderOver(place.shop.timeZone, reminder, now) ? refused('too_old') : accepted(place)
	},
	letter({ sender }, place, now) {
		const { startsAt, shop } = place
		const session = mailedSession(place)
		const freeUntilAt = freeUntil(place)
		return writeMail(sender, {
			subject: `Reminder: ${sessionName(session)}, ${mailedMomentLabelAt(shop.timeZone, startsAt)}`,
			title: `Your session starts at ${clockLabelAt(shop.timeZone, startsAt)}`,
			blocks: [
				mailedSessionFacts(session),
				now <= freeUntilAt
					? `Can’t make it? Cancel by ${mailedMomentLabelAt(shop.timeZone, freeUntilAt)} and you get your entry back.`
					: 'Can’t make it? Cancel so someone else can have your place. You won’t get your entry back.',
				placesLink(sender.origin),
			],
			reason: `You got this because you booked a session at ${shop.name}.`,
		})
	},
	topic: 'reminders',
	notice: (place) => {
		const starts = `Your session starts at ${clockLabelAt(place.shop.timeZone, place.startsAt)}`
		return noticeOfSession(starts, place, `${starts}.`)
	},
	quietIn: ({ shop }) => shop.timeZone,
})

/** Tells that the shop has called a session off (D47). */
export const sessionCalledOffMessage = messageKind({
	kind: 'session_called_off',
	payload: placePayload,
	async isStillTrue({ subscriptions: { places } }, queued, now) {
		const place = await places.placeToMail(queued.payload.bookingId)
		if (place?.cancelledBy !== 'shop') return refused('place_not_called_off')
		return isOldNews(queued, now) ? refused('too_old') : accepted(place)
	},
	letter({ sender }, place) {
		const { startsAt, shop } = place
		const session = mailedSession(place)
		return writeMail(sender, {
			subject: `Called off: ${sessionName(session)}, ${mailedMomentLabelAt(shop.timeZone, startsAt)}`,
			title: 'Your session was called off',
			blocks: [
				`${shop.name} has called this session off. You got your entry back.`,
				mailedSessionFacts(session),
				mailLink('Book another session', `${sender.origin}/sessions`),
			],
			reason: `You got this because you had booked this session at ${shop.name}.`,
		})
	},
	notice: (place) => ({
		...noticeOfSession('Your session was called off', place, 'Your session was called off.'),
		path: '/sessions',
	}),
	quietIn: quietUnlessTooLate,
})

/** Tells a waiting customer of a held seat, while it is held (D49). */
export const seatOfferedMessage = messageKind({
	kind: 'seat_offered',
	payload: z.object({ waitId: z.string(), holderId: z.string(), offeredAt: z.number() }),
	async isStillTrue({ subscriptions: { waits } }, { payload }, now) {
		const wait = await waits.waitToMail(payload.waitId)
		if (!wait || wait.endedAt !== null || wait.offeredAt !== payload.offeredAt) return refused('offer_over')
		const { offerExpiresAt } = wait
		if (offerExpiresAt === null || now >= offerExpiresAt) return refused('offer_over')
		return accepted({ wait, heldUntilAt: offerExpiresAt })
	},
	letter({ sender }, { wait, heldUntilAt }) {
		const { shop, sessionId } = wait
		const session = mailedSession(wait)
		const title = heldUntilTitle(wait, heldUntilAt)
		return writeMail(sender, {
			subject: `${title}: ${sessionName(session)}`,
			title,
			blocks: [
				`Book it by ${mailedMomentLabelAt(shop.timeZone, heldUntilAt)}. After that it is offered to the next in line.`,
				mailedSessionFacts(session),
				mailLink('Book Now', `${sender.origin}/sessions/${sessionId}/book`),
			],
			reason: `You got this because you are on the waitlist of this session at ${shop.name}.`,
		})
	},
	topic: 'waitlist',
	notice: ({ wait, heldUntilAt }) => {
		const title = heldUntilTitle(wait, heldUntilAt)
		return {
			...noticeOfSession(title, wait, `${title}.`),
			path: `/sessions/${wait.sessionId}/book`,
			goodUntilAt: heldUntilAt,
		}
	},
	quietIn: ({ wait }) => wait.shop.timeZone,
})

function heldUntilTitle({ shop }: Pick<Place, 'shop'>, heldUntilAt: Instant): string {
	return `A seat is held for you until ${clockLabelAt(shop.timeZone, heldUntilAt)}`
}
