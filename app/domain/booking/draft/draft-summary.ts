import { durationLabel } from '#app/kernel/civil.ts'
import type { DraftService } from './draft.ts'

/** 'Knotless braids with Chioma · 2 h 30 min': the choices so far, in one line. */
export function draftSummary(
	services: readonly NamedService[],
	durationMinutes: number,
	heldStaff: readonly HeldStaff[] = [],
): string {
	return `${servicesLabel(services, heldStaff)} · ${durationLabel(durationMinutes)}`
}

type NamedService = Pick<DraftService, 'name' | 'staff'>
type HeldStaff = { position: number; name: string }

/** 'Knotless braids with Chioma'. For 'Any available' it names the person whose time is held, once there is a hold. */
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

/** What a checkout buys, in a line: its plan, or its services in order. */
export function boughtName({
	plan,
	services,
}: {
	plan: { title: string } | null
	services: readonly { name: string }[]
}): string {
	return plan ? plan.title : services.map(({ name }) => name).join(', ')
}
