import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { calendarFeed, type FeedEvent } from '#app/domain/messaging/calendar-file.server.ts'
import type { FeedAppointment, FeedBlock } from '#app/domain/shops/calendar-feed-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type OwnerAct, writeAccess } from './change-keys.server.ts'

type Deps = Pick<Repositories, 'shops' | 'writeBatch'>

const refusals = {
	too_many_feeds: 'too_many_feeds',
	feed_person_gone: 'feed_person_gone',
	feed_not_found: 'feed_not_found',
} as const

type FeedRefusal = keyof typeof refusals | WriteFailure

type Input = { caller: ShopCaller; shopId: string; by: OwnerAct; now: Instant }

/**
 * Makes the address of a calendar: one person's, or the whole shop's (null). The address has `secret`, which a repeat
 * has too; it is stored as a hash. The act is recorded. Refuses:
 * - 'too_many_feeds': the shop has 50;
 * - 'feed_person_gone': the person does not work there.
 */
export async function addFeed(
	deps: Deps,
	input: Input & {
		keyId: string
		staffMemberId: string | null
		namesCustomers: boolean
		secret: string
	},
): Promise<Outcome<null, FeedRefusal>> {
	const { caller, secret, by, ...feed } = input
	const { staffMemberId, namesCustomers } = feed
	const people = staffMemberId === null ? [] : await deps.shops.calendarFeeds.peopleOfCaller(caller)
	const person = people.find((one) => one.staffMemberId === staffMemberId)
	if (staffMemberId !== null && !person) return refused('feed_person_gone')
	const summary = `${calendarLabel(person?.name ?? null)}, ${namesCustomers ? 'with names' : 'without names'}`
	return writeAccess(
		deps,
		[
			...by.actOf({ kind: 'feed_changed', subjectId: by.actId, summary }),
			...deps.shops.calendarFeeds.insertFeed({
				...feed,
				id: by.actId,
				secretHash: hashSecretToken(secret),
			}),
		],
		null,
		refusals,
	)
}

/** Ends a feed at once. Refuses 'feed_not_found'. The act is recorded. */
export async function endFeed(
	deps: Deps,
	{ caller, shopId, feedId, by, now }: Input & { feedId: string },
): Promise<Outcome<null, FeedRefusal>> {
	const feeds = await deps.shops.calendarFeeds.feedsOfCaller(caller)
	const feed = feeds.find((one) => one.feedId === feedId)
	if (!feed) return refused('feed_not_found')
	const summary = `${calendarLabel(feed.personName)} ended`
	return writeAccess(
		deps,
		[
			...by.actOf({ kind: 'feed_changed', subjectId: feedId, summary }),
			...deps.shops.calendarFeeds.endFeed(shopId, feedId, now),
		],
		null,
		refusals,
	)
}

function calendarLabel(personName: string | null): string {
	return personName === null ? 'Calendar of the shop' : `Calendar of ${personName}`
}

const DAYS_BEFORE = 30
const DAYS_AHEAD = 90

/** Visits and blocked time of the last 30 and the next 90 days. Null for an unknown or ended secret. */
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

/** The reason of blocked time stays with the shop. */
function blockEvent({ blockId, staffName, ...event }: FeedBlock, isOfShop: boolean): FeedEvent {
	return {
		...event,
		id: `blocked-${blockId}`,
		title: isOfShop ? `Blocked: ${staffName}` : 'Blocked',
		description: '',
		sequence: 0,
	}
}
