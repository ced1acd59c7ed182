/** Holds in a sound database after every operation (docs/rules.md, I). */
export type Invariant = {
	/** The rule's id, if any, and a sentence for the failure. */
	name: string
	/** One row for each violation, with its ids in column `subject`. */
	sql: string
}
