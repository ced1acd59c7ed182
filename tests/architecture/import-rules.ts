import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'

/** The project's own code. */
const OURS = '^(app|db|scripts|tests|build|migrations)/'
const COMPOSITION_ROOT =
	'^app/(load-context|(job-context|after-write|outside-services|database-writer|request-database|writer-of)[.]server)[.]ts$'
const SERVER = '[.]server[.]'
const RULES_OF_DOMAIN = '^app/domain/(?!.*[.]server[.])'

/**
 * Each floor with what it may import of ours. Type-only imports count like any other: a floor that knows the words of
 * the floor above it has to change with it. A flow may also use the pure rules under the operations that it joins.
 */
const floors: readonly { name: string; from: string; but?: string; mayImport: string }[] = [
	{
		name: 'composition root',
		from: COMPOSITION_ROOT,
		mayImport: '^(app|db|build|migrations)/',
	},
	{
		name: 'repositories',
		from: '^app/repositories[.]server[.]ts$',
		mayImport: `^(app/(kernel/|domain/.*${SERVER})|db/)`,
	},
	{ name: 'api', from: '^app/api/', mayImport: '^app/(api|flows|http|domain|kernel)/' },
	{ name: 'flows', from: '^app/flows/', mayImport: '^app/(flows/|domain/|kernel/|repositories[.])' },
	{ name: 'http', from: '^app/http/', mayImport: '^app/(http|domain|kernel)/' },
	{ name: 'domain on the server', from: `^app/domain/.*${SERVER}`, mayImport: '^(app/(domain|kernel)|db)/' },
	{ name: 'domain rules', from: RULES_OF_DOMAIN, mayImport: `${RULES_OF_DOMAIN}|^app/kernel/` },
	{ name: 'ui', from: '^app/ui/', mayImport: '^app/(ui|kernel)/' },
	{ name: 'kernel', from: '^app/kernel/', mayImport: '^app/kernel/' },
	{ name: 'db', from: '^db/', mayImport: '^(db|build|migrations)/|^app/kernel/' },
	{
		name: 'top',
		from: '^app/(routes/|[^/]+$)',
		but: `${COMPOSITION_ROOT}|^app/repositories[.]`,
		mayImport: '^(app|build|migrations)/(?!repositories[.])',
	},
]

const ruleSet: ICruiseOptions['ruleSet'] = {
	forbidden: [
		...floors.map(({ name, from, but, mayImport }) => ({
			name: `${name} imports what stands above it`,
			from: { path: from, ...(but && { pathNot: but }) },
			to: { path: OURS, pathNot: mayImport },
		})),
		{
			name: 'contexts do not know each other',
			from: { path: '^app/domain/([^/]+)/' },
			to: { path: '^app/domain/', pathNot: '^app/domain/$1/' },
		},
		{
			name: 'http knows who asks: identity and shops alone',
			from: { path: '^app/http/' },
			to: { path: '^app/domain/', pathNot: '^app/domain/(identity|shops)/' },
		},
		{
			// Lists have one element for each context, so they import every room.
			name: 'rooms get their lists handed in',
			from: { path: '^app/flows/(?!lists/)' },
			to: { path: '^app/flows/lists/' },
		},
		{
			// Every room that books or undoes uses it.
			name: 'lifecycle uses no room',
			from: { path: '^app/flows/lifecycle/' },
			to: { path: '^app/flows/', pathNot: '^app/flows/lifecycle/' },
		},
		{ name: 'no program imports a test', from: { pathNot: '^tests/' }, to: { path: '^tests/' } },
		{ name: 'no circle', from: {}, to: { circular: true } },
		{
			name: 'no circle of rooms',
			scope: 'folder',
			from: { path: '^app/flows/[^/]+$' },
			to: { circular: true },
		},
	],
}

/**
 * The imports under a root that break a rule, as 'rule: from → to', by the graph of a library that resolves them as
 * TypeScript does. `places`: files and folders of the root, which are followed to what they import.
 */
export async function brokenImports(
	root: string,
	places: readonly string[] = codeOf(root),
): Promise<string[]> {
	const { output } = await cruise(
		[...places],
		{
			baseDir: root,
			ruleSet,
			validate: true,
			tsPreCompilationDeps: true,
			includeOnly: { path: OURS },
			exclude: { path: '^tests/architecture/planted/|^scripts/bench/stock/' },
		},
		{
			alias: Object.fromEntries(['app', 'db', 'scripts', 'tests'].map((one) => [`#${one}`, join(root, one)])),
		},
	)
	const { violations } = (output as ICruiseResult).summary
	return violations.map(({ rule, from, to, cycle }) => {
		const way = cycle ? cycle.map(({ name }) => name).join(' → ') : to
		return `${rule.name}: ${from} → ${way}`
	})
}

function codeOf(root: string): string[] {
	return readdirSync(root).filter((name) => ['app', 'db', 'scripts'].includes(name))
}
