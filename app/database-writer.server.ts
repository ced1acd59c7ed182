import { DurableObject } from 'cloudflare:workers'
import type { BatchWriter } from '../db/request-database.server.ts'
import { createWriteStream } from '../db/write-stream.server.ts'
import { createWriter } from '../db/writer.server.ts'
import { readSettings } from './env.server.ts'
import { writeLog } from './http/write-log.ts'

/** The single writer of a database, wherever the Worker runs (docs/decisions/140). It stores nothing. */
export class DatabaseWriter extends DurableObject {
	readonly #writer: BatchWriter

	constructor(state: DurableObjectState, env: object) {
		super(state, env)
		const { database } = readSettings({ ...env })
		this.#writer = createWriter(createWriteStream({ ...database, log: writeLog }))
	}

	write(...input: Parameters<BatchWriter>): ReturnType<BatchWriter> {
		return this.#writer(...input)
	}
}
