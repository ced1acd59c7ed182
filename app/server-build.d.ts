/** Remix's plugin makes this module of the routes; a route's module is loaded on first use. */
declare module 'virtual:remix/server-build' {
	const build: import('#app/http/branch-handler.ts').LazyServerBuild
	export = build
}
