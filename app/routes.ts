import { flatRoutes } from '@remix-run/fs-routes'
import { type RouteConfig, route } from '@remix-run/route-config'
import { placeholderPageId, placeholderPages } from '#app/ui/placeholder-pages.ts'

// One file may serve several addresses: those are listed, all other routes are found by their file names.
export default [
	...(await flatRoutes({ ignoredRouteFiles: ['**/placeholder-page.tsx'] })),
	...placeholderPages.map(({ path }) =>
		route(path, 'routes/placeholder-page.tsx', { id: placeholderPageId(path) }),
	),
] satisfies RouteConfig
