import {
	startWorkerRuntime,
	type WorkerRuntime,
	type WorkerRuntimeOptions,
} from '#scripts/local/worker-runtime.ts'

/** Long enough to be accepted, known to every test that signs or reads a cookie or a link. */
export const testCookieKey = 'a-key-that-signs-cookies-in-tests-only'

export type TestWorker = WorkerRuntime & {
	/** What the Worker and workerd have printed so far, oldest first. */
	lines: string[]
}

/** The built Worker in workerd against this database; the runner (or the project's global setup) has built it. */
export async function startTestWorker(
	databaseUrl: string,
	settings: WorkerRuntimeOptions['settings'] = {},
): Promise<TestWorker> {
	const lines: string[] = []
	const runtime = await startWorkerRuntime({
		settings: (url) => ({
			ENVIRONMENT: 'test',
			COOKIE_KEYS: testCookieKey,
			RELEASE: 'test',
			...(typeof settings === 'function' ? settings(url) : settings),
			DATABASE_URL: databaseUrl,
		}),
		log: (line) => lines.push(line),
	})
	// A copy would freeze `pid`, which changes with a restart.
	return Object.assign(Object.create(runtime), { lines })
}
