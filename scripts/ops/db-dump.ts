import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { allWell, type OpsCommand } from './ops-command.ts'
import { opsDatabase } from './ops-environment.ts'

/** The end of every complete dump. */
const END = 'COMMIT;'

export const dbDump: OpsCommand = {
	name: 'db dump',
	summary: 'writes the whole database to a file, as SQL',
	places: ['file'],
	about:
		'Reads DATABASE_URL in one transaction and writes a file for `ops db restore`. It holds everyone’s data: protect it as you protect the database. An existing file is replaced only once the new one is complete.',
	async run({ places: [file = ''], env }) {
		const { url, authToken } = opsDatabase(env)
		const unfinished = `${file}.unfinished`
		try {
			const bytes = await download(url, authToken, unfinished)
			renameSync(unfinished, file)
			return allWell({ file, bytes }, [`${file} holds the database: ${bytes} bytes.`])
		} finally {
			rmSync(unfinished, { force: true })
		}
	},
}

async function download(url: string, authToken: string | undefined, file: string): Promise<number> {
	const from = new URL('/dump', url.replace(/^libsql:/, 'https:'))
	let response: Response
	try {
		response = await fetch(from, { headers: authToken ? { authorization: `Bearer ${authToken}` } : {} })
	} catch {
		throw new StartProblem(`The database at ${url} does not answer.`)
	}
	if (!response.ok || !response.body)
		throw new StartProblem(`The database at ${url} gives no dump (status ${response.status}).`)
	let bytes = 0
	let ending = ''
	const decoder = new TextDecoder()
	async function* counted(chunks: AsyncIterable<Uint8Array>) {
		for await (const chunk of chunks) {
			bytes += chunk.byteLength
			ending = (ending + decoder.decode(chunk, { stream: true })).slice(-100)
			yield chunk
		}
	}
	await pipeline(
		counted(Readable.fromWeb(response.body as WebStream)),
		createWriteStream(file, { mode: 0o600 }),
	)
	if (!ending.trimEnd().endsWith(END)) throw new StartProblem('The dump broke off. Nothing was written.')
	return bytes
}
