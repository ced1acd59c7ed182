import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Statement } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

export type ProfileDetails = { firstName: string; lastName: string; phone: string | null }

/** Writes of the actor's own profile; an ended session changes nothing. */
export function createProfileRepository() {
	return {
		updateDetails: (actor: Actor, { firstName, lastName, phone }: ProfileDetails): Statement =>
			rawWrite(
				sql`UPDATE profiles SET first_name = ${firstName}, last_name = ${lastName}, phone = ${phone}
					WHERE id = ${actorUserId(actor)}`,
			),

		/**
		 * A new address, which nobody has proven: it links nothing until they have (decision D8), and links that were
		 * mailed to the old one end. All of its batch is refused ('not_null') when the session or the password is not
		 * the one that was looked at: else a mail to the new address could prove the old one.
		 */
		changeEmail: (
			actor: Actor,
			change: { userId: string; email: string; passwordHash: string },
		): Statement[] => [
			rawWrite(
				sql`UPDATE users SET email_verified_at = NULL,
						email = CASE WHEN id = ${actorUserId(actor)} AND password_hash = ${change.passwordHash} THEN ${change.email} END
					WHERE id = ${change.userId}`,
			),
			rawWrite(sql`UPDATE profiles SET email = ${change.email} WHERE id = ${change.userId}`),
			rawWrite(sql`DELETE FROM account_tokens WHERE user_id = ${change.userId} AND used_at IS NULL`),
		],

		/**
		 * The account with its profile, sessions, links and favorites; to be sent after what takes its owner out of the
		 * shops' own rows (`forgetCustomer`): while such a row names it, it stays.
		 */
		deleteAccount: (actor: Actor, passwordHash: string): Statement =>
			rawWrite(
				sql`DELETE FROM users WHERE id = ${actorUserId(actor)} AND password_hash = ${passwordHash}
					AND NOT EXISTS (SELECT 1 FROM clients WHERE clients.user_id = users.id)`,
			),
	}
}

export type ProfileRepository = ReturnType<typeof createProfileRepository>
