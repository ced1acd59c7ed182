import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { onPort } from '#scripts/local/free-port.ts'
import { type FaultKind, isOfProtocol, readTrip, type Trip } from './trip.ts'

export type FaultProxy = {
	/** The Worker's DATABASE_URL. */
	url: string
	/** Since the start or the last `forget`, oldest first. */
	trips: readonly Trip[]
	forget(): void
	/** Trips fail as planned; the plan counts from its first trip. Replaces an earlier plan. */
	inject(plan: FaultPlan): void
	/** Each trip waits for the watcher. Replaces an earlier one. */
	watch(watcher: TripWatcher): void
	/** Ends faults and watching; hanging trips are released. */
	heal(): void
	/** The trips of a piece of work (P7). Not for two at once. */
	during<Value>(work: () => Promise<Value>): Promise<{ value: Value; trips: Trip[] }>
	close(): Promise<void>
}

type TripWatcher = {
	/** Before the database gets it. */
	before?: (trip: Trip) => unknown
	/** After the database has done it, before its answer returns. */
	after?: (trip: Trip) => unknown
}

const LONG_DELAY_MS = 1_000

/** Between Worker and database: counts round trips and breaks the planned ones. */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
	const trips: Trip[] = []
	const hanging = new Set<ServerResponse>()
	let faultOf: (trip: Trip) => FaultPlan | null = () => null
	let watcher: TripWatcher = {}

	const server = createServer(async (request, response) => {
		try {
			const body = await collectBody(request)
			if (!isOfProtocol(request.url ?? ''))
				return await pass(response, await forward(databaseUrl, request, body))
			const trip = readTrip(trips.length + 1, body)
			trips.push(trip)
			const plan = faultOf(trip)
			trip.fault = plan?.kind ?? null
			await watcher.before?.(trip)
			const answer = async () => {
				const answered = await forward(databaseUrl, request, body)
				await watcher.after?.(trip)
				return answered
			}
			if (plan) await answers[plan.kind]({ plan, trip, response, answer, hanging })
			else await pass(response, await answer())
		} catch {
			// The database is down: the caller sees a lost connection, as without the proxy.
			response.destroy()
		}
	})
	const port = await onPort(undefined, '127.0.0.1', (candidate) => listen(candidate))

	function listen(candidate: number): Promise<number> {
		return new Promise((resolve, reject) => {
			server.once('error', reject)
			server.listen(candidate, '127.0.0.1', () => resolve(candidate))
		})
	}

	function letGo() {
		for (const response of hanging) response.destroy()
		hanging.clear()
	}

	return {
		url: `http://127.0.0.1:${port}`,
		trips,
		forget: () => void trips.splice(0),
		inject(plan) {
			faultOf = planFaults(plan)
		},
		watch(next) {
			watcher = next
		},
		heal() {
			faultOf = () => null
			watcher = {}
			letGo()
		},
		async during(work) {
			const before = trips.length
			const value = await work()
			return { value, trips: trips.slice(before) }
		},
		async close() {
			letGo()
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

type Answer = { status: number; type: string; body: Buffer }
type Broken = {
	plan: FaultPlan
	trip: Trip
	response: ServerResponse
	/** Calls the database: a fault before this leaves the trip unapplied, a fault after it applied. */
	answer: () => Promise<Answer>
	hanging: Set<ServerResponse>
}

const answers: Record<FaultKind, (broken: Broken) => Promise<void> | void> = {
	'drop-before': ({ response }) => void response.destroy(),
	async 'drop-after'({ response, answer }) {
		await answer()
		response.destroy()
	},
	async truncate({ response, answer }) {
		const whole = await answer()
		response.writeHead(whole.status, { 'content-type': whole.type, 'content-length': whole.body.length })
		response.write(whole.body.subarray(0, Math.floor(whole.body.length / 2)), () => response.destroy())
	},
	'bad-gateway': ({ response }) =>
		sendText(response, 502, '<html><h1>502 Bad Gateway</h1></html>', 'text/html'),
	async garbage({ response, answer }) {
		await answer()
		sendText(response, 200, '{"results": \u0000 not json', 'application/json')
	},
	async delay({ plan, response, answer }) {
		const whole = await answer()
		await delay(plan.delayMs ?? LONG_DELAY_MS)
		await pass(response, whole)
	},
	hang: ({ response, hanging }) => void hanging.add(response),
	'too-many-requests': ({ response }) =>
		sendText(response, 429, '{"error":"Too many concurrent requests"}', 'application/json'),
	busy: ({ trip, response }) => {
		const error = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' }
		sendText(
			response,
			200,
			JSON.stringify({
				baton: null,
				base_url: null,
				results: Array(trip.requestCount).fill({ type: 'error', error }),
			}),
			'application/json',
		)
	},
}

function sendText(response: ServerResponse, status: number, text: string, type: string) {
	response.writeHead(status, { 'content-type': type }).end(text)
}

async function pass(response: ServerResponse, { status, type, body }: Answer) {
	response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
}

async function forward(databaseUrl: string, request: IncomingMessage, body: Buffer): Promise<Answer> {
	const { authorization, 'content-type': contentType } = request.headers
	const answered = await fetch(new URL(request.url ?? '/', databaseUrl), {
		method: request.method,
		headers: {
			...(authorization ? { authorization } : {}),
			...(contentType ? { 'content-type': contentType } : {}),
		},
		body: request.method === 'GET' || request.method === 'HEAD' ? undefined : new Uint8Array(body),
	})
	return {
		status: answered.status,
		type: answered.headers.get('content-type') ?? 'application/octet-stream',
		body: Buffer.from(await answered.arrayBuffer()),
	}
}

async function collectBody(request: IncomingMessage): Promise<Buffer> {
	const parts: Buffer[] = []
	for await (const part of request) parts.push(part)
	return Buffer.concat(parts)
}

type FaultPlan = {
	kind: FaultKind
	/** Only this one of the matching trips, 1 being the next one. Default: all of them. */
	onTrip?: number
	/** Only trips with a matching statement. */
	matching?: RegExp
	/** Only trips that may write: reads go on, as when sqld's write path is locked up. */
	writesOnly?: boolean
	/** Only a share of them, 0 to 1, reproducible by its seed. */
	share?: number
	seed?: number
	/** For 'delay'. */
	delayMs?: number
}

/** For each trip the plan that breaks it, or null. */
function planFaults(plan: FaultPlan): (trip: Trip) => FaultPlan | null {
	let seen = 0
	const chance = seededChance(plan.seed ?? 1)
	return (trip) => {
		if (plan.writesOnly && !trip.isWrite) return null
		if (plan.matching && !trip.statements.some((sql) => plan.matching?.test(sql))) return null
		seen += 1
		if (plan.onTrip !== undefined && plan.onTrip !== seen) return null
		return plan.share === undefined || chance() < plan.share ? plan : null
	}
}

/** mulberry32: reproducible numbers from 0 to 1. */
function seededChance(seed: number): () => number {
	let state = seed >>> 0
	return () => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}
}
