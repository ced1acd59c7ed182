import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { ErrorBody } from './hrana.server.ts'

/** A batch to be written. */
export type Write<Batch> = {
	/** Recorded by the batch's own transaction. */
	id: string
	batch: Batch
	/** The size of the batch as sent. */
	bytes: number
	/** Null where the sender's requests are counted otherwise (S31). */
	network: string | null
	/** The cron's writes go first. */
	isCron: boolean
	/** A lost writer object may have written it already. */
	isRepeat: boolean
}

/**
 * A batch's outcome:
 * - `done`: written.
 * - `done_before`: written, but its results were lost.
 * - `refused`: a statement failed; `at` is its place in the batch. Nothing is written.
 * - `busy`, `too_many_of_network`: nothing is written, and nothing will be.
 * - `unknown`: the database is silent. Perhaps written.
 */
export type WriteOutcome<Result> =
	| { kind: 'done'; result: Result }
	| { kind: 'refused'; error: ErrorBody; at: number }
	| { kind: 'done_before' | 'busy' | 'too_many_of_network' | 'unknown' }

/** The database's answer: `not_run` is certainly not written, `unclear` perhaps. */
export type Committed<Result> =
	| { kind: 'done'; result: Result }
	| { kind: 'refused'; error: ErrorBody; at: number }
	| { kind: 'done_before' | 'closed' | 'not_run' | 'unclear' }

/** The writer's one stream. Both calls throw where the answer is lost; 'not_run': certainly nothing happened. */
export type WriteStream<Batch, Result> = {
	/** Commits each batch by itself, in this order. An unwritten repeat is closed: no copy of it will be written. */
	commit: (
		round: readonly Pick<Write<Batch>, 'id' | 'batch' | 'isRepeat'>[],
	) => Promise<readonly Committed<Result>[] | 'not_run'>
	/** The ids whose batches are written. */
	findWritten: (ids: readonly string[]) => Promise<ReadonlySet<string> | 'not_run'>
}

export type Writer<Batch, Result> = (write: Write<Batch>) => Promise<WriteOutcome<Result>>

/** More batches cannot be written within `PATIENCE_MS`: they are refused at once. */
const MOST_WAITING = 256
/** Per network: one sender's burst does not keep others waiting long. */
const MOST_OF_NETWORK = 32
/** Batches of one round. */
const MOST_OF_ROUND = 32
const BYTES_OF_ROUND = 512 * 1024
/** How long a batch waits to be sent. */
const PATIENCE_MS = 2_500
/** How long a sent batch is worth repeating; later its caller is gone. */
const CALLER_WAITS_MS = 3_500
/** Between two tries of a silent database; grows with each. */
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 400

type Entry<Batch, Result> = Write<Batch> & {
	queuedAt: Instant
	isSettled: boolean
	settle: (outcome: WriteOutcome<Result>) => void
}

type Options = { now?: Clock; after?: (milliseconds: number, work: () => void) => void }

/**
 * Writes all callers' batches, round after round on one stream: several waiting writers may lock up sqld's write path
 * for good (docs/decisions/003). After a lost answer it first looks up what is written (W55).
 */
