/** What a refused change shows besides its reason. */
export type OwnerOffer = {
	/** Conflicting visits, each with its page. */
	visits?: { to: string; label: string }[]
	/** Conflicting dates of a series. */
	dates?: { label: string; why: string }[]
	/** What another device changed meanwhile. */
	changed?: { label: string; now: string }[]
}
