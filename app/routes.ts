import { flatRoutes } from '@remix-run/fs-routes'
import { type RouteConfig, route } from '@remix-run/route-config'
import { comingAreaId, comingAreas } from './http/coming-areas.ts'

// One file may serve several addresses: those are listed, all other routes are found by their file names.
export default [
	...(await flatRoutes({ ignoredRouteFiles: ['**/coming-area.tsx'] })),
	...comingAreas.map(({ path }) => route(path, 'routes/coming-area.tsx', { id: comingAreaId(path) })),
] satisfies RouteConfig
