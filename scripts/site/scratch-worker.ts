import {
	startWorkerRuntime,
	type WorkerRuntime,
	type WorkerRuntimeOptions,
} from '#scripts/local/worker-runtime.ts'

/** Known to every test that signs or reads a cookie or a link. */
export const scratchCookieKey = 'a-key-that-signs-cookies-in-tests-only'

export const scratchCheckInKey = 'a-key-that-signs-check-ins-in-tests-only'

/** For the details of `/readyz`. */
export const scratchReadyzKey = 'a-key-of-operators-in-tests-only'

export type ScratchWorker = WorkerRuntime & {
	/** Output of the Worker and workerd so far, oldest first. */
	lines: string[]
}

/** The runner or the global setup has built it. Without `rateLimits` this machine may post without limit. */
export async function startScratchWorker(
	databaseUrl: string,
	settings: WorkerRuntimeOptions['settings'] = {},
	{ rateLimits = false, ...options }: Pick<WorkerRuntimeOptions, 'rateLimits' | 'photosDir'> = {},
): Promise<ScratchWorker> {
	const lines: string[] = []
	const runtime = await startWorkerRuntime({
		settings: (url) => ({
			ENVIRONMENT: 'test',
			COOKIE_KEYS: scratchCookieKey,
			CHECK_IN_KEYS: scratchCheckInKey,
			READYZ_KEY: scratchReadyzKey,
			RELEASE: 'test',
			...(typeof settings === 'function' ? settings(url) : settings),
			DATABASE_URL: databaseUrl,
		}),
		...options,
		rateLimits,
		log: (line) => lines.push(line),
	})
	// A copy would freeze `pid`, which changes with a restart.
	return Object.assign(Object.create(runtime), { lines })
}
