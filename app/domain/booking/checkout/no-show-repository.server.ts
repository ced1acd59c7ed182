import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, only } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { shops } from '#db/schema/discovery.ts'
import { preparedRead } from '#db/statement.server.ts'

const draftIdGiven = sql.placeholder('draftId')

/** Of the draft's shop, where it counts missed visits. */
const clientsOfShop = sql`SELECT ${clients.id} FROM ${clients} WHERE ${clients.shopId} =
	(SELECT ${shops.id} FROM ${drafts} JOIN ${shops} ON ${shops.id} = ${drafts.shopId}
		WHERE ${drafts.id} = ${draftIdGiven} AND ${shops.prepayAfterNoShows} IS NOT NULL)`

const signedInUserId = actorUserId(actorPlaceholders)

/** The plus keeps the planner off the index by account, which holds all guests of a shop. */
const guestsWith = (typed: SQL) =>
	sql`${clientsOfShop} AND ${clients.email} = ${sql.placeholder('email')} AND ${clients.userId} IS NULL AND ${typed}
		UNION ${clientsOfShop} AND ${clients.phone} = ${sql.placeholder('phone')} AND +${clients.userId} IS NULL AND ${typed}`

const ofSignedIn = sql`${clientsOfShop} AND ${clients.userId} = ${signedInUserId}`

const noShows = {
	ofActor: countNoShows(ofSignedIn),
	ofContact: countNoShows(guestsWith(sql`true`)),
	ofActorElseContact: countNoShows(sql`${ofSignedIn} UNION ${guestsWith(sql`${signedInUserId} IS NULL`)}`),
}

function countNoShows(known: SQL) {
	return preparedRead(
		() => sql`SELECT count(*) AS count FROM ${appointments}
			WHERE ${appointments.clientId} IN (${known}) AND ${appointments.status} = 'NO_SHOW'`,
		only(integer('count')),
	)
}

/** After some missed visits a shop may ask for payment in advance. */
export function createNoShowRepository(read: Database['read']) {
	return {
		/**
		 * The customer's missed visits in the draft's shop; 0 where it does not count them. The customer is the live
		 * session's account (S12), else the posted contact. Without both it is 0: a page must not reveal a stranger's
		 * visits (S15).
		 */
		async noShowCount(
			draftId: string,
			{
				actor,
				contact,
			}: { actor: Actor | null; contact: { email: string | null; phone: string | null } | null },
		): Promise<number> {
			const input = { draftId, ...actor, ...contact }
			if (!actor && !contact) return 0
			const known = contact ? (actor ? noShows.ofActorElseContact : noShows.ofContact) : noShows.ofActor
			const [count = 0] = await read(known(input))
			return count
		},
	}
}
