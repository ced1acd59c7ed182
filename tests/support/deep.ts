/** A deep run does everything in full; an ordinary one does a sample of it. */
export const isDeep = process.env.TEST_DEEP === '1'
/** `npm test` leaves out what `npm run test:full` has; a file that is run by hand has all. */
export const isFull = isDeep || process.env.TEST_SHORT !== '1'

/** All of a list in a deep run; else `count` of it, spread evenly, and the same ones each time. */
export function sampleOf<Item>(list: readonly Item[], count: number): Item[] {
	if (isDeep || list.length <= count) return [...list]
	return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)] as Item)
}

/** All of a list in a deep run; else this turn's share. Together the turns take all. */
export function shareOf<Item>(list: readonly Item[], turn: number, turns: number): Item[] {
	return isDeep ? [...list] : list.filter((_, i) => i % turns === turn)
}
