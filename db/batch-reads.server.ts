import type { ResultSet } from '@libsql/client/web'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'

type Waiting = {
	statement: Statement
	settle: (result: ResultSet | undefined) => void
	reject: (error: unknown) => void
}

/** Sends all reads of one turn of the event loop together (P7). `afterTurn` calls back at its end. */
export function batchReads(
	send: (statements: readonly Statement[]) => Promise<ResultSet[]>,
	afterTurn: (work: () => void) => unknown = (work) => setTimeout(work, 0),
): <Result>(statement: Statement<Result>) => Promise<Result> {
	let waiting: Waiting[] = []

	async function flush(): Promise<void> {
		const batch = waiting
		waiting = []
		try {
			const results = await send(batch.map((one) => one.statement))
			batch.forEach((one, i) => {
				one.settle(results[i])
			})
		} catch (error) {
			for (const one of batch) one.reject(error)
		}
	}

	return <Result>(statement: Statement<Result>) =>
		new Promise<Result>((resolve, reject) => {
			if (waiting.length === 0) afterTurn(flush)
			waiting.push({
				statement,
				reject,
				settle: (result) => {
					try {
						if (!result) throw new DatabaseError('unknown', 'a statement was not answered')
						resolve(statement.map(result))
					} catch (error) {
						reject(error)
					}
				},
			})
		})
}
