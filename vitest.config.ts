import { configDefaults, defineConfig } from 'vitest/config'
import { isFull } from './tests/support/deep.ts'

const seconds = 1_000

/**
 * A layer is a folder of tests; `usesWorker` builds it first, once for the whole run. `oneByOne`: its files need the
 * machine for themselves, because they load it as much as they can.
 */
function layer(
	name: string,
	options: { usesWorker?: boolean; timeoutMs?: number; oneByOne?: boolean; setupFiles?: string[] } = {},
) {
	const timeoutMs = options.timeoutMs ?? 10 * seconds
	return {
		extends: true as const,
		test: {
			name,
			include: [`tests/${name}/**/*.test.{ts,tsx}`],
			exclude: [
				...configDefaults.exclude,
				'tests/architecture/planted/**',
				...(isFull ? [] : ['**/*.full.test.{ts,tsx}']),
			],
			setupFiles: ['tests/support/plain-answers.ts', ...(options.setupFiles ?? [])],
			globalSetup: options.usesWorker ? ['tests/support/build-once.ts'] : [],
			testTimeout: timeoutMs,
			hookTimeout: 120 * seconds,
			fileParallelism: !options.oneByOne,
			// Loading the app for each file takes longer than most files do. Each file has its own database and Worker.
			isolate: false,
		},
	}
}

export default defineConfig({
	test: {
		environment: 'node',
		retry: 0,
		// A fact that is waited for comes when it comes; the test's own limit ends it (O7).
		expect: { poll: { timeout: 30 * seconds } },
		// The built app is taken as it is: its files wait for each other as Node's own loader lets them.
		server: { deps: { external: [/\/build\/server\//] } },
		// Each layer is a run of its own: without it each would compile the app again.
		experimental: { fsModuleCache: true },
		pool: 'forks',
		// One more than there are cores: while a file waits for its database or its Worker, others go on.
		maxWorkers: 3,
		passWithNoTests: true,
		projects: [
			layer('unit', { timeoutMs: 30 * seconds }),
			// One process, so that the house is read once.
			layer('architecture', { timeoutMs: 300 * seconds, oneByOne: true }),
			layer('integration', {
				timeoutMs: 120 * seconds,
				setupFiles: ['tests/support/note-statements.ts', 'tests/support/keep-streams.ts'],
			}),
			layer('worker', {
				usesWorker: true,
				timeoutMs: 120 * seconds,
				setupFiles: ['tests/support/keep-streams.ts'],
			}),
			layer('faults', { usesWorker: true, timeoutMs: 300 * seconds }),
			layer('simulation', { timeoutMs: 600 * seconds }),
			layer('races', { usesWorker: true, timeoutMs: 300 * seconds, oneByOne: true }),
			layer('budgets', { usesWorker: true, timeoutMs: 120 * seconds }),
		],
	},
})
