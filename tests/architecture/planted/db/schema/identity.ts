import * as everyChance from 'node:crypto'
import { sqliteTable } from 'drizzle-orm/sqlite-core'

export const likes = sqliteTable('user_favorites', { at: performance.now(), everyChance })
