import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { settingsExample, settingsPage } from '#scripts/local/settings-page.ts'

// Where it fails: `npx tsx scripts/settings.ts` writes both files again.
test.each([
	['docs/settings.md', settingsPage],
	['.env.example', settingsExample],
])('%s has what the schema of the settings says', (path, written) => {
	expect(readFileSync(join(PROJECT_ROOT, path), 'utf8')).toBe(written())
})
