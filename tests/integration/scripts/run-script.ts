import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { bundle } from '#tests/support/bundle.ts'
import { isDeep } from '#tests/support/deep.ts'

/** The bundles of programs that this process has run. */
const bundles = new Map<string, Promise<string>>()

/** What Node is told to run a program of `scripts/`: in a sample as one file, which loads in a third of the time. */
async function commandOf(name: string): Promise<string[]> {
	if (isDeep) return ['--import', 'tsx', join(PROJECT_ROOT, 'scripts', name)]
	const file = bundles.get(name) ?? bundleOf(name)
	bundles.set(name, file)
	return [await file]
}

async function bundleOf(name: string): Promise<string> {
	const { file, remove } = await bundle(`../scripts/${name}`)
	process.once('exit', remove)
	return file
}

/** Runs a program of `scripts/` to its end with these settings alone. */
export async function runScript(
	name: string,
	settings: Record<string, string>,
	words: string[] = [],
): Promise<{ code: number | null; said: string; problem: string }> {
	const child = spawn(process.execPath, [...(await commandOf(name)), ...words], {
		cwd: PROJECT_ROOT,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let said = ''
	let problem = ''
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		said += text
	})
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		problem += text
	})
	return new Promise((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => resolve({ code, said, problem }))
	})
}
