import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { startTool } from '#scripts/local/start-tool.ts'
import { buildFolders } from '#scripts/local/worker-bundle.ts'

const STOCK_FOLDER = join(PROJECT_ROOT, 'scripts/bench/stock')

/** Builds the stock Remix worker next to ours and gives its build folder. */
export async function buildStockWorker(): Promise<string> {
	const folders = buildFolders(join(STOCK_FOLDER, 'build'))
	const env = {
		NODE_ENV: 'production',
		CI: '1',
		WRANGLER_SEND_METRICS: 'false',
		WRANGLER_HIDE_BANNER: 'true',
	}
	const build = ['vite:build', STOCK_FOLDER]
	await toItsEnd(startTool('@remix-run/dev', 'remix', build, { env, output: 'keep' }))
	const config = join(STOCK_FOLDER, 'wrangler.toml')
	const bundle = ['deploy', '--dry-run', '--config', config, '--outdir', folders.worker]
	await toItsEnd(startTool('wrangler', 'wrangler', bundle, { env, output: 'keep' }))
	mkdirSync(folders.root, { recursive: true })
	const date = /compatibility_date = "(.*)"/.exec(readFileSync(config, 'utf8'))?.[1]
	const options = { main: 'worker.js', compatibilityDate: date, compatibilityFlags: ['nodejs_compat'] }
	writeFileSync(folders.workerOptions, JSON.stringify(options))
	return folders.root
}

async function toItsEnd(tool: ReturnType<typeof startTool>): Promise<void> {
	const { isWell, words } = await tool.ended
	if (!isWell) throw new Error(`The stock worker could not be built:\n${words}`)
}
