import { replaceByteSource } from '#app/kernel/chance.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { type BatchWriter, openRequestDatabase } from '#db/request-database.server.ts'
import { type PseudoRandom, pseudoRandom } from '#db/seed/pseudo-random.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { seededBytes } from './seeded-bytes.ts'
import { createSqldInProcess, type SqldInProcess } from './sqld-in-process.ts'
import { createDesk, createNetwork, requestFaults, type Spell } from './writer-desk.ts'
import { type Caller, createWriterJudge, type WriterJudge, type Written } from './writer-judge.ts'

const STARTS_AT = Date.UTC(2026, 0, 5)
/** In milliseconds of the history: callers come, and faults end. */
const CALLERS_FOR_MS = 20_000
const FAULTS_FOR_MS = 23_000
/** What was late has come, and what was held was given up: all is well. */
const PROBES_AT_MS = 60_000
/** More than any history takes, and enough to tell what is wrong. */
const MOST_STEPS = 100_000
const MOST_FINDS = 100

type Happening = { at: Instant; what: 'eviction' | 'restart' | 'lock' | 'gate'; forMs: number }
type Plan = { callers: Caller[]; spells: Spell[]; happenings: Happening[] }

/** What a seed decides beforehand. Faults and callers come together more often than by chance. */
function planWriter(random: PseudoRandom, isCalm: boolean): Plan {
	const times = <Made>(count: number, make: (index: number) => Made) =>
		Array.from({ length: count }, (_, i) => make(i))
	const spells: Spell[] = times(isCalm ? 0 : 3 + random.below(4), () => {
		const from = STARTS_AT + random.below(CALLERS_FOR_MS)
		// All that is sent meets one fault, for longer than a batch waits; else some meets one of several.
		const isWhole = random.chance(0.3)
		const forMs = isWhole ? 3_000 + random.below(1_500) : 200 + random.below(4_000)
		return {
			from,
			to: Math.min(from + forMs, STARTS_AT + FAULTS_FOR_MS),
			share: isWhole ? 1 : 0.2 + 0.7 * random.next(),
			faults: times(isWhole ? 1 : 1 + random.below(4), () => random.pick(requestFaults)),
		}
	})
	function soon(): Instant {
		if (isCalm || random.chance(0.3)) return STARTS_AT + random.below(CALLERS_FOR_MS)
		const { from, to } = random.pick(spells)
		return from + random.below(to - from + 500)
	}
	const callers: Caller[] = []
	function add(at: Instant, further: Partial<Caller> = {}): void {
		const share = random.next()
		callers.push({
			...{ name: `caller ${callers.length}`, at, isNamed: random.chance(0.7), isProbe: false },
			kind: share < 0.5 ? 'plain' : share < 0.6 ? 'wrong' : share < 0.75 ? 'contested' : 'gated',
			// Those of two seconds want the same ones.
			number: random.below(30) + 30 * Math.floor((at - STARTS_AT) / 2_000),
			network: random.chance(0.3) ? null : `network ${random.below(20)}`,
			isCron: random.chance(0.1),
			...further,
		})
	}
	times(40, () => add(soon()))
	times(6, (burst) => {
		const at = soon()
		const network = !isCalm && random.chance(0.4) ? { network: `crowd ${burst}` } : {}
		times(5 + random.below(isCalm ? 50 : 80), () => add(at + random.below(40), network))
	})
	const largeAt = soon()
	times(4, () => add(largeAt + random.below(10), { kind: 'large', number: 120_000 + random.below(150_000) }))
	const isStormy = random.chance(0.2)
	const stormAt = soon()
	if (isStormy && !isCalm) times(300, () => add(stormAt + random.below(100)))
	times(5, (i) => add(STARTS_AT + PROBES_AT_MS + i * 100, { kind: 'plain', isProbe: true }))

	const happenings = (what: Happening['what'], count: number, mostMs: number) =>
		times(count, () => ({ at: soon(), what, forMs: random.below(mostMs) }))
	const hard = isCalm
		? []
		: [
				...happenings('eviction', random.below(7), 8_000),
				...happenings('restart', random.below(3), 1_500),
				...happenings('lock', random.below(4), 4_000),
			]
	return { callers, spells, happenings: [...hard, ...happenings('gate', 12, 800)] }
}

/**
 * Plays a history in simulated time: callers write through `openRequestDatabase` and the one writer, and the network,
 * the writer’s object and the database fail as the seed says; in a seed that is called calm nothing fails.
 */
