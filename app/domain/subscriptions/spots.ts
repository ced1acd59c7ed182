type SpotsTone = 'green' | 'yellow' | 'orange' | 'red'

type Spots = {
	tone: SpotsTone
	/** '7/12 spots left' or 'Session Full'. */
	words: string
	/** The colour's meaning for screen readers; null where the words say it. */
	hint: string | null
}

/** Green above a quarter, yellow above a tenth, orange below, red with none. */
export function describeSpots({ capacity, spotsLeft }: { capacity: number; spotsLeft: number }): Spots {
	if (spotsLeft <= 0 || capacity <= 0) return { tone: 'red', words: 'Session Full', hint: null }
	const words = `${spotsLeft}/${capacity} ${capacity === 1 ? 'spot' : 'spots'} left`
	const share = spotsLeft / capacity
	const [tone, hint] =
		share > 0.25
			? (['green', 'Spots available'] as const)
			: share > 0.1
				? (['yellow', 'Filling up'] as const)
				: (['orange', 'Almost full'] as const)
	// The last spot, however large its share is.
	return { tone, words, hint: spotsLeft === 1 ? 'Last spot' : hint }
}
