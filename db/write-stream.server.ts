import { type BatchResult, decodeRefusal, type ErrorBody, type Pipeline } from './hrana.server.ts'
import { CLOSE_ID, RECORD_ID, selectWritten } from './write-ids.ts'
import type { Committed, WriteStream } from './writer.server.ts'

/** A batch's statements, encoded as JSON. */
export type EncodedBatch = readonly string[]

type Send = (url: URL, body: string) => Promise<{ status: number; type: string | null; text: string }>

/** A silent stream is given up after this. Its request is not aborted (W4). */
const GIVEN_UP_AFTER_MS = 10_000

/** BEGIN, and the record of the id. */
export const STEPS_BEFORE = 2

/** Calls `work` after that time, unless the returned function is called before. */
type Timer = (milliseconds: number, work: () => void) => () => void

type Settings = {
	url: string
	authToken?: string | undefined
	send?: Send
	after?: Timer
	log?: (line: string) => void
}

/**
 * The first round opens the stream, and its baton continues it. sqld checks the baton before it runs anything, so a
 * stream that it ended is opened anew.
 */
export function createWriteStream({
	url,
	authToken,
	send = sendOverHttp(authToken),
	after = timer,
	log = () => {},
}: Settings): WriteStream<EncodedBatch, BatchResult> {
	const base = url.replace(/^libsql:/, 'https:')
	let stream: { baton: string; baseUrl: string | null } | null = null

	/** Its timer ends with the answer: a waiting object is billed. */
	function inTime<Answer>(sending: Promise<Answer>): Promise<Answer> {
		return new Promise((resolve, reject) => {
			const stop = after(GIVEN_UP_AFTER_MS, () => reject(new Error('no answer in time')))
			sending.then(resolve, reject).finally(stop)
		})
	}

	async function ask(requests: readonly string[]): Promise<Pipeline['results'] | 'not_run'> {
		try {
			for (;;) {
				// Without an answer nothing continues this stream.
				const own: typeof stream = stream
				stream = null
				const body = `{"baton":${JSON.stringify(own?.baton ?? null)},"requests":[${requests.join(',')}]}`
				const { status, type, text } = await inTime(send(new URL('v2/pipeline', own?.baseUrl ?? base), body))
				if (status >= 200 && status < 300) {
					const { baton, base_url: baseUrl, results } = JSON.parse(text) as Pipeline
					if (baton) stream = { baton, baseUrl }
					return results
				}
				// An intermediary's timeout proves nothing; the server's own refusals come before it runs anything.
				if (status < 400 || status >= 500 || status === 408) throw decodeRefusal(status, type, text)
				if (own === null) {
					log(`the writer was refused: ${decodeRefusal(status, type, text).message.slice(0, 200)}`)
					return 'not_run'
				}
			}
		} catch (error) {
			log(`the writer lost an answer: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}`)
			throw error
		}
	}

	return {
		async commit(round) {
			const results = await ask(round.map(encodeWrite))
			if (results === 'not_run') return results
			// A transaction that the server broke off is still open there, and would swallow all that follows.
			if (results.some(isBrokenOff)) await ask(['{"type":"close"}']).catch(() => {})
			return round.map(({ batch, isRepeat }, i) => readCommitted(results[i], batch.length, isRepeat))
		},
		async findWritten(ids) {
			const stmt = { sql: selectWritten(ids.length), args: ids.map(textValue), want_rows: true }
			const results = await ask([JSON.stringify({ type: 'execute', stmt })])
			if (results === 'not_run') return results
			const [answer] = results
			if (answer?.type !== 'ok' || !answer.response?.result || !('rows' in answer.response.result))
				throw new Error('what is written was not told')
			return new Set(
				answer.response.result.rows.map(([cell]) => String(cell && 'value' in cell && cell.value)),
			)
		},
	}
}

const timer: Timer = (milliseconds, work) => {
	const started = setTimeout(work, milliseconds)
	return () => clearTimeout(started)
}

