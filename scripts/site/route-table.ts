import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LazyServerBuild } from '#app/http/branch-handler.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

export type ServedRoute = {
	/** The name of the file under app/routes: 'routes/business.$shopId'. */
	id: string
	/** As Remix writes it: '/business/:shopId'. */
	path: string
	/** Draws a page; other routes answer with data, text or a redirect. */
	hasPage: boolean
	takesPosts: boolean
}

/** All addresses of the built app, from the build's own route table. */
export async function servedRoutes(): Promise<ServedRoute[]> {
	const built: LazyServerBuild = await import(pathToFileURL(join(PROJECT_ROOT, 'build/server/index.js')).href)
	const routes = Object.values(built.routes).filter(({ id, path }) => id !== 'root' && path !== '*')
	return Promise.all(
		routes.map(async ({ id, path = '', load }) => {
			const module = await load()
			const hasPage = module.default !== undefined
			return { id, path: `/${path}`, hasPage, takesPosts: module.action !== undefined }
		}),
	)
}

/** A concrete address of a route. */
export function exampleAddress(path: string, shopId = 'ade-hair-studio'): string {
	return path.replace(':shopId', shopId).replace(/:\w+/g, 'some-id')
}
