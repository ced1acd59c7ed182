import { build, sql } from '#db/statement.server.ts'
import { holds } from '#db/schema/booking.ts'
import { likes } from '#db/schema/identity.ts'

export const createFavoriteRepository = () => [
	'INSERT OR IGNORE INTO user_favorites (id) VALUES (1) ON CONFLICT DO UPDATE SET id = 2',
	sql`UPDATE ${likes} SET id = 1`,
	build.delete(holds),
]
