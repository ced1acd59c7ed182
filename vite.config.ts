import { cloudflareDevProxyVitePlugin, vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rollup } from 'vite'
import { denyImports } from 'vite-env-only'
import { getLoadContext, type Platform } from './app/load-context.ts'
import { writerInProcess } from './db/writer-in-process.server.ts'
import { openapiInDev } from './scripts/api/openapi-in-dev.ts'
import { lazyRoutes } from './scripts/local/lazy-routes.ts'
import { unreadStreamEnd } from './scripts/local/unread-stream-end.ts'
import { workerBuild } from './scripts/local/worker-build.ts'

declare module '@remix-run/cloudflare' {
	interface Future {
		v3_singleFetch: true
	}
}

/** Which file of script a module goes into: what several pages reach is shared, the rest goes with its page. */
function sharedChunk(module: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
	if (module.includes('/node_modules/')) return 'framework'
	// No customer's phone asks for what only a shop's counter shows, and no booking for the parts of an account.
	if (module.includes('/app/ui/kiosk/')) return 'kiosk'
	if (module.includes('/app/ui/account/')) return 'account'
	if (!/\/app\/(?:ui|kernel|domain)\/.*\.tsx?$/.test(module)) return undefined
	const pages = pagesThatReach(module, getModuleInfo)
	if (pages.size < 2) return undefined
	return [...pages].every((page) => page.includes('/app/routes/kiosk.')) ? 'kiosk' : 'shared'
}

/** The files of `app/` beside its layers, pages above all, that import a module by whichever way. */
function pagesThatReach(
	module: string,
	getModuleInfo: Rollup.GetModuleInfo,
	seen = new Set<string>(),
): Set<string> {
	if (seen.has(module)) return new Set()
	seen.add(module)
	if (!/\/app\/(?:ui|kernel|domain)\//.test(module))
		return new Set([/.*\/app\/routes\/[^/?]+/.exec(module)?.[0] ?? module])
	const importers = getModuleInfo(module)?.importers ?? []
	return new Set(importers.flatMap((importer) => [...pagesThatReach(importer, getModuleInfo, seen)]))
}

export default defineConfig(({ isSsrBuild }) => ({
	plugins: [
		openapiInDev,
		// Order matters: the Cloudflare proxy has to come before Remix (A4).
		cloudflareDevProxyVitePlugin({
			configPath: 'wrangler.dev.toml',
			getLoadContext: (platform: Platform) =>
				getLoadContext({ ...platform, openWriter: ({ database }) => writerInProcess(database) }),
		}),
		// The suffix `.server.ts` is what keeps server code out of the browser; `db/` has files without it.
		denyImports({ client: { files: ['**/db/**'] } }),
		remix({
			future: {
				v3_fetcherPersist: true,
				v3_lazyRouteDiscovery: true,
				v3_relativeSplatPath: true,
				v3_routeConfig: true,
				v3_singleFetch: true,
				v3_throwAbortReason: true,
			},
		}),
		lazyRoutes,
		unreadStreamEnd,
		workerBuild,
		tailwindcss(),
	],
	ssr: {
		target: 'webworker',
		resolve: {
			conditions: ['workerd', 'worker', 'browser'],
			externalConditions: ['workerd', 'worker'],
		},
	},
	resolve: { mainFields: ['browser', 'module', 'main'] },
	build: {
		minify: true,
		// workerd runs newer JavaScript than browsers must: private fields stay as they are written.
		...(isSsrBuild ? { target: 'es2022' } : {}),
		assetsInlineLimit: 0,
		// Two shared files, not twenty small ones: fewer requests on a slow line, and shorter lists of them in every page.
		rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedChunk } },
	},
}))
