import type { Instant } from '#app/kernel/instant.ts'
import type { ProgramStatus } from '#app/kernel/vocabulary/loyalty.ts'

export type Enrollability = 'open' | 'enrolled' | 'ended'

/** Whether a program takes new members: until it is ended, and before its end. */
function isProgramOpen(
	{ status, expiresAt }: { status: ProgramStatus; expiresAt: Instant | null },
	now: Instant,
): boolean {
	return status === 'active' && (expiresAt === null || now < expiresAt)
}

/** What a customer can do with a program. Enrollments outlast its end: anything earned keeps its date (D39). */
export function enrollability(
	program: { status: ProgramStatus; expiresAt: Instant | null; isEnrolled: boolean },
	now: Instant,
): Enrollability {
	if (program.isEnrolled) return 'enrolled'
	return isProgramOpen(program, now) ? 'open' : 'ended'
}
