import { eq, lt, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { leavingUserId } from '#db/leaving.server.ts'
import { instant, integer, rows } from '#db/row.server.ts'
import { tipJars } from '#db/schema/tips.ts'
import { build, builtWrite, preparedSelect, rawWrite } from '#db/statement.server.ts'

const ownJars = preparedSelect(
	rows({ amountKobo: integer(tipJars.amountKobo), openedAt: instant(tipJars.openedAt) }),
	() => sql`FROM ${tipJars} WHERE ${tipJars.userId} = ${actorUserId(actorPlaceholders)}`,
)

export function createTipJarRepository(read: Database['read']) {
	return {
		exportJars: (actor: Actor) => read(ownJars({ ...actor })),

		openJar: (actor: Actor, jar: { id: string; amountKobo: Kobo }): Statement =>
			rawWrite(sql`INSERT INTO ${tipJars} (id, user_id, amount_kobo, state, opened_at)
				VALUES (${jar.id}, ${actorUserId(actor)}, ${jar.amountKobo}, 'open', ${actor.at})`),

		/** What is older is shared. */
		shareOpenedBefore: (before: Instant): Statement =>
			rawWrite(sql`UPDATE ${tipJars} SET state = 'shared' WHERE ${tipJars.openedAt} < ${before}`),

		forgetJars: (actor: Actor, passwordHash: string): Statement<number> =>
			builtWrite(build.delete(tipJars).where(eq(tipJars.userId, leavingUserId(actor, passwordHash)))),

		purgeOpenedBefore: (before: Instant): Statement<number> => deleteOldest(tipJars, lt(tipJars.openedAt, before)),
	}
}
