/**
 * True when the database did not answer, or not with what was asked: a page then says so with 503 and offers to try
 * again. Told by its name, because pages know nothing of the database.
 */
export function isDatabaseFailure(error: unknown): boolean {
	return error instanceof Error && error.name === 'DatabaseError'
}
