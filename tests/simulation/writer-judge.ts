import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import type { BatchResult } from '#db/hrana.server.ts'
import type { EncodedBatch } from '#db/write-stream.server.ts'
import type { Write, WriteOutcome, WriteStream } from '#db/writer.server.ts'

/** Who writes a batch of two statements. `isNamed`: asks for their results. `isProbe`: when all is well again. */
export type Caller = {
	name: string
	at: Instant
	/** What its second statement meets: nothing, a rule, others who want its `number`, or a gate that may be shut. */
	kind: 'plain' | 'large' | 'wrong' | 'contested' | 'gated'
	number: number
	network: string | null
	isCron: boolean
	isNamed: boolean
	isProbe: boolean
}
/** The results of a batch with names: its caller, as the first statement gives it, and the rows of the others. */
export type Written = { first: unknown; others: number } | undefined
type Answer = { written: Written } | { error: unknown }

export type FindKind =
	| 'done, and missing'
	| 'not done, and there'
	| 'written twice'
	| 'written in part'
	| 'another’s result'
	| 'refused without a reason'
	| 'busy without a reason'
	| 'waited too long'
	| 'sent before the question'
	| 'two at once'
	| 'too much in a round'
	| 'the cron waited'
	| 'failed while all was well'
	| 'an odd error'
/** `about`: the name of a caller or an object. */
export type Find = { kind: FindKind; about: string; what: string }

type OwnWrite = Write<EncodedBatch>
type Round = readonly Pick<OwnWrite, 'id' | 'batch'>[]
type OwnStream = WriteStream<EncodedBatch, BatchResult>
type Call = { caller: Caller; askedAt: Instant; answer?: Answer; answeredAt?: Instant }
/** A batch that an object was handed. `isHasty`: it was called busy at once, and the object was not full. */
type Handed = {
	caller: Caller
	write: OwnWrite
	handedAt: Instant
	outcome?: WriteOutcome<BatchResult>
	endedAt?: Instant
	isDelivered?: boolean
	isHasty?: boolean
}
/** `marks`: caller, part and number of each row. */
type Facts = {
	marks: readonly (string | null)[][]
	closedIds: ReadonlySet<unknown>
	isWell: (caller: Caller) => boolean
}

/** What is promised, in figures of the judge's own. */
const CALLER_WAITS_MS = 3_500
const PATIENCE_MS = 2_500
const BUSY_WITHIN_MS = 3_000
const GIVEN_UP_AFTER_MS = 10_000
const ENDS_WITHIN_MS = PATIENCE_MS + GIVEN_UP_AFTER_MS + 500
const PROMPT_MS = 1_000
const MOST_WAITING = 256
const MOST_OF_NETWORK = 32
const MOST_OF_ROUND = 32
const BYTES_OF_ROUND = 512 * 1024

const isBusyKind = (kind: string) => kind === 'busy' || kind === 'too_many_of_network'
/** The end of an id tells it from others of its history. */
const short = (id: string) => id.slice(-4)
const shorts = (ids: readonly string[]) => ids.map(short).join(' ')

export type WriterJudge = ReturnType<typeof createWriterJudge>

