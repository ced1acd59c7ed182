/** How a database fails (W33). After each word: was the trip applied? */
export const faultKinds = [
	'drop-before', // no
	'drop-after', // yes, the answer is lost
	'truncate', // yes, half of the answer comes
	'bad-gateway', // no
	'garbage', // yes, the answer is not JSON
	'delay', // yes
	'hang', // no, and no answer ever
	'too-many-requests', // no: 429
	'busy', // no: SQLITE_BUSY
] as const
export type FaultKind = (typeof faultKinds)[number]

/** One request to the database: each costs a page time, at any size (P7). */
export type Trip = {
	/** 1 for the first. */
	number: number
	/** Without BEGIN, COMMIT and ROLLBACK. */
	statements: string[]
	isWrite: boolean
	/** Expected answers: one for each statement, and one for closing. */
	requestCount: number
	fault: FaultKind | null
}

type Step = { stmt?: { sql?: string; sql_id?: number } }
type Message = { requests?: PipelineRequest[]; batch?: { steps: Step[] } }
type PipelineRequest = Step & { type: string; sql?: string; sql_id?: number; batch?: { steps: Step[] } }

const transactionWord = /^\s*(BEGIN|COMMIT|ROLLBACK|END)\b/i
const writeWord = /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|BEGIN IMMEDIATE)\b/i

/** Whether a path is of libSQL's HTTP protocol ("Hrana"). */
export function isOfProtocol(path: string): boolean {
	return /^\/v[23]\/(pipeline|cursor)/.test(path)
}

export function readTrip(number: number, body: Buffer): Trip {
	const message = JSON.parse(body.toString()) as Message
	const sql = readStatements(message)
	return {
		number,
		requestCount: message.requests?.length ?? 0,
		statements: sql.filter((text) => !transactionWord.test(text)),
		isWrite: sql.some((text) => writeWord.test(text)),
		fault: null,
	}
}

function readStatements({ requests = [], batch }: Message): string[] {
	// A repeated statement is stored under a number first.
	const stored = new Map(
		requests.flatMap(({ type, sql, sql_id }) =>
			type === 'store_sql' && sql && sql_id !== undefined ? [[sql_id, sql]] : [],
		),
	)
	const sqlText = ({ stmt }: Step) => stmt?.sql ?? stored.get(stmt?.sql_id ?? Number.NaN) ?? ''
	return [...requests, { type: 'cursor', batch }].flatMap((request) => {
		if (request.batch) return request.batch.steps.map(sqlText)
		if (request.type === 'execute') return [sqlText(request)]
		return request.type === 'sequence' ? [request.sql ?? ''] : []
	})
}

/** No visitor waits for these: openings of Discover's cards (decision 050), and a device's last use. */
const besideAnswer =
	/json_each\(\?\) asked CROSS JOIN "shops"|^DELETE FROM "shop_free_starts"|^update "access_keys" set "last_seen_at" = \? where/

/** The trips that a visitor waits for. */
export function tripsOfPage(trips: readonly Trip[]): Trip[] {
	return trips.filter(({ statements }) => !statements.some((sql) => besideAnswer.test(sql)))
}
