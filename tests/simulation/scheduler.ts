import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import type { Clock, Instant } from '#app/kernel/instant.ts'

type Parked = { dueAt: Instant; order: number; owner: string; goOn: () => void }

/** Owns the time and every wait of a simulated history: the earliest wait ends first, one at a time. */
export type Scheduler = {
	now: Clock
	/** How many waits have ended. */
	readonly steps: number
	/** Whose step this is: one goes on at a time. */
	readonly owner: string
	/** Begins work whose every step is its owner's. */
	begin(owner: string, work: () => void): void
	/** Waits until that instant of simulated time. The machine does not wait. */
	until(dueAt: Instant): Promise<void>
	/** Calls back when all that goes on by itself has ended: the turn of a request, whose reads travel together. */
	afterTurn(work: () => void): void
	/** Lets everything go on until nothing waits, or `isOver`. */
	run(afterStep?: () => Promise<void> | void, isOver?: () => boolean): Promise<void>
}

/** Work on other threads of this process, whose end no seed decides. */
export type OtherThreads = { isBusy(): boolean; ended(): Promise<unknown> }

export function createScheduler(startsAt: Instant, threads: OtherThreads): Scheduler {
	const parked = createHeap()
	let at = startsAt
	let steps = 0
	let order = 0
	let owner = ''
	let endsOfTurn: (() => void)[] = []

	async function settle(): Promise<void> {
		for (;;) {
			await turnOfEventLoop()
			if (threads.isBusy()) {
				await threads.ended()
				continue
			}
			if (endsOfTurn.length === 0) return
			const ends = endsOfTurn
			endsOfTurn = []
			for (const end of ends) end()
		}
	}

	return {
		now: () => at,
		get steps() {
			return steps
		},
		get owner() {
			return owner
		},
		begin(name, work) {
			const before = owner
			owner = name
			work()
			owner = before
		},
		until: (dueAt) =>
			new Promise<void>((goOn) => {
				parked.push({ dueAt: Math.max(dueAt, at), order: order++, owner, goOn })
			}),
		afterTurn: (work) => void endsOfTurn.push(work),
		async run(afterStep = () => {}, isOver = () => false) {
			await settle()
			while (!isOver()) {
				const next = parked.pop()
				if (!next) return
				at = Math.max(at, next.dueAt)
				steps++
				owner = next.owner
				next.goOn()
				await settle()
				await afterStep()
			}
		},
	}
}

/** A binary heap: the earliest first, and within an instant in the order of parking. */
function createHeap() {
	const heap: Parked[] = []
	const isBefore = (a: Parked, b: Parked) => a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order)
	const at = (index: number) => heap[index] as Parked
	function swap(one: number, other: number) {
		const kept = at(one)
		heap[one] = at(other)
		heap[other] = kept
	}
	return {
		push(one: Parked) {
			heap.push(one)
			for (let i = heap.length - 1; i > 0; ) {
				const parent = (i - 1) >> 1
				if (!isBefore(at(i), at(parent))) return
				swap(i, parent)
				i = parent
			}
		},
		pop(): Parked | undefined {
			const first = heap[0]
			const last = heap.pop()
			if (first === undefined || last === undefined || heap.length === 0) return first
			heap[0] = last
			for (let i = 0; ; ) {
				const [left, right] = [2 * i + 1, 2 * i + 2]
				let least = i
				if (left < heap.length && isBefore(at(left), at(least))) least = left
				if (right < heap.length && isBefore(at(right), at(least))) least = right
				if (least === i) return first
				swap(i, least)
				i = least
			}
		},
	}
}
