import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { AccountEventKind } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { accountEvents, sessions, users } from '#db/schema/identity.ts'
import { build, builtRead, insertFrom } from '#db/statement.server.ts'

/** What concerned the safety of an account, as its owner reads it. */
export type AccountEvent = {
	id: string
	kind: AccountEventKind
	/** Of the browser that did it: 'Chrome on Android'. */
	deviceLabel: string
	happenedAt: Instant
	/** Wrong passwords of one hour are one event. */
	times: number
}

const columns = {
	id: accountEvents.id,
	kind: accountEvents.kind,
	deviceLabel: accountEvents.deviceLabel,
	happenedAt: accountEvents.happenedAt,
	times: accountEvents.times,
}

/** Rows of `account_events` are written with what they tell of, in its batch. */
export function createAccountEventRepository(read: Database['read']) {
	const ownEvents = (actor: Actor) =>
		build
			.select(columns)
			.from(accountEvents)
			.where(eq(accountEvents.userId, actorUserId(actor)))
			.orderBy(desc(accountEvents.happenedAt))

	return {
		/** The actor's own, the newest first. */
		listEvents: (actor: Actor, limit: number): Promise<AccountEvent[]> =>
			read(builtRead(ownEvents(actor).limit(limit))),

		/** All that are kept of the actor. */
		exportEvents: (actor: Actor): Promise<AccountEvent[]> => read(builtRead(ownEvents(actor))),

		/** What a mail about an event says; null where the account is gone. */
		async event(eventId: string): Promise<AccountEvent | null> {
			const [event] = await read(
				builtRead(build.select(columns).from(accountEvents).where(eq(accountEvents.id, eventId))),
			)
			return event ?? null
		},

		/** The sign-in that began this session; no row where none was begun. */
		insertSignIn: (
			{ id, now }: { id: string; now: Instant },
			kind: 'signed_in' | 'new_device',
		): Statement<number> => insertOfSession(eq(sessions.id, id), { id, kind, now }),

		/** What the actor did on this device. It stands before what ends their session. */
		insertActors: (
			actor: Actor,
			event: { id: string; kind: 'email_changed' | 'data_exported' },
		): Statement<number> => insertOfSession(isLive(actor), { ...event, now: actor.at }),

		/** Other devices that the actor signs out, one or all; it stands before their end, and is nothing without one. */
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

		/** A new password of the user that `owner` gives; none where it is NULL. */
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
		 * A wrong password for the account with this address, or one that the actor typed. It is sent for every address
		 * alike: without an account it writes nothing (W29). Those of an hour are one row: a stranger fills no list.
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
