import type { Plugin } from 'vite'

/** Vite's name for the module that Remix's plugin makes of all routes. */
const SERVER_BUILD = '\0virtual:remix/server-build'

/** The Worker loads a route's module on first use (docs/decisions/099). Not for `npm run dev`. */
export const lazyRoutes: Plugin = {
	name: 'lazy-routes',
	apply: 'build',
	transform: (code, id) => (id === SERVER_BUILD ? { code: withLazyRoutes(code), map: null } : null),
}

/** Replaces a route's `module` by `load: () => import(…)`. Throws for an unknown form. */
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
