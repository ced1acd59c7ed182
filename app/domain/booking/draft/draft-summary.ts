import { durationLabel } from '#app/kernel/civil.ts'
import type { DraftService } from './draft.ts'

/** 'Knotless braids with Chioma · 2 h 30 min'. */
export function draftSummary(
	services: readonly NamedService[],
	durationMinutes: number,
	heldStaff: readonly HeldStaff[] = [],
): string {
	return `${servicesLabel(services, heldStaff)} · ${durationLabel(durationMinutes)}`
}

type NamedService = Pick<DraftService, 'name' | 'staff'>
type HeldStaff = { position: number; name: string }

/** 'Knotless braids with Chioma'. 'Any available' becomes the person of the hold, once there is one. */
export function servicesLabel(
	services: readonly NamedService[],
	heldStaff: readonly HeldStaff[] = [],
): string {
	const parts = services.map(({ name, staff }, position) => {
		const held = heldStaff.find((one) => one.position === position)
		const person = staff?.kind === 'named' ? staff.name : held?.name
		return person === undefined ? name : `${name} with ${person}`
	})
	return parts.join(', ')
}

/** A checkout's plan, or its services in order. */
export function boughtName({
	plan,
	services,
}: {
	plan: { title: string } | null
	services: readonly { name: string }[]
}): string {
	return plan ? plan.title : services.map(({ name }) => name).join(', ')
}
