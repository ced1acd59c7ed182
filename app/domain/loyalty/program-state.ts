import type { Instant } from '#app/kernel/instant.ts'
import type { ProgramStatus } from '#app/kernel/vocabulary/loyalty.ts'

export type Enrollability = 'open' | 'enrolled' | 'ended'

function isProgramOpen(
	{ status, expiresAt }: { status: ProgramStatus; expiresAt: Instant | null },
	now: Instant,
): boolean {
	return status === 'active' && (expiresAt === null || now < expiresAt)
}

/** Enrollments outlast their program: earned rewards keep their dates (D39). */
export function enrollability(
	program: { status: ProgramStatus; expiresAt: Instant | null; isEnrolled: boolean },
	now: Instant,
): Enrollability {
	if (program.isEnrolled) return 'enrolled'
	return isProgramOpen(program, now) ? 'open' : 'ended'
}
