import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

/** Runs a program of `scripts/` to its end with these settings alone. */
export function runScript(
	name: string,
	settings: Record<string, string>,
	words: string[] = [],
): Promise<{ code: number | null; said: string; problem: string }> {
	const child = spawn(process.execPath, ['--import', 'tsx', join(PROJECT_ROOT, 'scripts', name), ...words], {
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
