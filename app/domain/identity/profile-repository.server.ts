import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { clients } from '#db/schema/booking.ts'
import { accountTokens, profiles, users } from '#db/schema/identity.ts'
import { deleteWhere, updateWhere } from '#db/statement.server.ts'

export type ProfileDetails = { firstName: string; lastName: string; phone: string | null }

/** Writes of the actor's own profile. An ended session changes nothing. */
export function createProfileRepository() {
	return {
		updateDetails: (actor: Actor, { firstName, lastName, phone }: ProfileDetails): Statement<number> =>
			updateWhere(profiles, { firstName, lastName, phone }, eq(profiles.id, actorUserId(actor))),

		/**
		 * The new address links nothing until it is proven (D8); links mailed to the old one end. Refused where the session
		 * or the password changed ('session_or_password_changed'): else a mail to the new address could prove the old one.
		 */
		changeEmail: (
			actor: Actor,
			{ userId, email, passwordHash }: { userId: string; email: string; passwordHash: string },
		): Statement[] => [
			refuseWhen(
				'session_or_password_changed',
				sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.id} = ${actorUserId(actor)}
					AND ${users.passwordHash} = ${passwordHash})`,
			),
			updateWhere(users, { emailVerifiedAt: null, email }, eq(users.id, userId)),
			updateWhere(profiles, { email }, eq(profiles.id, userId)),
			deleteWhere(accountTokens, and(eq(accountTokens.userId, userId), isNull(accountTokens.usedAt))),
		],

		/**
		 * Deletes the account with its profile, sessions, links and favorites. Stands after `forgetCustomer`: the account
		 * stays while a shop's row names it.
		 */
		deleteAccount: (actor: Actor, passwordHash: string): Statement<number> =>
			deleteWhere(
				users,
				and(
					eq(users.id, actorUserId(actor)),
					eq(users.passwordHash, passwordHash),
					sql`NOT EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.userId} = ${users.id})`,
				),
			),
	}
}
