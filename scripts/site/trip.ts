import type { FaultKind } from './fault-kind.ts'

/** One request to the database: each costs a page time, at any size (P7). */
export type Trip = {
	/** 1 for the first. */
	number: number
	/** The SQL that it carries, without BEGIN, COMMIT and ROLLBACK. */
	statements: string[]
	isWrite: boolean
	/** How many answers the caller expects: statements travel in requests, and closing is one too. */
	requestCount: number
	/** The fault that was put into it. */
	fault: FaultKind | null
}

type Step = { stmt?: { sql?: string; sql_id?: number } }
type Message = { requests?: PipelineRequest[]; batch?: { steps: Step[] } }
type PipelineRequest = Step & { type: string; sql?: string; sql_id?: number; batch?: { steps: Step[] } }

const transactionWord = /^\s*(BEGIN|COMMIT|ROLLBACK|END)\b/i
const writeWord = /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|BEGIN IMMEDIATE)\b/i

/** Whether a path is of libSQL's HTTP protocol ("Hrana"). Who means another server asks for other paths. */
export function isOfProtocol(path: string): boolean {
	return /^\/v[23]\/(pipeline|cursor)/.test(path)
}

/** Reads a request of that protocol. */
export function readTrip(number: number, body: Buffer): Trip {
	const message = JSON.parse(body.toString()) as Message
	const sql = statementsOf(message)
	return {
		number,
		requestCount: message.requests?.length ?? 0,
		statements: sql.filter((text) => !transactionWord.test(text)),
		isWrite: sql.some((text) => writeWord.test(text)),
		fault: null,
	}
}

function statementsOf({ requests = [], batch }: Message): string[] {
	// A statement that is sent more than once in a trip is stored under a number first.
	const stored = new Map(
		requests.flatMap(({ type, sql, sql_id }) =>
			type === 'store_sql' && sql && sql_id !== undefined ? [[sql_id, sql]] : [],
		),
	)
	const textOf = ({ stmt }: Step) => stmt?.sql ?? stored.get(stmt?.sql_id ?? Number.NaN) ?? ''
	return [...requests, { type: 'cursor', batch }].flatMap((request) => {
		if (request.batch) return request.batch.steps.map(textOf)
		if (request.type === 'execute') return [textOf(request)]
		return request.type === 'sequence' ? [request.sql ?? ''] : []
	})
}
