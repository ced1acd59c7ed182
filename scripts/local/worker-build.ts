import type { Plugin } from 'vite'
import { workerChunks } from './worker-chunks.ts'

/** Builds the Worker itself beside Remix's server build: its entry, and the packages that it runs. */
export const workerBuild: Plugin = {
	name: 'worker-build',
	apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
	config: () => ({
		ssr: { noExternal: true },
		resolve: {
			alias: [
				// Half of it: the renderer that writes a page in one go, without the one that streams.
				{
					find: /^react-dom\/server$/,
					replacement: `${process.cwd()}/node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js`,
				},
				{ find: /^react-dom$/, replacement: `${process.cwd()}/app/react-dom.server.ts` },
				{ find: /^qrcode$/, replacement: `${process.cwd()}/node_modules/qrcode/lib/core/qrcode.js` },
				// The database is asked over HTTP alone: without the client that speaks WebSocket.
				{
					find: /^@libsql\/client\/web$/,
					replacement: `${process.cwd()}/node_modules/@libsql/client/lib-esm/http.js`,
				},
			],
		},
		build: {
			rollupOptions: {
				input: { worker: `${process.cwd()}/app/entry.worker.ts`, index: 'virtual:remix/server-build' },
				output: {
					inlineDynamicImports: false,
					manualChunks: workerChunks(),
					entryFileNames: '[name].js',
					chunkFileNames: 'chunks/[name].js',
				},
			},
		},
	}),
}
