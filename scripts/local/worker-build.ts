import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PROJECT_ROOT } from './project-root.ts'
import { chunkFileName, workerChunks } from './worker-chunks.ts'

/** Smaller chunks are merged with others of the same routes: each file costs a start a little. */
const SMALL_BYTES = 12_000

const inProject = (path: string) => join(PROJECT_ROOT, path)

/** Replacements of packages in the Worker alone. */
const alias = Object.entries({
	// Half of it: only the renderer that writes a page in one go.
	'react-dom/server': inProject(
		'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js',
	),
	'react-dom': inProject('app/react-dom.server.ts'),
	qrcode: inProject('node_modules/qrcode/lib/core/qrcode.js'),
	'@libsql/client/web': inProject('app/libsql-client.server.ts'),
}).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }))

/**
 * Builds the Worker for upload: its entry with all packages, in several files. Remix's own build is an entry too,
 * because tests read its routes. Not for `npm run dev` and the browser's build.
 */
export const workerBuild: Plugin = {
	name: 'worker-build',
	apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
	config: () => ({
		ssr: { noExternal: true },
		resolve: { alias },
		build: {
			rollupOptions: {
				input: { worker: inProject('app/entry.worker.ts'), index: 'virtual:remix/server-build' },
				// The runtime has it.
				external: ['cloudflare:workers'],
				output: {
					entryFileNames: '[name].js',
					chunkFileNames: chunkFileName,
					manualChunks: workerChunks(),
					// Vite's default is a single file for a Worker.
					inlineDynamicImports: false,
					experimentalMinChunkSize: SMALL_BYTES,
				},
			},
		},
	}),
}
