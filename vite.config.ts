import { cloudflareDevProxyVitePlugin, vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { denyImports } from 'vite-env-only'
import { getLoadContext } from './app/load-context.ts'
import { openapiInDev } from './scripts/api/openapi-in-dev.ts'
import { lazyRoutes } from './scripts/local/lazy-routes.ts'
import { unreadStreamEnd } from './scripts/local/unread-stream-end.ts'
import { workerBuild } from './scripts/local/worker-build.ts'

declare module '@remix-run/cloudflare' {
	interface Future {
		v3_singleFetch: true
	}
}

function sharedChunk(module: string): string | undefined {
	if (module.includes('/node_modules/')) return 'framework'
	// No customer's phone asks for what only a shop's counter shows, and no booking for the parts of an account.
	if (module.includes('/app/ui/kiosk/')) return 'kiosk'
	if (module.includes('/app/ui/account/')) return 'account'
	return /\/app\/(?:ui|kernel|domain)\/.*\.tsx?$/.test(module) ? 'shared' : undefined
}

export default defineConfig(({ isSsrBuild }) => ({
	plugins: [
		openapiInDev,
		// Order matters: the Cloudflare proxy has to come before Remix (A4).
		cloudflareDevProxyVitePlugin({ getLoadContext }),
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
