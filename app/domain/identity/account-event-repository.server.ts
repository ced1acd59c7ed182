import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { AccountEventKind } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { accountEvents, sessions, users } from '#db/schema/identity.ts'
import { build, builtRead, first, insertFrom } from '#db/statement.server.ts'

/** A sign-in or security event of an account, for its owner. */
export type AccountEvent = Omit<typeof accountEvents.$inferSelect, 'userId'>

const columns = pickColumns(accountEvents, 'id', 'kind', 'deviceLabel', 'happenedAt', 'times')

/** A row of `account_events` is written in the batch of its event. */
export function createAccountEventRepository(read: Database['read']) {
	const ownEvents = (actor: Actor) =>
		build
			.select(columns)
			.from(accountEvents)
			.where(eq(accountEvents.userId, actorUserId(actor)))
			.orderBy(desc(accountEvents.happenedAt))

	return {
		/** Newest first. */
		listEvents: (actor: Actor, limit: number): Promise<AccountEvent[]> =>
			read(builtRead(ownEvents(actor).limit(limit))),

		exportEvents: (actor: Actor): Promise<AccountEvent[]> => read(builtRead(ownEvents(actor))),

		/** For a mail; null where the account is gone. */
		event: (eventId: string): Promise<AccountEvent | null> =>
			first(read(builtRead(build.select(columns).from(accountEvents).where(eq(accountEvents.id, eventId))))),

		/** No row where this session did not begin. */
		insertSignIn: (
			{ id, now }: { id: string; now: Instant },
			kind: 'signed_in' | 'new_device',
		): Statement<number> => insertOfSession(eq(sessions.id, id), { id, kind, now }),

		/** Stands before what ends the actor's session. */
		insertActors: (
			actor: Actor,
			event: { id: string; kind: 'email_changed' | 'data_exported' },
		): Statement<number> => insertOfSession(isLive(actor), { ...event, now: actor.at }),

		/**
		 * For one other device, or with a null id for all. Stands before their sessions are deleted; no row without one.
		 */
		insertSignedOut: (
			actor: Actor,
			{ id, sessionId }: { id: string; sessionId: string | null },
		): Statement<number> =>
			insertOfSession(
				and(
					isLive(actor),
					sql`EXISTS (SELECT 1 FROM ${sessions} other WHERE other.user_id = ${sessions.userId}
						AND ${sessionId === null ? sql`other.id <> ${sessions.id}` : sql`other.id = ${sessionId}`})`,
				),
				{ id, kind: 'devices_signed_out', now: actor.at },
			),

		/** No row where `owner` is NULL. */
		insertPasswordChanged: (
			owner: SQL,
			{ id, deviceLabel, now }: { id: string; deviceLabel: string; now: Instant },
		): Statement<number> =>
			insertFrom(
				accountEvents,
				{ id, userId: sql`${users.id}`, kind: 'password_changed', deviceLabel, happenedAt: now, times: 1 },
				sql`FROM ${users} WHERE ${users.id} = ${owner}`,
			),

		/**
		 * Counts a wrong password for an e-mail, or one that the actor typed. Sent for every e-mail alike: without an
		 * account it writes nothing (W29). An hour's attempts are one row, so a stranger cannot fill the list.
		 */
		countWrongPassword: (
			by: { email: string; deviceLabel: string; now: Instant } | { actor: Actor },
		): Statement<number> => {
			const now = 'actor' in by ? by.actor.at : by.now
			const [userId, deviceLabel, source] =
				'actor' in by
					? [sessions.userId, sql`${sessions.deviceLabel}`, sql`FROM ${sessions} WHERE ${isLive(by.actor)}`]
					: [users.id, by.deviceLabel, sql`FROM ${users} WHERE ${users.email} = ${by.email}`]
			const id = sql`'wrong_password:' || ${userId} || ':' || ${Math.floor(now / HOUR_MS)}`
			return insertFrom(
				accountEvents,
				{ id, userId: sql`${userId}`, kind: 'wrong_password', deviceLabel, happenedAt: now, times: 1 },
				sql`${source} ON CONFLICT (id) DO UPDATE SET times = times + 1, happened_at = excluded.happened_at,
					device_label = excluded.device_label`,
			)
		},

		purgeHappenedBefore: (before: Instant): Statement<number> =>
			deleteSlice(accountEvents, lte(accountEvents.happenedAt, before)),
	}
}

const isLive = ({ sessionHash, at }: Actor): SQL =>
	sql`${sessions.tokenHash} = ${sessionHash} AND ${sessions.expiresAt} > ${at}`

function insertOfSession(
	session: SQL | undefined,
	{ id, kind, now }: { id: string; kind: AccountEventKind; now: Instant },
): Statement<number> {
	return insertFrom(
		accountEvents,
		{
			id,
			userId: sql`${sessions.userId}`,
			kind,
			deviceLabel: sql`${sessions.deviceLabel}`,
			happenedAt: now,
			times: 1,
		},
		sql`FROM ${sessions} WHERE ${session}`,
	)
}