export function createWriter<Batch, Result>(
	stream: WriteStream<Batch, Result>,
	{ now = Date.now, after = (milliseconds, work) => void setTimeout(work, milliseconds) }: Options = {},
): Writer<Batch, Result> {
	type Own = Entry<Batch, Result>
	/** In sending order. */
	let waiting: Own[] = []
	/** Sent, and their answer was lost. */
	let unsettled: Own[] = []
	let isRunning = false
	/** When the timer goes off. */
	let timedFor = Number.POSITIVE_INFINITY

	const pause = (milliseconds: number) => new Promise<void>((resolve) => after(milliseconds, resolve))

	/** When an entry is given up. */
	const givesUpAt = ({ queuedAt, isRepeat }: Own) => queuedAt + (isRepeat ? CALLER_WAITS_MS : PATIENCE_MS)

	function settle(entry: Own, outcome: WriteOutcome<Result>): void {
		entry.isSettled = true
		entry.settle(outcome)
	}

	/** Answers batches whose time is over. A sent one is never called unwritten. */
	function giveUp(): void {
		for (const entry of waiting)
			if (givesUpAt(entry) <= now()) settle(entry, { kind: entry.isRepeat ? 'unknown' : 'busy' })
		for (const entry of unsettled) if (givesUpAt(entry) <= now()) settle(entry, { kind: 'unknown' })
		waiting = waiting.filter(({ isSettled }) => !isSettled)
		unsettled = unsettled.filter(({ isSettled }) => !isSettled)
	}

	function watch(): void {
		const end = Math.min(...[...waiting, ...unsettled].map(givesUpAt))
		if (end >= timedFor) return
		timedFor = end
		after(Math.max(1, end - now()), () => {
			// An earlier timer has replaced this one.
			if (timedFor !== end) return
			timedFor = Number.POSITIVE_INFINITY
			giveUp()
			watch()
		})
	}

	function takeRound(): Own[] {
		let bytes = 0
		const end = waiting.findIndex((entry, i) => {
			bytes += entry.bytes
			return i === MOST_OF_ROUND || (i > 0 && bytes > BYTES_OF_ROUND)
		})
		return waiting.splice(0, end === -1 ? waiting.length : end)
	}

	/** True if all of the round was answered. */
	async function writeRound(): Promise<boolean> {
		giveUp()
		const round = takeRound()
		if (round.length === 0) return true
		const committed = await stream.commit(round).catch(() => 'lost' as const)
		if (committed === 'lost') {
			unsettled = round.map(repeated)
			return false
		}
		const notRun: Own[] = []
		round.forEach((entry, i) => {
			const answer = committed === 'not_run' ? { kind: committed } : (committed[i] ?? { kind: 'unclear' })
			if (answer.kind === 'not_run') notRun.push(entry)
			else if (answer.kind === 'unclear') unsettled.push(repeated(entry))
			// The batch was refused and the refusal lost: nothing is written, so the caller may send it again.
			else settle(entry, answer.kind === 'closed' ? { kind: 'busy' } : (answer as WriteOutcome<Result>))
		})
		waiting.unshift(...notRun)
		watch()
		return notRun.length === 0
	}

	/** True if the database told which batches of the lost round are written. */
	async function settleRound(): Promise<boolean> {
		giveUp()
		if (unsettled.length === 0) return true
		const written = await stream.findWritten(unsettled.map(({ id }) => id)).catch(() => 'not_run' as const)
		giveUp()
		if (written === 'not_run') return false
		const batch = unsettled
		unsettled = []
		for (const entry of batch) if (written.has(entry.id)) settle(entry, { kind: 'done_before' })
		waiting.unshift(...batch.filter(({ isSettled }) => !isSettled))
		return true
	}

	async function run(): Promise<void> {
		if (isRunning) return
		isRunning = true
		let pauseMs = FIRST_PAUSE_MS
		while (waiting.length > 0 || unsettled.length > 0) {
			const isSettling = unsettled.length > 0
			const isAnswered = isSettling ? await settleRound() : await writeRound()
			watch()
			if (!isAnswered) {
				await pause(pauseMs)
				pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
			} else if (!isSettling) pauseMs = FIRST_PAUSE_MS
		}
		isRunning = false
	}

	/** Why one more batch is refused; null where it has a place. A sent batch is never called unwritten. */
	function findRefusal({ network, isCron, isRepeat }: Write<Batch>): 'busy' | 'too_many_of_network' | null {
		if (isCron || isRepeat) return null
		const ofNetwork = waiting.filter((one) => network !== null && one.network === network)
		if (ofNetwork.length >= MOST_OF_NETWORK) return 'too_many_of_network'
		return waiting.length >= MOST_WAITING ? 'busy' : null
	}

	return (write) => {
		const refusal = findRefusal(write)
		if (refusal !== null) return Promise.resolve({ kind: refusal })
		return new Promise((resolve) => {
			const entry: Own = { ...write, queuedAt: now(), isSettled: false, settle: resolve }
			const place = write.isCron ? waiting.findIndex(({ isCron }) => !isCron) : -1
			waiting.splice(place === -1 ? waiting.length : place, 0, entry)
			void run()
			watch()
		})
	}
}

function repeated<Batch, Result>(entry: Entry<Batch, Result>): Entry<Batch, Result> {
	return { ...entry, isRepeat: true }
}