export async function playWriter(seed: string) {
	const isCalm = seed.startsWith('calm')
	const randomOf = (use: string) => pseudoRandom(`${use} of writer ${seed}`)
	const { callers, spells, happenings } = planWriter(randomOf('plan'), isCalm)
	const time = createScheduler(STARTS_AT, { isBusy: () => false, ended: async () => {} })
	const judge = createWriterJudge(time.now, STARTS_AT)
	const ofServer = randomOf('server')
	const server = openServer(time, () => ofServer.below(4))
	const network = createNetwork({ time, random: randomOf('network'), spells, server })
	const desk = createDesk({ time, random: randomOf('desk'), spells, network, judge })

	async function happen({ what, at, forMs }: Happening): Promise<void> {
		await time.until(at)
		judge.note(`${what} for ${forMs} ms`)
		if (what === 'eviction') return desk.evict(forMs)
		if (what === 'restart') return network.restart(at + forMs)
		if (what === 'lock') return server.lockUntil(at + forMs)
		await turnGate('+')
		await time.until(time.now() + forMs)
		await turnGate('-')
	}
	/** By another program, which waits while the database is locked. */
	async function turnGate(sign: '+' | '-'): Promise<void> {
		while (!server.change(`UPDATE gate SET times_shut = times_shut ${sign} 1`))
			await time.until(time.now() + 50)
		judge.gate(server.read('SELECT times_shut FROM gate')[0]?.[0] === '0')
	}

	const restore = takeTimeAndChance(time, seed)
	try {
		for (const caller of callers) void call({ caller, time, judge, writer: desk.writerOf(caller) })
		for (const happening of happenings) void happen(happening)
		await time.run(undefined, () => time.steps > MOST_STEPS || judge.finds.length > MOST_FINDS)
		const closedIds = new Set(server.read('SELECT id FROM write_ids WHERE is_closed = 1').flat())
		const marks = server.read('SELECT caller, part, number FROM marks')
		return judge.verdict({ marks, closedIds, isWell: ({ isProbe }) => isCalm || isProbe })
	} finally {
		restore()
		server.close()
	}
}

/** What a seed finds, with what led to the first find. */
export async function findsOfWriter(seed: string): Promise<string[]> {
	const { finds, lines } = await playWriter(seed)
	if (finds.length === 0) return []
	const [first] = finds
	const told = lines.filter((line) => !line.includes(' caller ') || line.includes(` ${first?.about} `))
	return [`seed ${seed}`, ...finds.map(({ kind, about, what }) => `${kind}: ${about} ${what}`), ...told]
}

function openServer(time: Scheduler, takesMs: () => number): SqldInProcess {
	const server = createSqldInProcess(time, takesMs)
	server.change('CREATE TABLE write_ids (id TEXT PRIMARY KEY NOT NULL, is_closed INTEGER NOT NULL) STRICT')
	server.change('CREATE TABLE gate (times_shut INTEGER NOT NULL) STRICT')
	server.change('INSERT INTO gate (times_shut) VALUES (0)')
	server.change(`CREATE TABLE marks (
		caller TEXT NOT NULL,
		part INTEGER NOT NULL,
		number INTEGER UNIQUE,
		value INTEGER NOT NULL CONSTRAINT not_negative CHECK (value >= 0)
	) STRICT`)
	server.change(`CREATE TRIGGER marks_gate BEFORE INSERT ON marks WHEN NEW.value = 1
		BEGIN SELECT RAISE(ABORT, 'time_not_free') FROM gate WHERE times_shut > 0; END`)
	return server
}

/** Deadlines are the one clock that nothing is handed, and ids the one chance: both are of this process. */
function takeTimeAndChance(time: Scheduler, seed: string): () => void {
	const restoreBytes = replaceByteSource(seededBytes(seed))
	const { timeout } = AbortSignal
	const simulated = (milliseconds: number) => {
		const deadline = new AbortController()
		void time.until(time.now() + milliseconds).then(() => deadline.abort('the deadline has passed'))
		return deadline.signal
	}
	Object.assign(AbortSignal, { timeout: simulated })
	return () => {
		restoreBytes()
		Object.assign(AbortSignal, { timeout })
	}
}

type Called = { caller: Caller; time: Scheduler; judge: WriterJudge; writer: BatchWriter }

async function call({ caller, time, judge, writer }: Called): Promise<void> {
	await time.until(caller.at)
	const { network, isCron } = caller
	const answered = judge.asked(caller)
	const reader = { read: () => Promise.reject(new Error('this caller reads nothing')) }
	const database = openRequestDatabase({ reader, writer, now: time.now, network: () => network, isCron })
	const [first, other] = marksOf(caller)
	try {
		const written: Written = caller.isNamed
			? await database.writeBatch({ first, others: [other] })
			: await database.writeBatch([first, other])
		answered({ written })
	} catch (error) {
		answered({ error })
	}
}

const INSERT = 'INSERT INTO marks (caller, part, number, value) VALUES'

/** Two statements, of which the second may be refused: a batch that is written in part would show. */
function marksOf({ name, kind, number }: Caller): [Statement, Statement] {
	const map: Statement['map'] = ({ rows }) => rows[0]?.caller
	const first = { sql: `${INSERT} (?, 1, NULL, 0) RETURNING caller`, args: [name], map }
	if (kind === 'large') {
		const sql = `${INSERT} (?, 2, NULL, length(?))`
		return [first, { sql, args: [name, 'x'.repeat(number)], map }]
	}
	const value = kind === 'wrong' ? -1 : kind === 'gated' ? 1 : 0
	const args = [name, kind === 'contested' ? number : null, value]
	return [first, { sql: `${INSERT} (?, 2, ?, ?)`, args, map }]
}
