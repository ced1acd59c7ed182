import { expect, test } from 'vitest'

type Maker = (read: () => Promise<unknown[]>) => object

const files = import.meta.glob<Record<string, Maker>>('../../../app/domain/**/*-repository.server.ts', {
	eager: true,
})
const makers: Record<string, Maker> = Object.assign({}, ...Object.values(files))
const contexts = import.meta.glob<string>('../../../app/domain/*/repositories.server.ts', {
	eager: true,
	query: '?raw',
	import: 'default',
})
/** Each `{ ...createHoldRepository(read), ...createCountedActRepository() }`, as the names of its makers. */
const joined = Object.values(contexts).flatMap((text) =>
	[...text.matchAll(/\{\s*\.\.\.[^}]*\}/g)].map(([list]) => [...list.matchAll(/create\w+/g)].map(String)),
)

test('files that are one repository have no name in common', () => {
	expect(joined.length).toBeGreaterThan(0)
	for (const names of joined) {
		const members = names.flatMap((name) => Object.keys(makers[name]?.(async () => []) ?? {}))
		expect(members.length).toBeGreaterThan(names.length)
		expect(members.filter((one, i) => members.indexOf(one) !== i)).toEqual([])
	}
})
