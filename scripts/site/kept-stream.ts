import { Agent, request as openRequest } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

type Pipeline = { baton?: string | null; requests: PipelineRequest[] }
type PipelineRequest = {
	type: string
	sql?: string
	sql_id?: number
	stmt?: Statement
	batch?: { steps: { stmt?: Statement }[] }
}
type Statement = { sql?: string; sql_id?: number }
type Answer = { baton: string | null; base_url: string | null; results: unknown[] }

/** A stream that the server keeps open between requests; the next request shows its baton. */
type Stream = { baton: string | null; last: Promise<unknown> }

/** Streams by the origin of each database that tests have started. */
const streams = new Map<string, Stream>()

/** Trips to this database may share a stream, where `keepStreams` was called. */
export function mayShareStream(databaseUrl: string): void {
	streams.set(new URL(databaseUrl).origin, { baton: null, last: Promise.resolve() })
}

let isKeeping = false

/**
 * Shares one stream among this process's trips to a database. A new stream parses the whole schema, ten times the cost
 * of a test's statements.
 */
export function keepStreams(): void {
	if (isKeeping) return
	isKeeping = true
	const send = globalThis.fetch
	globalThis.fetch = async (input, init) => {
		const { origin, pathname } = new URL(input instanceof Request ? input.url : input)
		const stream = pathname === '/v2/pipeline' ? streams.get(origin) : undefined
		if (!stream) return send(input, init)
		const request = input instanceof Request ? input : new Request(input, init)
		const body = await request.text()
		const pipeline = JSON.parse(body) as Pipeline
		if (!isWhole(pipeline)) {
			const { method, headers, signal } = request
			return send(new Request(request.url, { method, headers, body, signal }), init)
		}
		const answer = stream.last.then(() => sendOver(stream, request.url, pipeline))
		stream.last = answer.catch(() => {})
		return answer
	}
}

/** Opens and closes its stream in one request. */
function isWhole({ baton, requests }: Pipeline): boolean {
	return !baton && requests.at(-1)?.type === 'close'
}

async function sendOver(stream: Stream, url: string, { requests }: Pipeline): Promise<Response> {
	const statements = inlined(requests)
	const ask = () => post(url, JSON.stringify({ baton: stream.baton, requests: statements }))
	let sent: Awaited<ReturnType<typeof post>>
	try {
		sent = await ask()
		// The server has ended the idle stream, so nothing was done.
		if (!isWell(sent) && stream.baton !== null) {
			stream.baton = null
			sent = await ask()
		}
	} catch (cause) {
		stream.baton = null
		throw new TypeError('fetch failed', { cause })
	}
	if (!isWell(sent)) return new Response(sent.body, { status: sent.status })
	const answer = JSON.parse(sent.body) as Answer
	stream.baton = answer.baton
	return jsonResponse({ baton: null, base_url: null, results: matchResults(requests, answer.results) })
}

const isWell = ({ status }: { status: number }) => status >= 200 && status < 300

const connections = new Agent({ keepAlive: true })

/** Node's own client takes a third of the CPU of its `fetch`. */
function post(url: string, body: string): Promise<{ status: number; body: string }> {
	const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
	return new Promise((resolve, reject) => {
		const sent = openRequest(url, { method: 'POST', agent: connections, headers }, (response) => {
			textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject)
		})
		sent.on('error', reject)
		sent.end(body)
	})
}

/** Spares the database client a second parse. */
function jsonResponse(answer: Answer): Response {
	const response = Response.json(answer)
	response.json = async () => answer
	return response
}

const isAboutTheStream = ({ type }: PipelineRequest) => ['store_sql', 'close_sql', 'close'].includes(type)

/** Replaces stored texts' numbers by the texts: each trip numbers its stored texts anew. */
function inlined(requests: PipelineRequest[]): PipelineRequest[] {
	const texts = new Map(
		requests.map(({ type, sql, sql_id }) => (type === 'store_sql' ? [sql_id, sql] : [-1, ''])),
	)
	const withText = <Step extends { stmt?: Statement }>(step: Step): Step => {
		if (step.stmt?.sql_id === undefined) return step
		const { sql_id, ...stmt } = step.stmt
		return { ...step, stmt: { ...stmt, sql: texts.get(sql_id) } }
	}
	return requests
		.filter((request) => !isAboutTheStream(request))
		.map((request) =>
			request.batch
				? { ...request, batch: { ...request.batch, steps: request.batch.steps.map(withText) } }
				: withText(request),
		)
}

/** The server's answers, with an answer for each unsent request in its place. */
function matchResults(requests: PipelineRequest[], results: unknown[]): unknown[] {
	const answers = [...results]
	return requests.map((request) =>
		isAboutTheStream(request) ? { type: 'ok', response: { type: request.type } } : answers.shift(),
	)
}
