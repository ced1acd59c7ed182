import type { Instant } from '#app/kernel/instant.ts'
import type { ProgramStatus } from '#app/kernel/vocabulary/loyalty.ts'

export const PROGRAMS_PER_PAGE = 10

/** The most rows that a page reads, expired programs included (P13). */
export const ROWS_READ = 3 * PROGRAMS_PER_PAGE

type Row = { id: string; name: string; isOpen: boolean }

/** A page begins after this program, by name. */
export type ProgramCursor = Pick<Row, 'id' | 'name'>

/** The open programs of the rows, and the last row where more may follow. */
export function programPage<Program extends Row>(
	rows: readonly Program[],
): { programs: Program[]; next: ProgramCursor | null } {
	const open = rows.filter((row) => row.isOpen)
	const programs = open.slice(0, PROGRAMS_PER_PAGE)
	const last =
		open.length > PROGRAMS_PER_PAGE ? programs.at(-1) : rows.length === ROWS_READ ? rows.at(-1) : null
	return { programs, next: last ? { id: last.id, name: last.name } : null }
}

const MAX_TERMS = 8

/**
 * The FTS5 expression for programs with words that begin with all terms, whatever their case and marks (L18). Null for
 * empty text. Quotes keep operators out.
 */
export function programMatch(text: string): string | null {
	if (text === '') return null
	const typed = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
	// Text without letters or digits finds nothing.
	const terms = typed.length > 0 ? typed.slice(0, MAX_TERMS) : [text]
	return `words : (${terms.map((term) => `"${term.replaceAll('"', '""')}" *`).join(' AND ')})`
}

type Enrollability = 'open' | 'enrolled' | 'ended'

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
