import { flatRoutes } from '@remix-run/fs-routes'
import { type RouteConfig, route } from '@remix-run/route-config'
import { placeholderPageId, placeholderPages } from '#app/ui/placeholder-pages.ts'

// Files with several addresses are listed; all other routes are found by file name.
export default [
	...(await flatRoutes({ ignoredRouteFiles: ['**/placeholder-page.tsx'] })),
	...placeholderPages.map(({ path }) =>
		route(path, 'routes/placeholder-page.tsx', { id: placeholderPageId(path) }),
	),
] satisfies RouteConfig
