import { mkdirSync, writeFileSync } from 'node:fs'
import { buildFolders } from '#scripts/local/worker-bundle.ts'

const WORKER = `
const crons = []
export default {
	fetch(request, env) {
		const { pathname } = new URL(request.url)
		if (pathname === '/healthz') return new Response('ok')
		if (pathname === '/env') return Response.json({ ...env, ASSETS: undefined, crons })
		console.log('asked for ' + pathname)
		return new Response('not here', { status: 404 })
	},
	scheduled({ cron }) {
		crons.push(cron)
	},
}
`

/** Each is an invocation of its own, each minute. */
export const tinyCrons = ['* * * * *', '*/1 * * * *']

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
			crons: tinyCrons,
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
