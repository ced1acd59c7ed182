import type { DescribedFields } from '#app/kernel/described-field.ts'
import { planLimits as limits } from './plan-limits.ts'

/** How many can come to a session, which can be changed. */
export const sessionSeats = {
	capacity: { kind: 'count', label: 'Seats', ...limits.capacity },
} as const satisfies DescribedFields

/** What a session is beside its plan, its leader and its start. */
export const sessionFields = {
	durationMinutes: { kind: 'count', label: 'Minutes', ...limits.sessionMinutes },
	...sessionSeats,
} as const satisfies DescribedFields
