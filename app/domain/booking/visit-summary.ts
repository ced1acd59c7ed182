import { durationLabel } from '#app/kernel/civil.ts'
import type { DraftService } from './draft.ts'

/** 'Knotless braids with Chioma · 2 h 30 min': what was chosen so far, in one line. */
export function visitSummary(services: readonly DraftService[], durationMinutes: number): string {
	const parts = services.map(({ name, staff }) =>
		staff?.kind === 'named' ? `${name} with ${staff.name}` : name,
	)
	return `${parts.join(', ')} · ${durationLabel(durationMinutes)}`
}
