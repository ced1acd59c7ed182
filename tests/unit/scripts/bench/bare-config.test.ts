import { expect, test } from 'vitest'
import { bareConfig } from '#scripts/bench/bare-config.ts'

test('a setting with quotes stays one text of the config', () => {
	const config = bareConfig({
		modules: ['worker.js'],
		compatibilityDate: '2026-04-01',
		compatibilityFlags: ['nodejs_compat'],
		settings: { COOKIE_KEYS: 'a "quoted" key' },
		v8Flags: ['--max-old-space-size=128'],
		port: 8_800,
	})
	expect(config).toContain('(name = "COOKIE_KEYS", text = "a \\"quoted\\" key")')
	expect(config).toContain('v8Flags = ["--max-old-space-size=128"]')
	expect(config).toContain('address = "127.0.0.1:8800"')
})
