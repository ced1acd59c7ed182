import { createHook } from 'node:async_hooks'

/** What Node does on other threads, whose end comes when it comes: hashes, ciphers, keys and files. */
const ofThreads =
	/^(FS|\w*(HASH|SCRYPT|PBKDF2|HKDF|DERIVEBITS|CIPHER|SIGN|VERIFY|KEY|RANDOM|CHECKPRIME)\w*)REQ/

/** Counts the work that this process has under way on other threads, until `stop`. */
export function watchThreadWork(): { isBusy(): boolean; stop(): void } {
	const underWay = new Set<number>()
	const hook = createHook({
		init(id, type) {
			if (ofThreads.test(type)) underWay.add(id)
		},
		after: (id) => void underWay.delete(id),
		destroy: (id) => void underWay.delete(id),
	}).enable()
	return { isBusy: () => underWay.size > 0, stop: () => void hook.disable() }
}