const textValue = (value: string) => ({ type: 'text', value })

/** A failure rolls back this batch alone. */
function encodeWrite({
	id,
	batch,
	isRepeat,
}: {
	id: string
	batch: EncodedBatch
	isRepeat: boolean
}): string {
	const args = JSON.stringify([textValue(id)])
	const commit = batch.length + STEPS_BEFORE
	const isRefused = `{"type":"and","conds":[{"type":"ok","step":0},{"type":"not","cond":{"type":"ok","step":${commit}}}]}`
	const steps = [
		'{"stmt":{"sql":"BEGIN IMMEDIATE"}}',
		afterStep(0, `{"sql":${JSON.stringify(RECORD_ID)},"args":${args}}`),
		...batch.map((statement, i) => afterStep(i + 1, statement)),
		afterStep(commit - 1, '{"sql":"COMMIT"}'),
		`{"condition":${isRefused},"stmt":{"sql":"ROLLBACK"}}`,
	]
	if (isRepeat)
		steps.push(
			`{"condition":${isRefused},"stmt":{"sql":${JSON.stringify(CLOSE_ID)},"args":${args},"want_rows":true}}`,
		)
	return `{"type":"batch","batch":{"steps":[${steps.join(',')}]}}`
}

const afterStep = (step: number, stmt: string) => `{"condition":{"type":"ok","step":${step}},"stmt":${stmt}}`

function readCommitted(
	answer: Pipeline['results'][number] | undefined,
	statementCount: number,
	isRepeat: boolean,
): Committed<BatchResult> {
	if (answer?.type === 'error') return refusedWhole(answer.error)
	const result = answer?.response?.result
	if (!result || !('step_results' in result)) return { kind: 'unclear' }
	const { step_results: results, step_errors: errors } = result
	const commit = statementCount + STEPS_BEFORE
	if (results[commit]) return { kind: 'done', result }
	const at = errors.findIndex((error) => error !== null)
	const error = errors[at]
	if (!error) return { kind: 'unclear' }
	if (at === 0 || (at === 1 && !isRepeat && isBusy(error))) return { kind: 'not_run' }
	const isRecorded = at === 1 && /constraint/i.test(error.message)
	if (!isRepeat) return isRecorded ? { kind: 'unclear' } : { kind: 'refused', error, at: at - STEPS_BEFORE }
	const closed = results[commit + 2]?.rows[0]?.[0]
	if (!closed || !('value' in closed)) return { kind: 'unclear' }
	if (Number(closed.value) === 0) return { kind: 'done_before' }
	return isRecorded ? { kind: 'closed' } : { kind: 'refused', error, at: at - STEPS_BEFORE }
}

/** SQL that does not parse is refused before anything runs, in each copy alike. */
function refusedWhole(error: ErrorBody): Committed<BatchResult> {
	if (/^(SQL_|ARGS_)/.test(error.code ?? '')) return { kind: 'refused', error, at: -1 }
	return { kind: isBusy(error) ? 'not_run' : 'unclear' }
}

const isBusy = ({ message, code }: ErrorBody) => /SQLITE_BUSY|database is locked/.test(`${code} ${message}`)

/** No results, or BEGIN failed for another reason than other writers. */
function isBrokenOff(answer: Pipeline['results'][number]): boolean {
	if (answer.type === 'error') return true
	const result = answer.response?.result
	const begun = result && 'step_errors' in result ? result.step_errors[0] : null
	return begun ? !isBusy(begun) : false
}

function sendOverHttp(authToken: string | undefined): Send {
	const headers = {
		'content-type': 'application/json',
		...(authToken !== undefined && { authorization: `Bearer ${authToken}` }),
	}
	return async (url, body) => {
		const response = await fetch(url, { method: 'POST', headers, body })
		return {
			status: response.status,
			type: response.headers.get('content-type'),
			text: await response.text(),
		}
	}
}
