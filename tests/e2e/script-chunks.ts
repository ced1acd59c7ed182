import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolders } from '#scripts/local/worker-bundle.ts'

type Module = { module: string; imports?: string[] }

/**
 * The addresses of the script files of these routes, as the build's manifest names them: the shared ones, then each
 * route's.
 */
export function scriptChunks(routeIds: readonly string[]): { name: string; path: string }[] {
	const folder = join(buildFolders().client, 'assets')
	const name = readdirSync(folder).find((file) => file.startsWith('manifest-'))
	if (!name) throw new Error('The build has no manifest: run `npm run build`.')
	const source = readFileSync(join(folder, name), 'utf8')
	const manifest: { entry: Module; routes: Record<string, Module> } = JSON.parse(
		source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1),
	)
	const routes = Object.entries(manifest.routes).filter(([id]) => routeIds.includes(id))
	const modules = [manifest.entry, ...routes.map(([, route]) => route)]
	const paths = new Set(modules.flatMap(({ module, imports = [] }) => [module, ...imports]))
	// Named by its route: many files are called `route`, and a hash changes from build to build.
	return [...paths].map((path) => ({
		name: routes.find(([, { module }]) => module === path)?.[0] ?? path.replace(/^.*\/(.*)-.{8}\.js$/, '$1'),
		path,
	}))
}
