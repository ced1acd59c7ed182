import type { DescribedFields } from '#app/kernel/described-field.ts'
import { planLimits as limits } from './plan-limits.ts'

/** Seats can change. */
export const sessionSeats = {
	capacity: { kind: 'count', label: 'Seats', ...limits.capacity },
} as const satisfies DescribedFields

/** Beside its plan, its leader and its start. */
export const sessionTerms = {
	durationMinutes: { kind: 'count', label: 'Minutes', ...limits.sessionMinutes },
	...sessionSeats,
} as const satisfies DescribedFields
