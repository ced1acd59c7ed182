import { type SQL, sql } from 'drizzle-orm'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { leavingCheckouts, leavingUserId } from '#db/leaving.server.ts'
import { flag, integer, pickColumns, rows } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { sessions } from '#db/schema/identity.ts'
import { pushSubscriptions } from '#db/schema/messaging.ts'
import { insertFrom, rawRead, rawSelect, rawWrite } from '#db/statement.server.ts'
import type { PushAddress } from './push-sender.server.ts'

/** `appointmentId`: of a guest's browser, which gets messages of that booking alone. */
export type PushSubscription = PushAddress & { id: string; appointmentId: string | null }

/** Of an account or a guest's booking; the oldest is deleted. */
const MAX_BROWSERS = 10

const subscriptionRow = rows(
	pickColumns(pushSubscriptions, 'id', 'appointmentId', 'endpoint', 'p256dh', 'auth'),
)

const exportedRow = rows({
	device: sessions.deviceLabel,
	...pickColumns(pushSubscriptions, 'endpoint', 'createdAt'),
})

export function createPushSubscriptionRepository(read: Database['read']) {
	return {
		/**
		 * The browsers of an account's live sessions, or of a guest's booking. A link to an account's booking gives
		 * nothing.
		 */
		subscriptionsFor: (
			{ userId, appointmentId }: { userId: string | null; appointmentId: string | null },
			now: Instant,
		): Promise<PushSubscription[]> =>
			read(
				rawSelect(
					subscriptionRow,
					sql`FROM ${pushSubscriptions} WHERE ${
						userId === null
							? sql`${pushSubscriptions.appointmentId} = ${appointmentId}`
							: sql`${pushSubscriptions.sessionId} IN (SELECT ${sessions.id} FROM ${sessions}
									WHERE ${sessions.userId} = ${userId} AND ${sessions.expiresAt} > ${now})`
					} LIMIT ${MAX_BROWSERS}`,
				),
			),

		async ownBrowsers(actor: Actor): Promise<{ count: number; hasThis: boolean }> {
			const browsers = rows({
				count: integer(sql`count(*)`),
				hasThis: flag(sql`coalesce(max(${sessions.tokenHash} = ${actor.sessionHash}), 0)`),
			})
			const [found] = await read(
				rawSelect(
					browsers,
					sql`FROM ${sessions} JOIN ${pushSubscriptions} ON ${pushSubscriptions.sessionId} = ${sessions.id}
						WHERE ${sessions.userId} = ${actorUserId(actor)} AND ${sessions.expiresAt} > ${actor.at}`,
				),
			)
			return found ?? { count: 0, hasThis: false }
		},

		/** Whether a page may offer push messages: to a guest without them, or to the account in a session without them. */
		async mayOfferPush(actor: Actor | null, appointmentId: string): Promise<boolean> {
			const found = await read(
				rawRead(
					sql`SELECT 1 FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
						WHERE ${appointments.id} = ${appointmentId} AND CASE WHEN ${clients.userId} IS NULL
							THEN NOT EXISTS (SELECT 1 FROM ${pushSubscriptions} WHERE ${pushSubscriptions.appointmentId} = ${appointmentId})
							ELSE ${clients.userId} = ${actor ? actorUserId(actor) : null} AND NOT EXISTS (SELECT 1 FROM ${sessions}
								JOIN ${pushSubscriptions} ON ${pushSubscriptions.sessionId} = ${sessions.id}
								WHERE ${sessions.tokenHash} = ${actor?.sessionHash ?? null}) END`,
					() => true,
				),
			)
			return found.length > 0
		},

		/** For the booking's account, on the browser of its session; nothing for others. */
		keepForAccount: (actor: Actor, appointmentId: string, address: PushAddress): Statement<number>[] => [
			insertFrom(
				pushSubscriptions,
				{ id: newId(), sessionId: sql`${sessions.id}`, ...address, createdAt: actor.at },
				sql`FROM ${sessions} JOIN ${clients} ON ${clients.userId} = ${sessions.userId}
						JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
					WHERE ${sessions.tokenHash} = ${actor.sessionHash} AND ${sessions.userId} = ${actorUserId(actor)}
						AND ${appointments.id} = ${appointmentId} AND ${appointments.endsAt} > ${actor.at}
					ON CONFLICT (${sql.identifier(pushSubscriptions.sessionId.name)}) ${takingOver}`,
			),
			endOldest(
				sql`${pushSubscriptions.sessionId} IN (SELECT ${sessions.id} FROM ${sessions}
					WHERE ${sessions.userId} = ${actorUserId(actor)})`,
			),
		],

		/** For the holder of a guest's link; nothing for an account's booking. */
		keepForAppointment: (
			appointmentId: string,
			{ address, now }: { address: PushAddress; now: Instant },
		): Statement<number>[] => [
			insertFrom(
				pushSubscriptions,
				{ id: newId(), appointmentId: sql`${appointments.id}`, ...address, createdAt: now },
				sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
					WHERE ${appointments.id} = ${appointmentId} AND ${appointments.endsAt} > ${now} AND ${clients.userId} IS NULL
					ON CONFLICT (${sql.identifier(pushSubscriptions.appointmentId.name)}, ${sql.identifier(pushSubscriptions.endpoint.name)})
					${takingOver}`,
			),
			endOldest(sql`${pushSubscriptions.appointmentId} = ${appointmentId}`),
		],

		/** The push service no longer knows these browsers. */
		end: (ids: readonly string[]): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${pushSubscriptions}
					WHERE ${pushSubscriptions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
			),

		endOwn: (actor: Actor, which: 'this' | 'all'): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.sessionId} IN (SELECT ${sessions.id}
					FROM ${sessions} WHERE ${sessions.userId} = ${actorUserId(actor)}
					${which === 'this' ? sql`AND ${sessions.tokenHash} = ${actor.sessionHash}` : sql``})`,
			),

		async exportBrowsers(actor: Actor): Promise<{ device: string; service: string; since: string }[]> {
			const found = await read(
				rawSelect(
					exportedRow,
					sql`FROM ${sessions} JOIN ${pushSubscriptions} ON ${pushSubscriptions.sessionId} = ${sessions.id}
						WHERE ${sessions.userId} = ${actorUserId(actor)} ORDER BY ${pushSubscriptions.createdAt}`,
				),
			)
			return found.map(({ device, endpoint, createdAt }) => ({
				device,
				service: new URL(endpoint).hostname,
				since: new Date(createdAt).toISOString(),
			}))
		},

		/** Belongs before the guest's contact is cut. */
		forgetOfGuest: (contact: GuestContact, now: Instant): Statement<number> =>
			rawWrite(sql`DELETE FROM ${pushSubscriptions} WHERE appointment_id IN (SELECT id FROM appointments
				WHERE checkout_id IN ${leavingCheckouts(contact, now)})`),

		/** Browsers that subscribed as a guest's; an account's browsers go with its sessions. */
		forgetOfBookings: (actor: Actor, passwordHash: string): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.appointmentId} IN (SELECT ${appointments.id}
					FROM ${clients} JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
					WHERE ${clients.userId} = ${leavingUserId(actor, passwordHash)})`,
			),

		/** Guests' browsers, once the appointment is over. */
		purgeOfAppointmentsBefore: (before: Instant): Statement<number> =>
			deleteOldest(
				pushSubscriptions,
				sql`EXISTS (SELECT 1 FROM ${appointments}
					WHERE ${appointments.id} = ${pushSubscriptions.appointmentId} AND ${appointments.endsAt} <= ${before})`,
			),
	}
}

/** A browser that subscribes again has new keys. */
const takingOver = sql`DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
	created_at = excluded.created_at`

function endOldest(whose: SQL): Statement<number> {
	return rawWrite(
		sql`DELETE FROM ${pushSubscriptions} WHERE ${pushSubscriptions.id} IN (SELECT ${pushSubscriptions.id}
			FROM ${pushSubscriptions} WHERE ${whose} ORDER BY ${pushSubscriptions.createdAt} DESC LIMIT -1 OFFSET ${MAX_BROWSERS})`,
	)
}
