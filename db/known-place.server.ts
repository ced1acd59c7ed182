import { sql } from 'drizzle-orm'
import { shops } from './schema/discovery.ts'

/** A shop's coordinates for customers: 0, 0, which lies in the sea, where only its city is known (D64). */
export const knownPlace = {
	latitude: sql<number>`iif(${shops.isPlaceKnown}, ${shops.latitude}, 0.0)`,
	longitude: sql<number>`iif(${shops.isPlaceKnown}, ${shops.longitude}, 0.0)`,
}
