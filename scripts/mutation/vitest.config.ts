import { configDefaults, defineConfig } from 'vitest/config'

/** The unit tests, as a run of mutants needs them: Stryker's runner knows no projects of vitest. */
export default defineConfig({
	test: {
		environment: 'node',
		include: ['tests/unit/**/*.test.{ts,tsx}'],
		// They test programs, not rules, and start some.
		exclude: [...configDefaults.exclude, 'tests/unit/scripts/**', 'tests/unit/testing/**'],
		setupFiles: ['scripts/mutation/short-properties.ts'],
		isolate: false,
	},
})
