/** How much is measured: 'quick' proves that the parts work, 'deep' adds what takes an hour. */
export type Scale = 'quick' | 'normal' | 'deep'

/** The count of this scale; a deep run counts as a normal one where nothing else is said. */
export function countFor(scale: Scale, counts: { quick: number; normal: number; deep?: number }): number {
	return scale === 'deep' ? (counts.deep ?? counts.normal) : counts[scale]
}
