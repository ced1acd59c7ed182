/**
 * Replaces '@libsql/client/web' in the Worker, which has its own streams: drizzle imports the client and never calls
 * it.
 */
export function createClient(): never {
	throw new Error('the Worker has no such client')
}
