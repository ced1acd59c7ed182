import { createClient } from '@libsql/client/web'

const FAILING_MS = 10_000
const LOOK_EVERY_MS = 2_000
const READ_PATIENCE_MS = 2_000

export type WriteWatchdogOptions = {
	/** Settles when the database has taken a write, or has refused it. It may never settle. */
	probeWrite: () => Promise<unknown>
	/** Rejects when a read is not answered in time. */
	probeRead: () => Promise<unknown>
	/** Kills the database server and starts it again on its data and port. */
	restart: () => Promise<void>
	say: (line: string) => void
	now?: () => number
}

/**
 * Gives a function to be called again and again, which restarts a database whose writes have failed for 10 s while its
 * reads answer: that is how sqld locks up (W6). When reads fail too it is down, which others see.
 */
export function createWriteWatchdog({
	probeWrite,
	probeRead,
	restart,
	say,
	now = Date.now,
}: WriteWatchdogOptions): () => Promise<void> {
	let failingSince: number | null = null
	let probing = false
	let run = 0

	/** One probe at a time: in a locked queue each write more would wait for ever. */
	function probe() {
		if (probing) return
		probing = true
		const ownRun = run
		probeWrite()
			.then(() => {
				if (ownRun === run) failingSince = null
			})
			.catch(() => {})
			.finally(() => {
				if (ownRun === run) probing = false
			})
	}

	let isLooking = false
	return async function look() {
		if (isLooking) return
		isLooking = true
		try {
			failingSince ??= now()
			probe()
			if (now() - failingSince < FAILING_MS) return
			try {
				await probeRead()
			} catch {
				failingSince = null
				return
			}
			// The write may have been taken meanwhile.
			if (failingSince === null) return
			say('The database has taken no write for 10 s, and answers reads: starting it again.')
			run += 1
			probing = false
			failingSince = null
			await restart()
		} finally {
			isLooking = false
		}
	}
}

/** Watches the database at this address until the function that it gives is called. */
export function watchWrites(
	databaseUrl: string,
	options: Pick<WriteWatchdogOptions, 'restart' | 'say'>,
): () => void {
	const look = createWriteWatchdog({
		...options,
		// Needs the write lock and no table.
		probeWrite: () => ask(databaseUrl, 'write'),
		probeRead: () => ask(databaseUrl, 'read', AbortSignal.timeout(READ_PATIENCE_MS)),
	})
	const timer = setInterval(look, LOOK_EVERY_MS)
	return () => clearInterval(timer)
}

/** Without a signal a write is not aborted (W4). */
async function ask(url: string, mode: 'read' | 'write', signal?: AbortSignal): Promise<void> {
	const client = createClient({ url, fetch: (request: Request) => fetch(request, { signal }) })
	try {
		await client.batch(['SELECT 1'], mode)
	} finally {
		client.close()
	}
}
