import { expect, test } from 'vitest'
import { withLazyRoutes } from '#scripts/local/lazy-routes.ts'

const remixBuild = `
    import * as entryServer from "/app/entry.server.tsx";
    import * as route0 from "/app/root.tsx";
import * as route1 from "/app/routes/$.tsx";
      export const mode = "production";
      export const entry = { module: entryServer };
      export const routes = {
        "root": { id: "root", path: "", module: route0 },
        "routes/$": { id: "routes/$", parentId: "root", path: "*", module: route1 }
      };`

test('each route of Remix’s build loads its own module, and the rest stays as it is', () => {
	const code = withLazyRoutes(remixBuild)
	expect(code).toContain('"root": { id: "root", path: "", load: () => import("/app/root.tsx") }')
	expect(code).toContain('path: "*", load: () => import("/app/routes/$.tsx") }')
	expect(code).toContain('import * as entryServer from "/app/entry.server.tsx"')
	expect(code).toContain('entry = { module: entryServer }')
	expect(code).not.toContain('import * as route')
})

test.each([
	['no route', 'export const routes = {}'],
	['a route without its import', remixBuild.replace('import * as route1 from', 'import route1 from')],
	['an import without its route', remixBuild.replace('module: route1', 'lazy: route1')],
])('a build that is written otherwise ends the build: %s', (_, code) =>
	expect(() => withLazyRoutes(code)).toThrow('in another way'),
)
