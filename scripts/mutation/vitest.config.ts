import { configDefaults, defineConfig } from 'vitest/config'

/** The unit tests for Stryker, whose runner knows no vitest projects. */
export default defineConfig({
	test: {
		environment: 'node',
		include: ['tests/unit/**/*.test.{ts,tsx}'],
		// These tests are of programs, not rules, and start some programs.
		exclude: [...configDefaults.exclude, 'tests/unit/scripts/**', 'tests/unit/testing/**'],
		setupFiles: ['scripts/mutation/short-properties.ts'],
		isolate: false,
	},
})
