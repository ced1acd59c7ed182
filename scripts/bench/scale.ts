/** How much is measured: 'quick' shows that the parts work, 'deep' adds the parts that take an hour. */
export type Scale = 'quick' | 'normal' | 'deep'

/** The count of this scale; default of a deep run: the normal count. */
export function countFor(scale: Scale, counts: { quick: number; normal: number; deep?: number }): number {
	return scale === 'deep' ? (counts.deep ?? counts.normal) : counts[scale]
}