/** Notes what callers, objects and their streams do, and says at the end what of it was wrong. */
export function createWriterJudge(now: Clock, startsAt: Instant) {
	const finds: Find[] = []
	const lines: string[] = []
	const calls: Call[] = []
	const handedToAll: Handed[] = []
	const shut: { from: Instant; to: Instant }[] = []
	const find = (kind: FindKind, about: string, what = '') => void finds.push({ kind, about, what })
	const note = (line: string) => void lines.push(`${((now() - startsAt) / 1_000).toFixed(3)} ${line}`)

	/** Of one object: its writer and its stream. */
	function ofObject(object: string) {
		const own: Handed[] = []
		/** Batches of lost answers: each is to be asked for, until its caller has gone. */
		const due = new Map<string, Instant>()
		const sentIds = new Set<string>()
		const sentBatons = new Set<string>()
		let askingSince: Instant | null = null

		function isAskedTooLate(asked: readonly string[]): boolean {
			return [...due].some(([id, until]) => until > now() && !asked.includes(id))
		}

		function becomesDue(ids: readonly string[]): void {
			for (const id of ids) {
				const waiting = own.find(({ write, outcome }) => write.id === id && !outcome)
				if (waiting) due.set(id, waiting.handedAt + CALLER_WAITS_MS)
			}
		}

		/** The cron's that are sent for the first time go before visitors' of whom that is true as well. */
		function lookForCron(round: Round): void {
			const isFirst = ({ write, outcome, handedAt }: Handed) =>
				!sentIds.has(write.id) && !outcome && handedAt + PATIENCE_MS > now()
			const first = own.filter(isFirst)
			const place = ({ write }: Handed) => {
				const found = round.findIndex(({ id }) => id === write.id)
				return found === -1 ? Number.POSITIVE_INFINITY : found
			}
			const visitors = first.filter(({ caller }) => !caller.isCron).map(place)
			const late = first.filter((one) => one.caller.isCron && place(one) > Math.min(...visitors))
			if (late.length > 0) find('the cron waited', object, late.map(({ caller }) => caller.name).join(', '))
		}

		function lookAtRound(round: Round): void {
			if (isAskedTooLate([])) find('sent before the question', object)
			const bytes = round.reduce((sum, { batch }) => sum + batch.join('').length, 0)
			if (round.length > MOST_OF_ROUND || (round.length > 1 && bytes > BYTES_OF_ROUND))
				find('too much in a round', object, `${round.length} batches with ${bytes} bytes`)
			lookForCron(round)
			for (const { id } of round) sentIds.add(id)
		}

		function told(one: Handed, outcome: WriteOutcome<BatchResult>): void {
			const { caller, write, handedAt } = one
			const tookMs = now() - handedAt
			note(`${caller.name} of ${object} ${short(write.id)}: ${outcome.kind}`)
			Object.assign(one, { outcome, endedAt: now() })
			if (outcome.kind === 'refused' && !/constraint|time_not_free/.test(outcome.error.message))
				find('refused without a reason', caller.name, outcome.error.message)
			if (isBusyKind(outcome.kind) && !sentIds.has(write.id) && tookMs > BUSY_WITHIN_MS)
				find('waited too long', caller.name, `called busy after ${tookMs} ms, and never sent`)
		}

		return {
			watched: (stream: OwnStream): OwnStream => ({
				async commit(round) {
					lookAtRound(round)
					const ids = round.map(({ id }) => id)
					note(`${object} sends ${shorts(ids)}`)
					const committed = await stream.commit(round).catch((error) => {
						becomesDue(ids)
						throw error
					})
					const kinds = ids.map((_, i) =>
						committed === 'not_run' ? committed : (committed[i]?.kind ?? 'unclear'),
					)
					becomesDue(ids.filter((_, i) => kinds[i] === 'unclear'))
					note(`${object} is answered ${kinds.join(' ')}`)
					return committed
				},
				async findWritten(ids) {
					note(`${object} asks for ${shorts(ids)}`)
					if (isAskedTooLate(ids)) find('sent before the question', object, 'not all are asked for')
					const written = await stream.findWritten(ids)
					if (written === 'not_run') return written
					due.clear()
					note(`${object} is told of ${shorts([...written])}`)
					return written
				},
			}),
			/** A request of its stream; gives what is called at its end. */
			asks(body: string): () => void {
				const baton = /^{"baton":"([^"]+)"/.exec(body)?.[1] ?? null
				const since = now()
				if (baton !== null && sentBatons.has(baton)) find('two at once', object, 'a baton is sent twice')
				if (askingSince !== null && since - askingSince < GIVEN_UP_AFTER_MS) find('two at once', object)
				if (baton !== null) sentBatons.add(baton)
				askingSince = since
				return () => {
					if (askingSince === since) askingSince = null
				}
			},
			/** It is handed a batch. */
			handed(caller: Caller, write: OwnWrite) {
				const one: Handed = { caller, write, handedAt: now() }
				const others = own.filter(({ outcome }) => !outcome)
				const ofNetwork = others.filter((other) => other.write.network === write.network)
				const isFull =
					others.length >= MOST_WAITING || (write.network !== null && ofNetwork.length >= MOST_OF_NETWORK)
				own.push(one)
				handedToAll.push(one)
				note(`${caller.name} to ${object} ${short(write.id)}${write.isRepeat ? ', again' : ''}`)
				return {
					told(outcome: WriteOutcome<BatchResult>) {
						one.isHasty = isBusyKind(outcome.kind) && !isFull && now() - one.handedAt < PATIENCE_MS
						told(one, outcome)
					},
					delivered() {
						one.isDelivered = true
					},
					lost() {
						note(`${caller.name} has lost ${object}`)
						one.endedAt ??= now()
					},
				}
			},
		}
	}

	function judgeHanded({ caller, handedAt, outcome, endedAt, isDelivered }: Handed, isThere: boolean): void {
		if (endedAt === undefined || endedAt - handedAt > ENDS_WITHIN_MS)
			find('waited too long', caller.name, 'its batch had no end')
		if (!outcome || !isDelivered) return
		if (/^done/.test(outcome.kind) && !isThere) find('done, and missing', caller.name, outcome.kind)
		if ((isBusyKind(outcome.kind) || outcome.kind === 'refused') && isThere)
			find('not done, and there', caller.name, outcome.kind)
	}

	/** `owner`: who has the number that the caller wanted. */
	function judgeAnswer(
		{ caller, askedAt, answer, answeredAt = now() }: Call,
		isThere: boolean,
		owner: unknown,
	) {
		const { name, kind } = caller
		if (!answer || answeredAt - askedAt > CALLER_WAITS_MS)
			return find('waited too long', name, 'for its answer')
		if ('written' in answer) {
			const isOwn = answer.written?.first === name && answer.written.others === 1
			if (!isThere) find('done, and missing', name)
			if (caller.isNamed && !isOwn) find('another’s result', name, JSON.stringify(answer.written))
			return
		}
		const { error } = answer
		if (!isDatabaseError(error) || error.kind === 'invalid') return find('an odd error', name, `${error}`)
		if (error.kind === 'unknown' && error.message.startsWith('it is written') && !isThere)
			find('done, and missing', name, error.message)
		if (error.kind !== 'unknown' && isThere) find('not done, and there', name, error.message)
		const reasons: Readonly<Record<string, boolean>> = {
			'check:not_negative': kind === 'wrong',
			'unique:marks.number': kind === 'contested' && owner !== undefined && owner !== name,
			time_not_free: kind === 'gated' && shut.some(({ from, to }) => from <= answeredAt && to >= askedAt),
		}
		if (error.kind === 'violation' && !reasons[error.rule ?? ''])
			find('refused without a reason', name, error.message)
	}

	/** Soon written, or refused by a rule. */
	function isDecided({ askedAt, answer, answeredAt = now() }: Call): boolean {
		if (!answer || answeredAt - askedAt > PROMPT_MS) return false
		return 'written' in answer || (isDatabaseError(answer.error) && answer.error.kind === 'violation')
	}

	return {
		finds,
		ofObject,
		note,
		gate(isOpen: boolean) {
			const last = shut.at(-1)
			const isShut = last?.to === Number.POSITIVE_INFINITY
			if (!isOpen && !isShut) shut.push({ from: now(), to: Number.POSITIVE_INFINITY })
			if (isOpen && isShut) last.to = now()
		},
		/** Gives what is called with the answer. */
		asked(caller: Caller): (answer: Answer) => void {
			const call: Call = { caller, askedAt: now() }
			calls.push(call)
			return (answer) => {
				note(`${caller.name} gets ${'written' in answer ? 'its results' : answer.error}`)
				Object.assign(call, { answer, answeredAt: now() })
			}
		},
		/** By what the database has at the end. `isWell`: no fault was near a caller. */
		verdict({ marks, closedIds, isWell }: Facts) {
			const parts = new Map<unknown, unknown[]>()
			for (const [caller, part] of marks) parts.set(caller, [...(parts.get(caller) ?? []), part])
			const ownerOf = new Map(marks.map(([caller, , number]) => [number, caller]))
			for (const [caller, own] of parts) {
				if (new Set(own).size < own.length) find('written twice', `${caller}`, `${own}`)
				if (new Set(own).size < 2) find('written in part', `${caller}`, `${own}`)
			}
			for (const one of handedToAll) {
				judgeHanded(one, parts.has(one.caller.name))
				if (one.isHasty && !closedIds.has(one.write.id)) find('busy without a reason', one.caller.name)
			}
			for (const call of calls) {
				const { caller } = call
				judgeAnswer(call, parts.has(caller.name), ownerOf.get(`${caller.number}`))
				if (isWell(caller) && !isDecided(call)) find('failed while all was well', caller.name)
			}
			return { finds, lines, calls: calls.length, marks: marks.length }
		},
	}
}
