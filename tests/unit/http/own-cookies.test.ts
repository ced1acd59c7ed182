import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownCookies } from '#app/http/own-cookies.ts'

/** The ways in which the code says the name of a cookie that it sets. */
const namings = [
	/\bsignedCookie\('([\w-]+)'/g,
	/\bsetCookie\(request, '([\w-]+)'/g,
	/'__Host-([\w-]+)'/g,
	/['`]([\w-]+)=.*; Path=\//g,
]

function namesIn(source: string): string[] {
	return namings.flatMap((naming) => [...source.matchAll(naming)].map(([, name]) => name ?? ''))
}

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
	.filter((path) => /\.tsx?$/.test(path))
	.map((path) => ({ path, source: readFileSync(`app/${path}`, 'utf8') }))

test('M21: the privacy page lists every cookie that the code sets, and no other', () => {
	const set = new Set(sources.flatMap(({ source }) => namesIn(source)))
	expect([...set].toSorted()).toEqual(ownCookies.map(({ name }) => name).toSorted())
})

test('M21: a file that makes a cookie by itself is seen', () => {
	const makers = sources.filter(({ source }) => source.includes('; Path=/')).map(({ path }) => path)
	const unseen = makers.filter(
		(path) => namesIn(sources.find((one) => one.path === path)?.source ?? '').length === 0,
	)
	// The one helper gets its name from its caller.
	expect(unseen).toEqual(['http/signed-cookie.server.ts'])
	expect(namesIn("headers: { 'set-cookie': 'other=1; Path=/; Max-Age=60' }")).toEqual(['other'])
})
