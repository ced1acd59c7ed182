import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { changedPaths } from './changed-paths.ts'

/**
 * The recipe 'A first change' of CONTRIBUTING.md, done to a copy: `parking`, an optional text of a shop. Each edit is
 * a line below that of `landmark`, as the recipe says. Documents and the field's own tests are counted apart.
 */
const FOLDERS = ['app', 'db', 'migrations', 'scripts']
/** What the program that follows the field needs besides. */
const TO_RUN = ['package.json', 'tsconfig.json', 'tests/support', 'tests/architecture']
const JOURNAL = 'migrations/meta/_journal.json'
const MIGRATION = 'migrations/9999_shop_parking.sql'

/** What is typed into each file, below the line that is found. */
const lines: Record<string, { below: RegExp; line: string }> = {
	'db/schema/discovery.ts': {
		below: /^\t\tlandmark: text\('landmark'\),$/m,
		line: "\t\tparking: text('parking'),",
	},
	'app/domain/discovery/shop-details.ts': {
		below: /^\tlandmark: \{\n(\t\t.*\n)*\t\},$/m,
		line: "\tparking: { kind: 'lineOrNone', label: 'Parking', most: 120, column: 'parking' },",
	},
	'app/routes/business.$shopId/business-detail.tsx': {
		below: /^(\t+)\{business\.landmark && \((\n.*)*?\n\1\)\}$/m,
		line: '{business.parking && <br />}\n{business.parking}',
	},
	'db/seed/shops/lagos.json': {
		below: /^\t+"landmark": .*$/m,
		line: '"parking": "Behind the shop",',
	},
}
/** What `npm run db:generate` writes. */
const generated: typeof lines = {
	[JOURNAL]: {
		below: /"entries": \[(\n.*)*?\n {4}\}(?=\n {2}\])/,
		line: ',{ "idx": 9999, "version": "6", "when": 9999999999999, "tag": "9999_shop_parking", "breakpoints": true }',
	},
}

const root = mkdtempSync(join(tmpdir(), 'first-change-'))
afterAll(() => rmSync(root, { recursive: true }))
for (const path of [...FOLDERS, ...TO_RUN])
	cpSync(join(PROJECT_ROOT, path), join(root, path), { recursive: true })
symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(root, 'node_modules'))
for (const [path, { below, line }] of Object.entries({ ...lines, ...generated })) {
	const text = readFileSync(join(root, path), 'utf8')
	const found = below.exec(text)
	if (!found) throw new Error(`${path} has no landmark`)
	const end = found.index + found[0].length
	writeFileSync(join(root, path), `${text.slice(0, end)}\n${line}${text.slice(end)}`)
}
writeFileSync(join(root, MIGRATION), 'ALTER TABLE `shops` ADD `parking` text;\n')

describe('a first change, done to a copy of the tree', () => {
	test('touches as many files as CONTRIBUTING.md says, and what is generated', () => {
		const guide = readFileSync(join(PROJECT_ROOT, 'CONTRIBUTING.md'), 'utf8')
		const recipe = /### A first change\n\n(\w+) files/.exec(guide)?.[1]
		const touched = changedPaths({ from: PROJECT_ROOT, to: root, folders: FOLDERS })
		expect(touched).toEqual([...Object.keys({ ...lines, ...generated }), MIGRATION].toSorted())
		expect(Object.keys(lines)).toHaveLength(4)
		expect(recipe).toBe('Four')
	})

	test('brings the field from the operator’s file to each door', async () => {
		const program = join(root, 'tests/architecture/field-arrives.program.ts')
		const { TEST_TEMPLATES: _, ...env } = process.env
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--import', 'tsx', program, 'parking', 'Behind the shop', 'In the yard'],
			{ cwd: root, env },
		)
		expect(JSON.parse(stdout)).toEqual({
			exitCode: 0,
			stored: 'Behind the shop',
			pageOfImport: 'Behind the shop',
			startOfForm: 'Behind the shop',
			input: expect.stringMatching(/maxLength="120".* value="Behind the shop"/i),
			notice: [{ label: 'Parking', now: 'In the yard' }],
			saved: { ok: true, value: null },
			meanwhile: { ok: false, refusal: 'changed_meanwhile' },
			pageOfChange: 'In the yard',
			answered: true,
			sent: true,
		})
	})
})
