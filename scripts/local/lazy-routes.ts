import type { Plugin } from 'vite'

/** The module that Remix's plugin writes of all routes, as Vite names it. */
const SERVER_BUILD = '\0virtual:remix/server-build'

/**
 * Lets the Worker load a route's module when it is first asked for (docs/decisions/099). `npm run dev` is left alone.
 */
export const lazyRoutes: Plugin = {
	name: 'lazy-routes',
	apply: 'build',
	transform: (code, id) => (id === SERVER_BUILD ? { code: withLazyRoutes(code), map: null } : null),
}

/**
 * Remix's server build, with `load: () => import(…)` where a route had its `module`. Throws where it is written
 * otherwise.
 */
export function withLazyRoutes(code: string): string {
	const files = new Map<string, string>()
	const withoutImports = code.replace(/import \* as (route\d+) from ("[^"]+");\n?/g, (_, name, file) => {
		files.set(name, file)
		return ''
	})
	let replaced = 0
	const lazy = withoutImports.replace(/\bmodule: (route\d+)\b/g, (_, name) => {
		replaced++
		return `load: () => import(${files.get(name)})`
	})
	if (files.size === 0 || replaced !== files.size)
		throw new Error(`Remix wrote its server build in another way: ${files.size} routes, ${replaced} modules.`)
	return lazy
}
