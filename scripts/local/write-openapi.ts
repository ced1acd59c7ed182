import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openapiDocument } from '#scripts/api/openapi-document.ts'
import { buildFolders } from './worker-bundle.ts'

/** Where the platform serves it from, as any file: the Worker carries none of it. */
const path = join(buildFolders().client, 'api', 'v1', 'openapi.json')
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, JSON.stringify(openapiDocument()))
