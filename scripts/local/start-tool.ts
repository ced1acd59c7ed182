import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { killWithParent } from './die-with-parent.ts'
import { PROJECT_ROOT } from './project-root.ts'

export type Tool = {
	/** Success, reason, and unless inherited all output; `output` is standard output alone. */
	ended: Promise<{ isWell: boolean; reason: string; words: string; output: string }>
	/** What it has printed until now; nothing where inherited. */
	wordsSoFar(): string
	stop(): Promise<void>
}

export type ToolOptions = {
	/** Added to our environment; undefined removes a variable. */
	env: Record<string, string | undefined>
	/** 'inherit' shows output as it comes, 'keep' keeps it for the end. */
	output: 'inherit' | 'keep'
	/** The project's folder where absent. */
	folder?: string
}

/** Starts an installed npm package's program. */
export function startTool(packageName: string, program: string, args: string[], options: ToolOptions): Tool {
	// By its path: not every package exports its package.json.
	const manifest = join(PROJECT_ROOT, 'node_modules', packageName, 'package.json')
	const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
	return startNode([join(dirname(manifest), bin[program]), ...args], options)
}

export function startNode(args: string[], options: ToolOptions): Tool {
	return startProgram(process.execPath, args, options)
}

export function startProgram(program: string, args: string[], options: ToolOptions): Tool {
	const stdio = options.output === 'inherit' ? 'inherit' : 'pipe'
	const child = spawn(program, args, {
		cwd: options.folder ?? PROJECT_ROOT,
		env: { ...process.env, ...options.env },
		stdio: ['ignore', stdio, stdio],
	})
	const untie = child.pid === undefined ? undefined : killWithParent(child.pid)
	const words: string[] = []
	const output: string[] = []
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		words.push(text)
		output.push(text)
	})
	child.stderr?.setEncoding('utf8').on('data', (text: string) => words.push(text))
	const ended = new Promise<Awaited<Tool['ended']>>((resolve) => {
		child.once('error', (error) => resolve({ isWell: false, reason: error.message, words: '', output: '' }))
		child.once('close', (code, signal) =>
			resolve({
				isWell: code === 0,
				reason: signal ?? `exit code ${code}`,
				words: words.join(''),
				output: output.join(''),
			}),
		)
	}).finally(() => untie?.())
	return {
		ended,
		wordsSoFar: () => words.join(''),
		async stop() {
			child.kill('SIGTERM')
			await ended
		},
	}
}
