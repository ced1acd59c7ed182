import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { type Bundle, bundle } from '#tests/support/bundle.ts'
import { isDeep } from '#tests/support/deep.ts'

type RunScript = (
	name: string,
	settings: Record<string, string>,
	words?: string[],
) => Promise<{ code: number | null; said: string; problem: string }>

/**
 * For the tests of a file: what runs a program of `scripts/` to its end with these settings alone. A deep run runs it
 * as npm does; else it is one file, which loads in a third of the time.
 */
export function withScripts(): RunScript {
	const bundles = new Map<string, Promise<Bundle>>()
	afterAll(async () => {
		for (const made of bundles.values()) (await made).remove()
	})

	async function commandOf(name: string): Promise<string[]> {
		if (isDeep) return ['--import', 'tsx', join(PROJECT_ROOT, 'scripts', name)]
		const made = bundles.get(name) ?? bundle(`../scripts/${name}`)
		bundles.set(name, made)
		return [(await made).file]
	}

	return async (name, settings, words = []) => {
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
}
