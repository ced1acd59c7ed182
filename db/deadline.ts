import { DatabaseError } from '#app/kernel/database-error.ts'

/** Not every runtime's fetch signal ends an endless body: the deadline is raced too. */
export function raceDeadline<Value>(work: Promise<Value>, deadline: AbortSignal): Promise<Value> {
	return new Promise((resolve, reject) => {
		const expire = () => reject(new DatabaseError('unknown', 'no answer in time'))
		if (deadline.aborted) expire()
		deadline.addEventListener('abort', expire, { once: true })
		work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', expire))
	})
}

export function pause(delayMs: number, deadline: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer)
			deadline?.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, delayMs)
		deadline?.addEventListener('abort', done, { once: true })
	})
}
