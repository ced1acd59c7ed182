// Moves `Date` forward by CLOCK_SHIFT_MS, in Node, in workerd and in a browser alike (O7). Plain JavaScript of one file:
// Node loads it before anything else, workerd and the browser get its text. Timers keep their pace.
{
	const shiftMs = Number(globalThis.CLOCK_SHIFT_MS ?? globalThis.process?.env.CLOCK_SHIFT_MS ?? 0)
	const RealDate = Date
	const now = () => RealDate.now() + shiftMs
	if (shiftMs !== 0) {
		globalThis.Date = new Proxy(RealDate, {
			construct: (target, values, newTarget) =>
				Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
			apply: (target) => new target(now()).toString(),
			get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
		})
		RealDate.prototype.constructor = globalThis.Date
	}
}
