export type SlotGroupName = 'morning' | 'afternoon' | 'evening'

const NOON_MINUTE = 12 * 60
const EVENING_MINUTE = 17 * 60

/** Morning until 12:00, afternoon until 17:00, then evening (C32). */
export function slotGroupAt(startMinute: number): SlotGroupName {
	if (startMinute < NOON_MINUTE) return 'morning'
	return startMinute < EVENING_MINUTE ? 'afternoon' : 'evening'
}

/** Keeps the order of the slots. */
export function slotGroups<Slot extends { startMinute: number }>(
	slots: readonly Slot[],
): Record<SlotGroupName, Slot[]> {
	const groups: Record<SlotGroupName, Slot[]> = { morning: [], afternoon: [], evening: [] }
	for (const slot of slots) groups[slotGroupAt(slot.startMinute)].push(slot)
	return groups
}
