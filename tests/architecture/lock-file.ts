type LockEntry = {
	link?: boolean
	inBundle?: boolean
	integrity?: string
	optionalDependencies?: Record<string, string>
}
/** The part of `package-lock.json` (version 3) that is read here: its entries by their path. */
export type LockFile = { packages: Record<string, LockEntry> }

/** Paths of entries without an integrity. Links have none, and a bundled package is covered by its bundle's. */
export function entriesWithoutIntegrity({ packages }: LockFile): string[] {
	return Object.entries(packages)
		.filter(([path, entry]) => path !== '' && !entry.link && !entry.inBundle && !entry.integrity)
		.map(([path]) => path)
}

/**
 * Optional packages that an entry names and the lock file lacks, as `name of path`. npm leaves one out without a
 * word when the registry does not have it, and a machine of that platform then installs a tool without its binary.
 */
export function missingOptionalPackages({ packages }: LockFile): string[] {
	return Object.entries(packages).flatMap(([path, entry]) =>
		Object.keys(entry.optionalDependencies ?? {})
			.filter((name) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in packages))
			.map((name) => `${name} of ${path}`),
	)
}

/** Folders in which Node looks for what the package at `path` imports, the nearest first. */
function foldersAbove(path: string): string[] {
	const parts = path.split('/node_modules/')
	return ['', ...parts.map((_, i) => `${parts.slice(0, i + 1).join('/node_modules/')}/`)].toReversed()
}
