/** What Remix's plugin makes of the routes; a route's module is loaded when it is first asked for. */
declare module 'virtual:remix/server-build' {
	const build: import('#app/http/branch-handler.ts').LazyServerBuild
	export = build
}
