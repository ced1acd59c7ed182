import { openDatabase } from '#db/client.server.ts'
import { withPatience } from '#scripts/local/patience.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'

/** The answer to a batch: 'unheard' where none came, 'wrong' for an impossible one. */
export type Heard = 'done' | 'refused' | 'busy' | 'unknown' | 'unheard' | 'wrong'

/** Numbers the batches of some callers, and keeps the answer to each. */
export type Book = {
	/** Gives the next number, still 'unheard'. */
	open: () => number
	note: (number: number, heard: Heard) => void
	/** The newest that is done. */
	lastDone: () => number | undefined
	heardOf: (number: number) => Heard | undefined
	tally: () => Record<Heard, number>
}

export function createBook(): Book {
	const heard: Heard[] = []
	let lastDone: number | undefined
	return {
		open: () => heard.push('unheard') - 1,
		note(number, what) {
			heard[number] = what
			if (what === 'done') lastDone = Math.max(lastDone ?? number, number)
		},
		lastDone: () => lastDone,
		heardOf: (number) => heard[number],
		tally() {
			const tally = { done: 0, refused: 0, busy: 0, unknown: 0, unheard: 0, wrong: 0 }
			for (const one of heard) tally[one]++
			return tally
		},
	}
}

/** Faults of the writer: the first batches of each kind, by their numbers. */
export type Faults = Record<
	'wrongAnswer' | 'doneButMissing' | 'refusedButThere' | 'busyButThere' | 'doubled' | 'partial',
	number[]
>

export const noFaults = (): Faults => ({
	wrongAnswer: [],
	doneButMissing: [],
	refusedButThere: [],
	busyButThere: [],
	doubled: [],
	partial: [],
})

const MOST_NAMED = 10
/** Batches whose rows are counted in one trip. */
const COUNTED_AT_ONCE = 20_000

/** Two tables for the soak, made before anything else writes. */
export async function makeTables(database: ScratchDatabase): Promise<void> {
	await database.client.executeMultiple(`
		CREATE TABLE soak_rows (id INTEGER PRIMARY KEY, number INTEGER NOT NULL,
			half INTEGER NOT NULL CONSTRAINT soak_half CHECK (half IN (1, 2))) STRICT;
		CREATE INDEX soak_rows_number ON soak_rows (number, half);
		CREATE TABLE soak_imports (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, place INTEGER NOT NULL) STRICT;
		CREATE INDEX soak_imports_number ON soak_imports (number, place)`)
}

/** Compares the answers with the rows. A whole batch has `size` rows, each with another place. */
export async function judge(
	database: ScratchDatabase,
	book: Book,
	{ table, place, size }: { table: string; place: string; size: number },
): Promise<Faults> {
	const faults = noFaults()
	const check = (fault: keyof Faults, number: number, isSo: boolean) => {
		if (isSo && faults[fault].length < MOST_NAMED) faults[fault].push(number)
	}
	const { read } = openDatabase({ url: database.url, ...withPatience })
	for (let from = 0; book.heardOf(from) !== undefined; from += COUNTED_AT_ONCE) {
		const counted = await read({
			sql: `SELECT number, count(*) AS n, count(DISTINCT ${place}) AS places FROM ${table}
				WHERE number >= ? AND number < ? GROUP BY number`,
			args: [from, from + COUNTED_AT_ONCE],
			map: ({ rows }) =>
				new Map(rows.map((row) => [Number(row.number), [Number(row.n), Number(row.places)]])),
		})
		for (let number = from; number < from + COUNTED_AT_ONCE; number++) {
			const [rows = 0, places = 0] = counted.get(number) ?? []
			const heard = book.heardOf(number)
			check('wrongAnswer', number, heard === 'wrong')
			check('doneButMissing', number, heard === 'done' && rows === 0)
			check('refusedButThere', number, heard === 'refused' && rows > 0)
			check('busyButThere', number, heard === 'busy' && rows > 0)
			check('doubled', number, rows > places)
			check('partial', number, places > 0 && places < size)
		}
	}
	return faults
}
