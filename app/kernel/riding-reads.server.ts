import type { Statement } from './write-batch.server.ts'

type Read = <Result>(statement: Statement<Result>) => Promise<Result>

export type RidingReads = {
	/** Before `board` a read waits to travel in the batch; after it, it waits for the batch and travels alone. */
	read: Read
	/** The reads that were asked for until now. They belong at the end of the batch. */
	board(): Statement[]
	/** The batch is written: its results, in the order of `board`. */
	arrive(results: readonly unknown[]): void
}

type Mapped = { value: unknown } | { error: unknown }

/**
 * Reads that are asked for before a write and see what it wrote, without a trip of their own. Where the write is
 * refused, nothing is answered: what waits for the facts of a write that did not happen never goes on. A row that its
 * reader cannot read is that reader's failure: the write has happened, and its answer stands.
 */
export function createRidingReads(readAlone: Read): RidingReads {
	const riders: { statement: Statement<Mapped>; settle: (mapped: Mapped) => void }[] = []
	let isBoarding = true
	let announce = () => {}
	const written = new Promise<void>((resolve) => {
		announce = resolve
	})
	return {
		read: <Result>(statement: Statement<Result>) =>
			isBoarding
				? new Promise<Result>((resolve, reject) => {
						riders.push({
							statement: { ...statement, map: (rows) => mapped(() => statement.map(rows)) },
							settle: (one) => ('error' in one ? reject(one.error) : resolve(one.value as Result)),
						})
					})
				: written.then(() => readAlone(statement)),
		board() {
			isBoarding = false
			return riders.map(({ statement }) => statement)
		},
		arrive(results) {
			riders.forEach(({ settle }, index) => {
				settle(results[index] as Mapped)
			})
			announce()
		},
	}
}

function mapped(map: () => unknown): Mapped {
	try {
		return { value: map() }
	} catch (error) {
		return { error }
	}
}
