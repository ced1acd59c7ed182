import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

const stamp = join(PROJECT_ROOT, 'build/bundles/ops.json')
const bundledAt = () => statSync(join(PROJECT_ROOT, 'build/bundles/ops.mjs')).mtimeMs

/** As `npm run ops` starts it. */
function ops(...words: string[]): string {
	const program = [join(PROJECT_ROOT, 'scripts/bundled.js'), 'ops', ...words]
	return execFileSync(process.execPath, program, { encoding: 'utf8', env: { PATH: process.env.PATH } })
}

test('an operator’s command starts from one file, which is made anew when a source has changed', () => {
	expect(ops('--help')).toContain('payouts export')
	const first = bundledAt()
	expect(ops('payouts', 'export', '--help')).toContain('--again')
	expect(bundledAt()).toBe(first)

	const marks = JSON.parse(readFileSync(stamp, 'utf8'))
	expect(marks).toHaveProperty('scripts/ops/run-ops.ts')
	writeFileSync(stamp, JSON.stringify({ ...marks, 'scripts/ops/run-ops.ts': 'another' }))
	expect(ops('--help')).toContain('payouts export')
	expect(bundledAt()).toBeGreaterThan(first)
})
