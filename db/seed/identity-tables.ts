import { profiles, userFavorites, users } from '#db/schema/identity.ts'
import type { TableRows } from './table-rows.ts'

export const identityTables = { users, profiles, userFavorites }
export type IdentityRows = TableRows<typeof identityTables>
