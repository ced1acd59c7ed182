import type { Instant } from '#app/kernel/instant.ts'
import type { BatchWriter } from '#db/request-database.server.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { createWriteStream } from '#db/write-stream.server.ts'
import { createWriter } from '#db/writer.server.ts'
import type { Scheduler } from './scheduler.ts'
import type { HttpAnswer, SqldInProcess } from './sqld-in-process.ts'
import type { Caller, WriterJudge } from './writer-judge.ts'

/** What a request may meet on its way. `broken off`: the server ends a batch in the middle (`RESPONSE_TOO_LARGE`). */
export const requestFaults = [
	'lost request',
	'lost answer',
	'late',
	'garbage',
	'refused',
	'gateway',
	'slow',
	'silent',
	'broken off',
] as const

/** A time in which a share of the requests has one of the faults. */
export type Spell = { from: Instant; to: Instant; share: number; faults: (typeof requestFaults)[number][] }

type Parts = { time: Scheduler; random: PseudoRandom; spells: readonly Spell[] }
type Network = ReturnType<typeof createNetwork>

/** The longest delay of a late request. */
const LATEST_MS = 12_000
const MOST_SLOW_MS = 2_500
/** The share of lost answers that leave the connection open. */
const UNHEARD_SHARE = 0.1
const CUT_SHARE = 0.04

/** What stands between an object and the database. */
export function createNetwork({ time, random, spells, server }: Parts & { server: SqldInProcess }) {
	let downUntil = 0
	const pass = (milliseconds: number) => time.until(time.now() + milliseconds)
	const hop = () => pass(1 + random.below(15))

	async function arrive(body: string, breaksAt: number | null = null): Promise<HttpAnswer> {
		if (time.now() < downUntil) throw new Error('the connection was refused')
		return server.arrive(body, breaksAt)
	}

	async function arriveLate(body: string): Promise<void> {
		await pass(100 + random.below(random.chance(0.5) ? 900 : LATEST_MS))
		await arrive(body).catch(() => {})
	}

	/** An answer that does not come: soon the connection ends, or nothing is heard of it. */
	async function lost(): Promise<never> {
		if (random.chance(UNHEARD_SHARE)) await new Promise(() => {})
		await pass(random.below(300))
		throw new Error('the connection was lost')
	}

	return {
		restart(upAt: Instant) {
			downUntil = upAt
			server.restart()
		},
		/** `heldUntil`: until then a request may be under way after its sender has gone. */
		async carry(body: string, heldUntil: () => Instant): Promise<HttpAnswer> {
			const spell = spells.find(({ from, to }) => from <= time.now() && time.now() < to)
			const fault = spell && random.chance(spell.share) ? random.pick(spell.faults) : null
			await hop()
			await time.until(heldUntil())
			switch (fault) {
				case 'lost request':
					return lost()
				case 'late':
					void arriveLate(body)
					throw new Error('the connection was lost')
				case 'refused':
					return { status: 429, type: 'application/json', text: '{"error":"Timed out while opening"}' }
				case 'gateway':
					if (random.chance(0.3)) void arriveLate(body)
					else if (random.chance(0.5)) await arrive(body)
					return { status: random.pick([502, 503, 504, 408]), type: 'text/html', text: '<h1>Bad</h1>' }
				case 'slow':
					await pass(random.below(MOST_SLOW_MS))
					break
				case 'silent':
					await time.until(spell?.to ?? 0)
			}
			const answer = await arrive(body, fault === 'broken off' ? random.next() : null)
			if (fault === 'lost answer') return lost()
			await hop()
			if (fault !== 'garbage') return answer
			const cut = answer.text.slice(0, random.below(answer.text.length))
			return { ...answer, text: random.pick([cut, cut, '', '{}', 'null', '{"baton":null,"results":[]}']) }
		},
	}
}

/** Holds the one object that writes, until it is evicted and another one follows. */
export function createDesk({
	time,
	random,
	spells,
	network,
	judge,
}: Parts & { network: Network; judge: WriterJudge }) {
	const pass = (milliseconds: number) => time.until(time.now() + milliseconds)
	const hop = () => pass(1 + random.below(20))
	const isRough = () => spells.some(({ from, to }) => from <= time.now() && time.now() < to)
	let made = 0
	let object = open()

	function open() {
		const judged = judge.ofObject(`object ${++made}`)
		const own = { hasEnded: false, heldUntil: 0, judged, pending: new Set<() => void>() }
		/** Nothing goes on in an object that has gone. */
		const whileThere = <Value>(work: Promise<Value>) =>
			new Promise<Value>((resolve, reject) => {
				work.then(
					(value) => own.hasEnded || resolve(value),
					(error) => own.hasEnded || reject(error),
				)
			})
		const stream = createWriteStream({
			url: 'http://sqld.simulated/',
			send: (_, body) => {
				if (own.hasEnded) return new Promise(() => {})
				const ended = judged.asks(body)
				return whileThere(network.carry(body, () => own.heldUntil).finally(ended))
			},
			after(milliseconds, work) {
				let isStopped = false
				void pass(milliseconds).then(() => own.hasEnded || isStopped || work())
				return () => {
					isStopped = true
				}
			},
		})
		const writer = createWriter(judged.watched(stream), {
			now: time.now,
			after: (milliseconds, work) => void pass(milliseconds).then(() => own.hasEnded || work()),
		})
		return { own, writer }
	}

	return {
		/** Requests of the evicted object may stay under way for `heldForMs`, beside its successor's. */
		evict(heldForMs: number) {
			const { own } = object
			own.hasEnded = true
			if (random.chance(0.6)) own.heldUntil = time.now() + heldForMs
			object = open()
			for (const leave of own.pending) leave()
		},
		/** Throws where the object is reset, and where the connection to it ends though it goes on. */
		writerOf:
			(caller: Caller): BatchWriter =>
			async (write) => {
				await hop()
				const { own, writer } = object
				const handed = own.judged.handed(caller, write)
				const isCut = isRough() && random.chance(CUT_SHARE)
				return new Promise((resolve, reject) => {
					const leave = () => {
						if (!own.pending.delete(leave)) return
						handed.lost()
						reject(new Error('the object was reset'))
					}
					own.pending.add(leave)
					if (isCut) void pass(random.below(2_000)).then(leave)
					void writer(write).then(async (outcome) => {
						if (own.hasEnded) return
						handed.told(outcome)
						await hop()
						if (!own.pending.delete(leave)) return
						handed.delivered()
						resolve(outcome)
					})
				})
			},
	}
}
