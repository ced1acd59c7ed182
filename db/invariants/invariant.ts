/** Something that is true of a sound database whatever was done to it (docs/rules.md, I). */
export type Invariant = {
	/** The id of its rule, where it has one, and a sentence for whoever reads the failure. */
	name: string
	/** Gives one row, with the ids in column `subject`, for each place where it is broken. */
	sql: string
}
