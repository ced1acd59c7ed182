import type { SourceFile } from './source-file.ts'

const sayNothing = ['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'types', 'index', 'lib', 'shared']

/** Names that tell nothing of what is inside. */
export function namesThatSayNothing(files: SourceFile[]): string[] {
	return files.flatMap(({ path }) => {
		const words = path.split('/').map((part) => part.replace(/\..*$/, ''))
		return words.some((word) => sayNothing.includes(word)) ? [path] : []
	})
}

/** Files that only pass on what others export. */
export function barrels(files: SourceFile[]): string[] {
	return files.flatMap(({ path, isBarrel }) => (isBarrel ? [path] : []))
}
