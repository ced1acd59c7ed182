import type { SourceFile } from './source-file.ts'

const sayNothing = ['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'types', 'index', 'lib', 'shared']

/** Names that tell nothing of what is inside. */
export function namesThatSayNothing(files: SourceFile[]): string[] {
	return files.flatMap(({ path }) => {
		const words = path.split('/').map((part) => part.replace(/\..*$/, ''))
		return words.some((word) => sayNothing.includes(word)) ? [path] : []
	})
}

/** Names that Remix reads from a route. */
const readByName = [
	'action',
	'clientAction',
	'handle',
	'headers',
	'links',
	'loader',
	'meta',
	'shouldRevalidate',
]

/** Names that more than one file exports: an import would not say which thing it takes. */
export function namesWithTwoHomes(files: SourceFile[]): string[] {
	const homes = new Map<string, string[]>()
	for (const { path, exports } of files.filter((file) => !file.path.startsWith('tests/')))
		for (const name of new Set(exports)) homes.set(name, [...(homes.get(name) ?? []), path])
	return [...homes]
		.filter(([name, paths]) => paths.length > 1 && !readByName.includes(name))
		.map(([name, paths]) => `${name} is in ${paths.join(' and ')}`)
}

/** Files that only pass on what others export. */
export function barrels(files: SourceFile[]): string[] {
	return files.flatMap(({ path, isBarrel }) => (isBarrel ? [path] : []))
}
