import type { ServerBuild } from '@remix-run/cloudflare'
import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { handlingByFirstSegment } from '#app/http/handling-by-first-segment.ts'

const root = { id: 'root', path: '' }
const below = (path?: string, more = {}) => ({ id: path ?? 'index', path, parentId: 'root', ...more })
const routes = [
	root,
	below(undefined, { index: true }),
	below('booking', { index: true }),
	below('booking/times'),
	below('business/:shopId'),
	below('settings'),
	{ id: 'inner', path: 'delete', parentId: 'settings' },
	below('*'),
]
const table = Object.fromEntries(routes.map((route) => [route.id, route]))
const build = { routes: table, assets: { routes: table } } as unknown as ServerBuild

/** Says, instead of a page, which route it would be, and how many there were to choose from. */
function answersOf(part: ServerBuild) {
	const tree = nested(part, undefined)
	return async (request: Request) => {
		const matches = matchRoutes(tree, new URL(request.url).pathname) ?? []
		const names = matches.map(({ route }) => route.id).join(' > ')
		expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes))
		return new Response(names, { headers: { routes: String(Object.keys(part.routes).length) } })
	}
}

type Branch = { id: string; path?: string | undefined; children?: Branch[] }

function nested(part: ServerBuild, parentId: string | undefined): Branch[] {
	return Object.values(part.routes).flatMap((route) => {
		if (!route || route.parentId !== parentId) return []
		const children = nested(part, route.id)
		return [{ ...route, index: undefined, ...(children.length > 0 ? { children } : {}) }]
	})
}

test.each([
	['/', 'the front page'],
	['/booking', 'a first segment alone'],
	['/booking/times', 'an address below it'],
	['/booking/nowhere', 'nothing below it'],
	['/Booking/Times', 'capitals'],
	['/%62ooking/times', 'escapes'],
	['/booking.data', "the browser's own request for data"],
	['/business/ade', 'a name in the address'],
	['/settings/delete', 'a route within a route'],
	['/nowhere', 'no route at all'],
	['//booking', 'an empty segment'],
])('the address %s is answered by the route that the whole table gives it (%s)', async (path) => {
	const request = new Request(`https://wakati.example${path}`)
	const answer = await handlingByFirstSegment(build, answersOf)(request)
	const ofWhole = await answersOf(build)(request)
	expect(await answer.text()).toBe(await ofWhole.text())
})

test('an address is looked for among the routes of its first segment only', async () => {
	const handle = handlingByFirstSegment(build, answersOf)
	const answer = await handle(new Request('https://wakati.example/booking/times'))
	// Its own two, the root, the front page, and the one that matches anything.
	expect(answer.headers.get('routes')).toBe('5')
})
