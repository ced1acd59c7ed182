import { mkdirSync, writeFileSync } from 'node:fs'
import { buildFolders } from '#scripts/local/worker-bundle.ts'

const WORKER = `
let runs = 0
export default {
	fetch(request, env) {
		const { pathname } = new URL(request.url)
		if (pathname === '/healthz') return new Response('ok')
		if (pathname === '/env') return Response.json({ ...env, ASSETS: undefined, runs })
		console.log('asked for ' + pathname)
		return new Response('not here', { status: 404 })
	},
	scheduled() {
		runs++
	},
}
`

/** A build of a Worker that only shows how it is run: its settings, its assets, its words. */
export function writeTinyBuild(buildDir: string): void {
	const folders = buildFolders(buildDir)
	mkdirSync(folders.worker, { recursive: true })
	mkdirSync(`${folders.client}/assets`, { recursive: true })
	writeFileSync(`${folders.worker}/entry.worker.js`, WORKER)
	writeFileSync(`${folders.client}/assets/page-1234.js`, 'export {}')
	writeFileSync(
		`${folders.client}/_headers`,
		'/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n',
	)
	writeFileSync(
		folders.workerOptions,
		JSON.stringify({
			main: 'entry.worker.js',
			compatibilityDate: '2026-04-01',
			compatibilityFlags: ['nodejs_compat'],
			bindings: { ENVIRONMENT: 'production', PLAIN: 'of wrangler.toml' },
			assets: {
				directory: folders.client,
				binding: 'ASSETS',
				routerConfig: { has_user_worker: true },
				assetConfig: {},
			},
		}),
	)
}
