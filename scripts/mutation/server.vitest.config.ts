import { defineConfig } from 'vitest/config'

/** 'unit,integration' or 'worker': the Worker's tests run the copy's build. */
const layers = process.env.MUTANT_LAYERS ?? 'unit,integration'
const isRecording = process.env.MUTANT_RUN === 'record'

/** The unit and integration tests on the mutated copy: once as they are, then as `judge` loads them. */
export default defineConfig({
	test: {
		environment: 'node',
		include: isRecording
			? layers.split(',').map((layer) => `tests/${layer}/**/*.test.{ts,tsx}`)
			: ['judged/**/*.test.ts'],
		// These tests are of documents and programs.
		exclude: [
			'tests/unit/docs/**',
			'tests/unit/scripts/**',
			'tests/unit/testing/**',
			'tests/integration/scripts/**',
		],
		setupFiles: [
			'scripts/mutation/in-tests/switch.ts',
			'scripts/mutation/in-tests/seeded-properties.ts',
			'tests/support/plain-answers.ts',
			'tests/support/note-statements.ts',
			'tests/support/keep-streams.ts',
			...(isRecording ? ['scripts/mutation/in-tests/record.ts'] : []),
		],
		testTimeout: 20_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 10_000 } },
		pool: 'forks',
		maxWorkers: Number(process.env.MUTANT_WORKERS ?? 2),
		// What is made while a module loads has its mutant only in a process of its own.
		isolate: process.env.MUTANT_RUN === 'judge alone',
		experimental: { fsModuleCache: true },
		reporters: ['dot'],
	},
})
