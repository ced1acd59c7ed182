export const PROGRAMS_PER_PAGE = 10

/**
 * Rows read for a page. Expired programs stand among them until their shop ends them; a page reads no more than this
 * (P13).
 */
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
