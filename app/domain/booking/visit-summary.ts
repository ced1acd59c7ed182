import { durationLabel } from '#app/kernel/civil.ts'
import type { DraftService } from './draft.ts'

/**
 * 'Knotless braids with Chioma · 2 h 30 min': what was chosen so far, in one line. For 'Any available' the person whose
 * time is held is named, once there is one.
 */
export function visitSummary(
	services: readonly Pick<DraftService, 'name' | 'staff'>[],
	durationMinutes: number,
	heldStaff: readonly { position: number; name: string }[] = [],
): string {
	const parts = services.map(({ name, staff }, position) => {
		const held = heldStaff.find((one) => one.position === position)
		const person = staff?.kind === 'named' ? staff.name : held?.name
		return person === undefined ? name : `${name} with ${person}`
	})
	return `${parts.join(', ')} · ${durationLabel(durationMinutes)}`
}
