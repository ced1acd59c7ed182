import { expect, test } from 'vitest'
import { routeNamer } from '#app/http/route-name.ts'

const nameOf = routeNamer({
	root: { id: 'root', path: '' },
	home: { id: 'home', parentId: 'root' },
	shop: { id: 'shop', parentId: 'root', path: 'business/:shopId' },
	news: { id: 'news', parentId: 'root', path: 'business/news' },
	step: { id: 'step', parentId: 'booking', path: 'checkout' },
	booking: { id: 'booking', parentId: 'root', path: 'booking' },
	api: { id: 'api', parentId: 'root', path: 'api/v1/*' },
	rest: { id: 'rest', parentId: 'root', path: '*' },
})

test.each([
	['/', 'home'],
	['/_root.data', 'home'],
	['/business/ade-hair', 'shop'],
	['/business/ade-hair.data', 'shop'],
	['/business/news', 'news'],
	['/booking/checkout/', 'step'],
	['/booking', 'booking'],
	['/business/a/b', 'rest'],
	['/nowhere', 'rest'],
	['/api/v1/appointments/WK-7/complete', 'api'],
	['/__manifest', 'manifest'],
])('S10: the log names the route of %s, not the address: %s', (path, id) => expect(nameOf(path)).toBe(id))
