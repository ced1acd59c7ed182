/**
 * Stands for '@libsql/client/web' in the Worker, which reads and writes over streams of its own: drizzle imports the
 * client, and its builder never calls it.
 */
export function createClient(): never {
	throw new Error('the Worker has no such client')
}
