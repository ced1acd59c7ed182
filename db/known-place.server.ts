import { sql } from 'drizzle-orm'
import { shops } from './schema/discovery.ts'

/**
 * The coordinates of a shop as customers may be told them: those that are only the middle of its city are 0, 0, which
 * lies in the sea and stands for none (D64).
 */
export const knownPlace = {
	latitude: sql<number>`iif(${shops.isPlaceKnown}, ${shops.latitude}, 0.0)`,
	longitude: sql<number>`iif(${shops.isPlaceKnown}, ${shops.longitude}, 0.0)`,
}
