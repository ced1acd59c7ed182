/** What `remix vite:build` writes; it does not exist until then. */
declare module '*/build/server/index.js' {
	import type { ServerBuild } from '@remix-run/cloudflare'

	const build: ServerBuild & { entry: { module: typeof import('#app/entry.server.tsx') } }
	export = build
}
