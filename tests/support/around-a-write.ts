import { DatabaseError } from '#app/kernel/database-error.ts'
import type { StatementBatch, WriteBatch } from '#app/kernel/write-batch.server.ts'
import type { BookingDeps } from './flow-deps.ts'

type Writing = { writeBatch: WriteBatch }

/** Something else happens once, after a flow has read and before it writes. Changes its dependencies and gives them. */
export function beforeWrite<Deps extends Writing>(deps: Deps, happens: () => Promise<unknown>): Deps {
	const { writeBatch } = deps
	let isFirst = true
	deps.writeBatch = async (batch) => {
		if (isFirst) {
			isFirst = false
			await happens()
		}
		return writeBatch(batch)
	}
	return deps
}

/** The first write is made, and its answer gets lost. Changes the dependencies, and gives them. */
export function loseAnswer<Deps extends Writing>(deps: Deps): Deps {
	const { writeBatch } = deps
	let isFirst = true
	deps.writeBatch = async (batch) => {
		const written = await writeBatch(batch)
		if (!isFirst) return written
		isFirst = false
		throw new DatabaseError('unknown', 'the answer was lost')
	}
	return deps
}

/**
 * `again` sends the first write once more, as a late copy that must not undo later writes.
 * Changes the dependencies.
 */
export function keepFirstWrite(deps: Writing): { again(): Promise<unknown> } {
	const { writeBatch } = deps
	let first: StatementBatch | null = null
	deps.writeBatch = (batch) => {
		first ??= batch
		return writeBatch(batch)
	}
	return {
		async again() {
			if (!first) throw new Error('nothing was written')
			return writeBatch(first)
		},
	}
}

/** Once, between the reading of the calendar and the write that takes a time. Changes the dependencies. */
export function afterCalendar(
	{ availability }: Pick<BookingDeps, 'availability'>,
	happens: () => Promise<unknown>,
): void {
	const { calendar } = availability
	availability.calendar = {
		...calendar,
		async calendarOf(...asked) {
			availability.calendar = calendar
			const read = await calendar.calendarOf(...asked)
			await happens()
			return read
		},
	}
}
