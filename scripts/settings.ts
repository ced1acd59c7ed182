import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './local/project-root.ts'
import { settingsExample, settingsPage } from './local/settings-page.ts'

// `npx tsx scripts/settings.ts`: writes docs/settings.md and .env.example from the settings' schema.
writeFileSync(join(PROJECT_ROOT, 'docs/settings.md'), settingsPage())
writeFileSync(join(PROJECT_ROOT, '.env.example'), settingsExample())
