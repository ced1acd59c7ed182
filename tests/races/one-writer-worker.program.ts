import { DatabaseWriter } from '#app/database-writer.server.ts'
import { readSettings } from '#app/env.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { connectWriter } from '#app/writer-of.server.ts'
import { openRequestDatabase } from '#db/request-database.server.ts'
import { isolateReader } from '#db/stream-reader.server.ts'

/** Two rows of one number: `named` asks for their answers, `refused` breaks a constraint with its second. */
export type AskedWrite = { number: number; kind: 'list' | 'named' | 'refused' }

/** `numbers`: what the rows that were written say, where the batch asked for it. */
export type ToldOutcome =
	| { kind: 'done'; numbers: number[] }
	| { kind: 'refused'; rule: string | null }
	| { kind: 'busy' | 'unknown' | 'invalid'; message: string }

class WriterWithReset extends DatabaseWriter {
	/** As a deploy or a failing machine of the platform does it: all who wait for the object get an error. */
	reset(): void {
		this.ctx.abort('reset by the test')
	}
}

export { WriterWithReset as DatabaseWriter }

type Env = { DATABASE_WRITER: DurableObjectNamespace<WriterWithReset> }

export default {
	async fetch(request, env, ctx): Promise<Response> {
		const settings = readSettings({ ...env })
		if (new URL(request.url).pathname === '/reset') {
			const writers = env.DATABASE_WRITER
			await writers
				.get(writers.idFromName(settings.database.url))
				.reset()
				.catch(() => {})
			return Response.json('reset')
		}
		const { writeBatch } = openRequestDatabase({
			reader: isolateReader(settings.database),
			writer: connectWriter(env)(settings),
			waitUntil: (work) => ctx.waitUntil(work),
		})
		const { number, kind } = await request.json<AskedWrite>()
		const first = insertRow(number, 1)
		const second = insertRow(number, kind === 'refused' ? 3 : 2)
		try {
			if (kind === 'named') {
				const written = await writeBatch({ first, second })
				return told({ kind: 'done', numbers: [written.first, written.second] })
			}
			await writeBatch([first, second])
			return told({ kind: 'done', numbers: [] })
		} catch (error) {
			if (!isDatabaseError(error)) throw error
			if (error.kind === 'violation') return told({ kind: 'refused', rule: error.rule })
			return told({ kind: error.kind, message: error.message })
		}
	},
} satisfies ExportedHandler<Env>

const told = (outcome: ToldOutcome) => Response.json(outcome)

function insertRow(number: number, half: number): Statement<number> {
	return {
		sql: 'INSERT INTO soak_rows (number, half) VALUES (?, ?) RETURNING number',
		args: [number, half],
		map: ({ rows: [row] }) => Number(row?.number),
	}
}
