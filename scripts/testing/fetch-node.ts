import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { startProgram } from '#scripts/local/start-tool.ts'
import type { LayerOptions } from './layers.ts'
import { nodeLine, nodePackage } from './nodes.ts'

/** Not among our dependencies: nobody else needs four of them. `npm ci` empties it. */
const CACHE_FOLDER = join(PROJECT_ROOT, 'node_modules/.cache/nodes')

/** The path of a Node of this version's line: the one that runs us, a fetched one, or one that npm fetches now. */
export async function fetchNode(version: string, onStop: LayerOptions['onStop']): Promise<string> {
	if (nodeLine(process.version) === nodeLine(version)) return process.execPath
	const name = nodePackage(process.platform, process.arch)
	const program = join(CACHE_FOLDER, version, 'node')
	if (existsSync(program)) return program

	console.info(`Fetching ${name} ${version} …`)
	mkdirSync(CACHE_FOLDER, { recursive: true })
	// What was fetched half-way must not pass for a Node. Of its package only the program is kept.
	const unfinished = mkdtempSync(join(CACHE_FOLDER, 'unfinished-'))
	const cleanUp = () => rmSync(unfinished, { recursive: true, force: true })
	const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--no-package-lock']
	const npm = startProgram('npm', ['install', ...options, '--prefix', unfinished, `${name}@${version}`], {
		env: {},
		output: 'keep',
	})
	onStop(async () => {
		await npm.stop()
		cleanUp()
	})
	const { isWell, reason, words } = await npm.ended
	if (isWell) {
		mkdirSync(dirname(program), { recursive: true })
		renameSync(join(unfinished, 'node_modules', name, 'bin/node'), program)
	}
	cleanUp()
	if (isWell) return program
	throw new StartProblem(`${name} ${version} could not be fetched: npm ended with ${reason}.\n${words}`)
}

/** The version that a Node says it is, such as '22.23.3'. */
export async function versionOf(node: string): Promise<string> {
	const { isWell, reason, output } = await startProgram(node, ['--version'], { env: {}, output: 'keep' })
		.ended
	if (!isWell) throw new StartProblem(`${node} does not run: ${reason}.`)
	return output.trim().replace(/^v/, '')
}
