/**
 * Counts the work of `crypto.subtle` that this process has under way on other threads, until `stop`: signatures,
 * digests and ciphers. Its end comes when it comes, so a scheduler waits for it. It goes one at a time: what is asked
 * for at once would else end in any order.
 */
export function watchSubtleWork(): { isBusy(): boolean; stop(): void } {
	const { subtle } = crypto
	const names = Object.getOwnPropertyNames(Object.getPrototypeOf(subtle)).filter(
		(name) => name !== 'constructor' && typeof subtle[name as keyof SubtleCrypto] === 'function',
	)
	let underWay = 0
	let last: Promise<unknown> = Promise.resolve()
	for (const name of names) {
		const work = subtle[name as keyof SubtleCrypto] as (...asked: unknown[]) => Promise<unknown>
		Object.defineProperty(subtle, name, {
			configurable: true,
			value: (...asked: unknown[]) => {
				underWay++
				const working = last.then(() => work.apply(subtle, asked))
				last = working.catch(() => {})
				return working.finally(() => {
					underWay--
				})
			},
		})
	}
	return {
		isBusy: () => underWay > 0,
		stop() {
			for (const name of names) Reflect.deleteProperty(subtle, name)
		},
	}
}
