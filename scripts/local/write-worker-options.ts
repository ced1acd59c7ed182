import { writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { PROJECT_ROOT } from './project-root.ts'
import { buildFolders } from './worker-bundle.ts'

// A separate program: a loaded wrangler ends its process at a signal, before the program stops the rest in order.
const config = unstable_readConfig({ config: join(PROJECT_ROOT, 'wrangler.toml') })
const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config)
if (!main) throw new Error('wrangler.toml names no `main`.')
// Without a developer's .dev.vars, which do not belong in a build.
const { crons } = config.triggers
const options = { main: `${parse(main).name}.js`, crons, ...workerOptions, bindings: config.vars }
writeFileSync(buildFolders().workerOptions, JSON.stringify(options))
