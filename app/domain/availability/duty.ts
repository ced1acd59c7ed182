/** One person doing one service of a visit that starts `offsetMinutes` earlier. */
export type Duty = {
	staffMemberId: string
	offsetMinutes: number
	durationMinutes: number
	bufferMinutes: number
}

/** Finds the duties of a row's person: the first, then from each the next; -1 ends. */
export type DutyIndex = { only: string | null; first: Map<string, number>; next: number[] }

const nobody = new Map<string, number>()

export function indexDuties(duties: readonly Duty[]): DutyIndex {
	const [first] = duties
	// One person alone is the commonest question: comparing an id is cheaper than looking it up.
	if (first && duties.length === 1) return { only: first.staffMemberId, first: nobody, next: [-1] }
	const index: DutyIndex = { only: null, first: new Map(), next: [] }
	for (const [position, { staffMemberId }] of duties.entries()) {
		index.next.push(index.first.get(staffMemberId) ?? -1)
		index.first.set(staffMemberId, position)
	}
	return index
}

export function firstDutyOf(index: DutyIndex, staffMemberId: string): number {
	if (index.only !== null) return index.only === staffMemberId ? 0 : -1
	return index.first.get(staffMemberId) ?? -1
}

export function nextDutyOf(index: DutyIndex, duty: number): number {
	return index.next[duty] ?? -1
}
