import { sqliteTable } from 'drizzle-orm/sqlite-core'

export const likes = sqliteTable('user_favorites', {})
