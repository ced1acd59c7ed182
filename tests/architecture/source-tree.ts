import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { type Comment, commentsOf } from './comments.ts'
import { readSourceFile, type SourceFile } from './source-file.ts'

const { imports: importMap } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))

/** What was read already: the files of these tests run in one process, and most of them read the whole house. */
const files = new Map<string, SourceFile>()
const comments = new Map<string, Comment[]>()

/** Every source file of ours under a root, which is the project or a planted copy of its layout. */
export function readSourceTree(root: string): SourceFile[] {
	return ['app', 'db', 'scripts', 'tests'].flatMap((folder) =>
		pathsUnder(root, folder)
			.filter((path) => /\.tsx?$/.test(path) && !path.includes('/planted/') && !path.includes('/stock/'))
			.map((path) => fileAt(path, readFileSync(join(root, path), 'utf8'))),
	)
}

/** A copy of the house holds the house's files: one that says the same is not read again. */
function fileAt(path: string, text: string): SourceFile {
	const known = files.get(path)
	if (known?.text === text) return known
	const file = readSourceFile(path, text, importMap)
	files.set(path, file)
	return file
}

/** Paths from the root, with '/'. */
export function pathsUnder(root: string, folder: string): string[] {
	if (!existsSync(join(root, folder))) return []
	return readdirSync(join(root, folder), { withFileTypes: true })
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) => {
			const path = `${folder}/${entry.name}`
			return entry.isDirectory() ? pathsUnder(root, path) : [path]
		})
}

/** What cites rules under a root: comments of code, migrations and styles, and the names of tests. */
export function readComments(root: string): Comment[] {
	const known = comments.get(root)
	if (known) return known
	const found = ['app', 'db', 'scripts', 'tests', 'migrations']
		.flatMap((folder) => pathsUnder(root, folder))
		.filter(
			(path) => /\.(tsx?|sql|css)$/.test(path) && !path.includes('/planted/') && !path.includes('/stock/'),
		)
		.flatMap((path) => commentsOf(path, readFileSync(join(root, path), 'utf8')))
	comments.set(root, found)
	return found
}
