import { flatRoutes } from '@remix-run/fs-routes'
import { type RouteConfig, route } from '@remix-run/route-config'
import { accountPaths, membersOnlyPaths } from './http/members-only-paths.ts'

// One file may serve several addresses: those are listed, all other routes are found by their file names.
export default [
	...(await flatRoutes({ ignoredRouteFiles: ['**/account-soon.tsx', '**/members-only.ts'] })),
	...membersOnlyPaths.map((path) => route(path, 'routes/members-only.ts', { id: `members-only/${path}` })),
	...accountPaths.map((path) => route(path, 'routes/account-soon.tsx', { id: `account-soon/${path}` })),
] satisfies RouteConfig
