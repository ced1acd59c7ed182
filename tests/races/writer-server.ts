import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BatchWriter } from '#db/request-database.server.ts'
import { writerInProcess } from '#db/writer-in-process.server.ts'
import { onPort } from '#scripts/local/free-port.ts'
import { WRITER_URL } from '#tests/support/writer-elsewhere.ts'

export type WriterServer = { env: Record<string, string>; close: () => void }

/** The one writer of each database, for all processes of a race: as the object is for all isolates (W6). */
export async function startWriterServer(): Promise<WriterServer> {
	const server = createServer(async (request, response) => {
		const { databaseUrl, write } = JSON.parse(await text(request))
		const asked: Parameters<BatchWriter>[0] = write
		response.end(JSON.stringify(await writerInProcess({ url: databaseUrl })(asked)))
	})
	const port = await onPort(undefined, '127.0.0.1', (candidate) => {
		return new Promise<number>((resolve, reject) => {
			server.once('error', reject)
			server.listen(candidate, '127.0.0.1', () => resolve(candidate))
		})
	})
	return {
		env: { [WRITER_URL]: `http://127.0.0.1:${port}` },
		close: () => void server.close().closeAllConnections(),
	}
}
