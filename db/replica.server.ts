import type { ResultSet } from '@libsql/client/web'
import { DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import { type Clock, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { lastWriteProbe } from './job-runs.server.ts'
import { createStreamReader, type DatabaseAddress } from './stream-reader.server.ts'

type Input = {
	/** Null where none is known. */
	bookmark: number | null
	/** Ended access must not last in a replica that gets no changes. */
	isPersonal: boolean
	/** The time of the last write probe of an old answer, or 0. */
	onOld: (asOf: Instant) => void
	/** Reads from the primary within `timeoutMs`. */
	askPrimary: (timeoutMs: number) => Promise<ResultSet[]>
}

/** `lastWriteProbe`: the last one that it holds, as ISO 8601, or null. */
export type ReplicaState = { answers: boolean; lastWriteProbe: string | null }

export type Replica = {
	/** From the replica, or from the primary where the replica is late, lost or old. */
	read: (statements: readonly Statement[], input: Input) => Promise<ResultSet[]>
	/** For `/readyz`; never throws. */
	readState: () => Promise<ReplicaState>
}

/** After this wait a page reads the primary as well. */
const PATIENCE_MS = 300

/** The limit of a read, and of a last try at the replica where the primary has failed: within 3 s together (W42). */
const DEADLINE_MS = 2_200
const LAST_RESORT_MS = 700

/** A failing replica is left alone for longer and longer. */
const REST_MS = 1_000
const LONGEST_REST_MS = 16_000

/** A replica with an older probe is skipped while the primary answers. */
const OLD_PROBE_MS = 1.5 * MINUTE_MS
const LOOK_AT_PROBE_MS = 10_000

/** The maximum age of a person's page while the primary is silent. */
const PERSONAL_AGE_MS = 5 * MINUTE_MS

/** For so long after a silent primary even a failing replica is read first. */
const PRIMARY_LOST_MS = 5_000

type Options = { now?: Clock; patienceMs?: () => number }

/**
 * An isolate's knowledge of a replica: numbers and stream names alone, so that requests may share it. Whatever the
 * replica refuses is read from the primary.
 */
export function createReplica(
	server: DatabaseAddress,
	{ now = Date.now, patienceMs = () => PATIENCE_MS }: Options = {},
): Replica {
	const reader = createStreamReader(server, now)
	let restsUntil = 0
	let restMs = REST_MS
	let probeDueAt = 0
	let primaryLostUntil = 0

	function rest(): void {
		// Reads that fail together count once.
		if (restsUntil > now()) return
		restsUntil = now() + restMs
		restMs = Math.min(2 * restMs, LONGEST_REST_MS)
	}

	function shown(answer: Answer, { onOld }: Input): ResultSet[] {
		if (isOld(answer)) onOld(now() - answer.ageMs)
		return answer.results
	}

	/** The results, and the age of the replica's probe; 0 where it was young. */
	async function askReplica(
		statements: readonly Statement[],
		bookmark: number | null,
		signal: AbortSignal,
	): Promise<Answer> {
		const looksAtProbe = probeDueAt <= now()
		const withProbe = looksAtProbe ? [...statements, lastWriteProbe()] : statements
		const { results } = await reader.read(withProbe, { bookmark, deadline: () => signal, stop: signal })
		restMs = REST_MS
		const probe = looksAtProbe ? results.pop() : undefined
		if (!probe) return { results, ageMs: 0 }
		const [probedAt = 0] = lastWriteProbe().map(probe)
		const ageMs = now() - probedAt
		if (ageMs <= OLD_PROBE_MS) probeDueAt = now() + LOOK_AT_PROBE_MS
		return { results, ageMs }
	}

	async function askPrimary(work: Input['askPrimary'], endsAt: Instant): Promise<ResultSet[]> {
		try {
			return await work(endsAt - now())
		} catch (error) {
			if (isUnanswered(error)) primaryLostUntil = now() + PRIMARY_LOST_MS
			throw error
		}
	}

	async function primaryThenReplica(
		statements: readonly Statement[],
		input: Input,
		endsAt: Instant,
		atHand: Answer | null,
	): Promise<ResultSet[]> {
		try {
			return await askPrimary(input.askPrimary, endsAt)
		} catch (error) {
			if (!isUnanswered(error)) throw error
			const signal = AbortSignal.timeout(LAST_RESORT_MS)
			const old = atHand ?? (await askReplica(statements, input.bookmark, signal).catch(() => null))
			if (old === null || !isEnough(old, input)) throw error
			return shown(old, input)
		}
	}

	async function replicaThenPrimary(
		statements: readonly Statement[],
		input: Input,
		endsAt: Instant,
	): Promise<ResultSet[]> {
		const stop = new AbortController()
		const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(DEADLINE_MS)])
		const asking = askReplica(statements, input.bookmark, signal)
		const early = await earlyAnswer(asking, patienceMs())
		if (early !== 'late' && early !== 'failed') {
			if (!isOld(early) || (primaryLostUntil > now() && isEnough(early, input))) return shown(early, input)
			restsUntil = now() + LOOK_AT_PROBE_MS
			return await primaryThenReplica(statements, input, endsAt, early)
		}
		// A change that is still on its way, or a bookmark without a change, is no failure of the replica.
		if (early === 'failed' || input.bookmark === null) rest()
		const atPrimary = askPrimary(input.askPrimary, endsAt)
		const caughtUp = asking.then((late) => {
			if (isOld(late)) throw new DatabaseError('unknown', 'the replica has fallen behind')
			return late.results
		})
		try {
			// Whichever is first: the replica may catch up meanwhile.
			return await Promise.any([caughtUp, atPrimary])
		} catch {
			const old = await asking.catch(() => null)
			return await atPrimary.catch((error) => {
				if (old && isUnanswered(error) && isEnough(old, input)) return shown(old, input)
				throw error
			})
		} finally {
			stop.abort()
		}
	}

	return {
		read(statements, input) {
			const endsAt = now() + DEADLINE_MS
			return restsUntil > now() && primaryLostUntil <= now()
				? primaryThenReplica(statements, input, endsAt, null)
				: replicaThenPrimary(statements, input, endsAt)
		},
		async readState() {
			const signal = AbortSignal.timeout(LAST_RESORT_MS)
			try {
				const input = { bookmark: null, deadline: () => signal, stop: signal }
				const [probe] = (await reader.read([lastWriteProbe()], input)).results
				const [probedAt] = probe ? lastWriteProbe().map(probe) : []
				return { answers: true, lastWriteProbe: probedAt ? new Date(probedAt).toISOString() : null }
			} catch {
				return { answers: false, lastWriteProbe: null }
			}
		},
	}
}

type Answer = { results: ResultSet[]; ageMs: number }

const isOld = ({ ageMs }: Answer) => ageMs > OLD_PROBE_MS

/** Whether an answer may be shown while the primary is silent. */
const isEnough = ({ ageMs }: Answer, { isPersonal }: Input) => !isPersonal || ageMs <= PERSONAL_AGE_MS

const ofIsolate = new Map<string, Replica>()

/** Shared by the isolate's requests. */
export function isolateReplica(server: DatabaseAddress): Replica {
	const key = JSON.stringify([server.url, server.authToken])
	const replica = ofIsolate.get(key) ?? createReplica(server)
	ofIsolate.set(key, replica)
	return replica
}

function earlyAnswer<Answer>(
	asking: Promise<Answer>,
	patienceMs: number,
): Promise<Answer | 'late' | 'failed'> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => resolve('late'), patienceMs)
		asking.then(resolve, () => resolve('failed')).finally(() => clearTimeout(timer))
	})
}

/** Any other error is the primary's answer. */
function isUnanswered(error: unknown): boolean {
	return isDatabaseError(error) && (error.kind === 'unknown' || error.kind === 'busy')
}
