const TICK_MS = 50
/** A machine that was later than this had no time for us: what happened meanwhile says nothing about writes. */
const LATE_MS = 400
/** Writes and streams may take so long to come back after a disturbance. */
const SETTLE_MS = 3_000

/** The longest time from one note to the next, of a time that does not always pass. */
export type Span = { note: () => void; longest: () => number }

export type CalmWatch = {
	/** A disturbance, for as long as it lasts. */
	disturb: (work: () => Promise<void>) => Promise<void>
	/** Begins to measure, by the time outside of disturbances or by the calm alone. */
	measure: (by: 'outside' | 'calm') => Span
	/** Gives a question: whether all was calm from now until it is asked. */
	begin: () => () => boolean
	/** How much time of each kind has passed. `lateMs` was left out, because the machine was late. */
	passed: () => { outsideMs: number; calmMs: number; lateMs: number }
	stop: () => void
}

/** Counts the time in which writes have to go on: without a disturbance, on a machine that is not starved. */
export function watchCalm(): CalmWatch {
	const passed = { outsideMs: 0, calmMs: 0, lateMs: 0 }
	let disturbances = 0
	/** How often something was disturbed, or the machine was late. */
	let changes = 0
	let disturbedAt = Number.NEGATIVE_INFINITY
	const isCalm = () => disturbances === 0 && performance.now() - disturbedAt > SETTLE_MS
	let lastTick = performance.now()
	const timer = setInterval(() => {
		const now = performance.now()
		const sinceLast = now - lastTick
		lastTick = now
		if (disturbances > 0) disturbedAt = now
		else if (sinceLast > LATE_MS) {
			passed.lateMs += sinceLast
			changes++
			disturbedAt = now
		} else {
			passed.outsideMs += sinceLast
			if (isCalm()) passed.calmMs += sinceLast
		}
	}, TICK_MS)
	return {
		async disturb(work) {
			disturbances++
			changes++
			await work().finally(() => {
				disturbances--
				disturbedAt = performance.now()
			})
		},
		measure(by) {
			const now = () => (by === 'calm' ? passed.calmMs : passed.outsideMs)
			let notedAt = now()
			let longest = 0
			const sinceNote = () => Math.max(longest, now() - notedAt)
			return {
				note() {
					longest = sinceNote()
					notedAt = now()
				},
				longest: () => Math.round(sinceNote()),
			}
		},
		begin() {
			const [wasCalm, changesBefore] = [isCalm(), changes]
			return () => wasCalm && isCalm() && changes === changesBefore
		},
		passed: () => ({
			outsideMs: Math.round(passed.outsideMs),
			calmMs: Math.round(passed.calmMs),
			lateMs: Math.round(passed.lateMs),
		}),
		stop: () => clearInterval(timer),
	}
}
