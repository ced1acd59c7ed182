import { and, asc, count, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { leavingUserId } from '#db/leaving.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { users } from '#db/schema/identity.ts'
import { shopSignups } from '#db/schema/shops-signups.ts'
import {
	build,
	builtRead,
	deleteWhere,
	first,
	placeholder,
	prepared,
	updateWhere,
	upsertRow,
} from '#db/statement.server.ts'
import { SIGNUP_DECIDED_MS, SIGNUP_LINK_MS, SIGNUP_WAITS_MS } from './shop-signup.ts'

const selected = {
	...pickColumns(shopSignups, 'id', 'tokenHash', 'name', 'type', 'address', 'area', 'city', 'phone', 'email'),
	...pickColumns(shopSignups, 'offer', 'createdAt', 'provedAt', 'decision', 'reason', 'shopId', 'expiresAt'),
}

const signupOfToken = prepared(() =>
	build
		.select(selected)
		.from(shopSignups)
		.where(
			and(eq(shopSignups.tokenHash, placeholder('tokenHash')), gt(shopSignups.expiresAt, placeholder('now'))),
		),
)
const signupOfId = prepared(() =>
	build
		.select(selected)
		.from(shopSignups)
		.where(eq(shopSignups.id, placeholder('id'))),
)

const waitingCount = prepared(() =>
	build
		.select({ count: count() })
		.from(shopSignups)
		.where(and(isNotNull(shopSignups.provedAt), isNull(shopSignups.decidedAt))),
)

export type SignupFields = Pick<
	typeof shopSignups.$inferSelect,
	'name' | 'type' | 'address' | 'area' | 'city' | 'phone' | 'email' | 'offer'
>

export type ShopSignup = Awaited<ReturnType<ReturnType<typeof createShopSignupRepository>['signupOf']>>

export function createShopSignupRepository(read: Database['read']) {
	return {
		/** Equal content is one row until it is decided. Before the email is proved, a repeat renews the link's term. */
		insertSignup: ({
			now,
			...signup
		}: SignupFields & {
			id: string
			tokenHash: string
			contentHash: string
			now: Instant
		}): Statement<number> => {
			const term = { expiresAt: now + SIGNUP_LINK_MS }
			return upsertRow(
				shopSignups,
				{ ...signup, ...term, createdAt: now },
				{
					target: shopSignups.contentHash,
					targetWhere: isNull(shopSignups.decidedAt),
					set: term,
					setWhere: isNull(shopSignups.provedAt),
				},
			)
		},

		/** By the hash of its mailed token, while its link works. */
		signupOfToken: (tokenHash: string, now: Instant) => first(read(signupOfToken({ tokenHash, now }))),

		signupOf: (id: string) => first(read(signupOfId({ id }))),

		/** Changes no row where the email is proved already, or the link has expired. */
		proveByToken: (tokenHash: string, now: Instant): Statement<number> =>
			updateWhere(
				shopSignups,
				{ provedAt: now, expiresAt: now + SIGNUP_WAITS_MS },
				and(
					eq(shopSignups.tokenHash, tokenHash),
					isNull(shopSignups.provedAt),
					gt(shopSignups.expiresAt, now),
				),
			),

		/** Proved and not decided, the longest waiting first. */
		waitingSignups: (limit: number) =>
			read(
				builtRead(
					build
						.select(selected)
						.from(shopSignups)
						.where(and(isNotNull(shopSignups.provedAt), isNull(shopSignups.decidedAt)))
						.orderBy(asc(shopSignups.provedAt))
						.limit(limit),
				),
			),

		async countWaitingSignups(): Promise<number> {
			const [row] = await read(waitingCount({}))
			return row?.count ?? 0
		},

		/** Refuses its batch ('signup_decided') unless this form is proved and waits. */
		refuseUnlessWaiting: (id: string): Statement<number> =>
			refuseWhen(
				'signup_decided',
				sql`NOT EXISTS (SELECT 1 FROM ${shopSignups} WHERE ${shopSignups.id} = ${id} AND ${isWaiting})`,
			),

		decide: (
			id: string,
			{
				now,
				...decision
			}: ({ decision: 'approved'; shopId: string } | { decision: 'refused'; reason: string | null }) & {
				now: Instant
			},
		): Statement<number> =>
			updateWhere(
				shopSignups,
				{ ...decision, decidedAt: now, expiresAt: now + SIGNUP_DECIDED_MS },
				and(eq(shopSignups.id, id), isWaiting),
			),

		/** Forms with the actor's proved email. */
		exportSignups: (actor: Actor) =>
			read(
				builtRead(
					build
						.select(pickColumns(shopSignups, 'name', 'address', 'area', 'city', 'phone', 'offer', 'decision'))
						.from(shopSignups)
						.where(eq(shopSignups.email, selectProvedEmail(actorUserId(actor)))),
				),
			),

		/** For erasing an account. A form with an unproved email stays: a stranger may have typed it. */
		forgetSignups: (actor: Actor, passwordHash: string): Statement<number> =>
			deleteWhere(shopSignups, eq(shopSignups.email, selectProvedEmail(leavingUserId(actor, passwordHash)))),

		/** For erasing a guest, whose email is proved. */
		forgetSignupsOfGuest: (email: string): Statement<number> =>
			deleteWhere(shopSignups, eq(shopSignups.email, email)),

		purgeSignupsExpiredAt: (now: Instant): Statement<number> =>
			deleteSlice(shopSignups, lte(shopSignups.expiresAt, now)),
	}
}

const isWaiting = and(isNotNull(shopSignups.provedAt), isNull(shopSignups.decidedAt))

function selectProvedEmail(userId: SQL): SQL {
	return sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId} AND ${users.emailVerifiedAt} IS NOT NULL)`
}
