import { type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/identity.ts'

/** Whether an account has proved this address. The statement gives its table no other name. */
export function isProvenEmail(email: SQL): SQL {
	return sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${email} AND ${users.emailVerifiedAt} IS NOT NULL)`
}
