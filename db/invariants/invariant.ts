/** A condition that holds in a sound database after every operation (docs/rules.md, I). */
export type Invariant = {
	/** The id of its rule, where it has one, and a sentence for the reader of the failure. */
	name: string
	/** Gives one row, with the ids in column `subject`, for each place where it is broken. */
	sql: string
}
