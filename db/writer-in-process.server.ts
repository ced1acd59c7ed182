import type { BatchWriter } from './request-database.server.ts'
import type { DatabaseAddress } from './stream-reader.server.ts'
import { createWriteStream } from './write-stream.server.ts'
import { createWriter } from './writer.server.ts'

const ofProcess = new Map<string, BatchWriter>()

/** The writer in this process, where no Worker runs: in development, and in tests. */
export function writerInProcess(address: DatabaseAddress): BatchWriter {
	const writer = ofProcess.get(address.url) ?? createWriter(createWriteStream(address))
	ofProcess.set(address.url, writer)
	return writer
}
