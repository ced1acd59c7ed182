/** What a refused change shows besides its reason. */
export type OwnerOffer = {
	/** The visits that it meets, each with the way to its own acts. */
	visits?: { to: string; label: string }[]
	/** The dates of a series that it meets, each with the reason. */
	dates?: { label: string; why: string }[]
	/** What another device changed meanwhile. */
	changed?: { label: string; now: string }[]
}
