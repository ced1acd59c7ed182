import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiChanges } from '#scripts/api/api-changes.ts'
import { openapiDocument } from '#scripts/api/openapi-document.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { buildFolders } from './worker-bundle.ts'

/** Served by the platform as static files, outside the Worker. */
const folder = join(buildFolders().client, 'api', 'v1')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapiDocument()))
writeFileSync(
	join(folder, 'changes.txt'),
	apiChanges(readFileSync(join(PROJECT_ROOT, 'docs/api.md'), 'utf8')),
)
