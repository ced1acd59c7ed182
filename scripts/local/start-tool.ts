import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { killWithParent } from './die-with-parent.ts'
import { PROJECT_ROOT } from './project-root.ts'

export type Tool = {
	/** When it ended: whether well, in which way, and its words unless they were inherited. */
	ended: Promise<{ isWell: boolean; reason: string; words: string }>
	stop(): Promise<void>
}

export type ToolOptions = {
	/** Added to our own environment; an undefined value takes a variable away. */
	env: Record<string, string | undefined>
	/** 'inherit' shows its words as they come, 'keep' keeps them for the end. */
	output: 'inherit' | 'keep'
}

/** Starts a program of an installed npm package in the project's folder. */
export function startTool(packageName: string, program: string, args: string[], options: ToolOptions): Tool {
	// By its path: not every package lets its package.json be imported.
	const manifest = join(PROJECT_ROOT, 'node_modules', packageName, 'package.json')
	const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
	return startNode([join(dirname(manifest), bin[program]), ...args], options)
}

/** Starts Node with these arguments in the project's folder. */
export function startNode(args: string[], options: ToolOptions): Tool {
	const output = options.output === 'inherit' ? 'inherit' : 'pipe'
	const child = spawn(process.execPath, args, {
		cwd: PROJECT_ROOT,
		env: { ...process.env, ...options.env },
		stdio: ['ignore', output, output],
	})
	const untie = child.pid === undefined ? undefined : killWithParent(child.pid)
	const words: string[] = []
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => words.push(text))
	}
	const ended = new Promise<{ isWell: boolean; reason: string; words: string }>((resolve) => {
		child.once('error', (error) => resolve({ isWell: false, reason: error.message, words: '' }))
		child.once('close', (code, signal) =>
			resolve({ isWell: code === 0, reason: signal ?? `exit code ${code}`, words: words.join('') }),
		)
	}).finally(() => untie?.())
	return {
		ended,
		async stop() {
			child.kill('SIGTERM')
			await ended
		},
	}
}
