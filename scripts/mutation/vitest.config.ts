import { configDefaults, defineConfig } from 'vitest/config'

/** The unit tests for Stryker, whose runner knows no vitest projects. */
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
