import { calendarFeed, type FeedEvent } from '#app/domain/messaging/calendar-file.server.ts'
import type { FeedAppointment, FeedBlock } from '#app/domain/shops/calendar-feed-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

const DAYS_BEFORE = 30
const DAYS_AHEAD = 90

/**
 * The calendar that a feed shows: visits and blocked time of the last 30 and the next 90 days. Null where the secret
 * opens none, or none any more.
 */
export async function readFeed(
	{ shops: { calendarFeeds } }: Pick<Repositories, 'shops'>,
	{ secretHash, host, now }: { secretHash: string; host: string; now: Instant },
): Promise<string | null> {
	const feed = await calendarFeeds.readFeed(secretHash, {
		fromAt: now - DAYS_BEFORE * DAY_MS,
		untilAt: now + DAYS_AHEAD * DAY_MS,
	})
	if (!feed) return null
	const { shopName, personName, booked, blocks } = feed
	const isOfShop = personName === null
	const events = [
		...booked.map((appointment) => appointmentEvent(appointment, isOfShop)),
		...blocks.map((block) => blockEvent(block, isOfShop)),
	]
	return calendarFeed(events, isOfShop ? shopName : `${personName}, ${shopName}`, host)
}

function appointmentEvent(appointment: FeedAppointment, isOfShop: boolean): FeedEvent {
	const { appointmentId, referenceNumber, name, services, ...event } = appointment
	const what = services.map((service) => service.name).join(', ')
	const people = [...new Set(services.map(({ staffName }) => staffName))].join(', ')
	const title = isOfShop ? `${what} with ${people}` : what
	return {
		...event,
		id: `visit-${appointmentId}`,
		title: name ? `${name}: ${title}` : title,
		description: `Reference ${referenceNumber}`,
	}
}

/** Why it is blocked stays with the shop. */
function blockEvent({ blockId, staffName, ...event }: FeedBlock, isOfShop: boolean): FeedEvent {
	return {
		...event,
		id: `blocked-${blockId}`,
		title: isOfShop ? `Blocked: ${staffName}` : 'Blocked',
		description: '',
		sequence: 0,
	}
}
