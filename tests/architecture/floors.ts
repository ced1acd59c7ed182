import type { SourceFile } from './source-file.ts'

/** The groups of files on the five floors, from 4 down to 0. */
type Room =
	| 'composition root' // load-context, request-database, job-context, after-write, outside-services, database-writer, writer-of
	| 'repositories' // app/repositories.server.ts: those of all contexts
	| 'top' // routes, root, entries, env
	| 'api' // the shop's API, which one route answers with
	| 'flows'
	| 'http'
	| 'domain on the server' // domain/*/*.server.ts
	| 'domain rules' // the other files of domain
	| 'db'
	| 'ui'
	| 'kernel'
	| 'generated' // made by a tool from our sources

/**
 * One place makes the database and the repositories, and a context puts its own together. Everything else gets them
 * passed in.
 */
export function wiredElsewhere(files: SourceFile[]): string[] {
	return importsOf(files).flatMap(({ from, to, names }) => {
		if (!roomOf(from) || roomOf(from) === 'composition root' || roomOf(from) === 'repositories') return []
		if (from === `app/domain/${contextOf(to)}/repositories.server.ts`) return []
		return names
			.filter((name) => /^(create\w+Repositor(y|ies)|openDatabase)$/.test(name))
			.map((name) => `${from} takes ${name} from ${to}`)
	})
}

/** What requests and jobs write goes through the writer of their database (W3): the client of programs passes it by. */
export function writesPastTheWriter(files: SourceFile[]): string[] {
	return importsOf(files)
		.filter(({ from, names }) => from.startsWith('app/') && names.includes('openDatabase'))
		.map(({ from, to }) => `${from} takes openDatabase from ${to}`)
}

function importsOf(files: SourceFile[]) {
	return files.flatMap(({ path, imports }) =>
		imports.filter((one) => one.isOurs).map(({ target, names }) => ({ from: path, to: target, names })),
	)
}

function contextOf(path: string): string | undefined {
	return /^app\/domain\/([^/]+)\//.exec(path)?.[1]
}

/** Undefined outside of the app: scripts and tests may use all of it. */
export function roomOf(path: string): Room | undefined {
	if (
		/^app\/(load-context|(job-context|after-write|outside-services|database-writer|request-database|writer-of)\.server)\.ts$/.test(
			path,
		)
	)
		return 'composition root'
	if (path === 'app/repositories.server.ts') return 'repositories'
	if (/^(build|migrations)\//.test(path)) return 'generated'
	if (path.startsWith('app/domain/'))
		return path.includes('.server.') ? 'domain on the server' : 'domain rules'
	for (const room of ['api', 'flows', 'http', 'ui', 'kernel'] as const)
		if (path.startsWith(`app/${room}/`)) return room
	if (path.startsWith('db/')) return 'db'
	return path.startsWith('app/') ? 'top' : undefined
}
