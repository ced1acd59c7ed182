/** Programs on one page of the list. */
export const PROGRAMS_PER_PAGE = 10

/**
 * How many rows are read for a page. Expired programs stand among them until their shop ends them: a page looks past
 * this many and no more, at any size of the table (P13).
 */
export const ROWS_READ = 3 * PROGRAMS_PER_PAGE

type Row = { id: string; name: string; isOpen: boolean }

/** Where a page begins: after this program, in the order of names. */
export type ProgramCursor = Pick<Row, 'id' | 'name'>

/** The open programs among the rows that were read, and the last row looked at if there may be more after it. */
export function programPage<Program extends Row>(
	rows: readonly Program[],
): { programs: Program[]; next: ProgramCursor | null } {
	const open = rows.filter((row) => row.isOpen)
	const programs = open.slice(0, PROGRAMS_PER_PAGE)
	const last =
		open.length > PROGRAMS_PER_PAGE ? programs.at(-1) : rows.length === ROWS_READ ? rows.at(-1) : null
	return { programs, next: last ? { id: last.id, name: last.name } : null }
}
