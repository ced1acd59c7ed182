import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPort } from '#scripts/local/free-port.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

const lines: string[] = []
let folder: string
let url: string
let program: ChildProcess
beforeAll(async () => {
	url = await onPort(undefined, '127.0.0.1', start)
})

/** Gives the address once the last line is there; throws where the program ends before. */
async function start(port: number): Promise<string> {
	folder = mkdtempSync(join(tmpdir(), 'wakati-dev-'))
	program = spawn(process.execPath, ['--import', 'tsx', join(PROJECT_ROOT, 'scripts/dev.ts')], {
		cwd: PROJECT_ROOT,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: folder },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	if (!program.stdout) throw new Error('the program has no output')
	lines.length = 0
	for await (const line of createInterface(program.stdout)) {
		lines.push(line)
		if (line.startsWith('Wakati runs at ')) return line.replace('Wakati runs at ', '')
	}
	rmSync(folder, { recursive: true, force: true })
	throw new Error(`it ended: ${lines.join('\n')}`)
}

afterAll(async () => {
	program.kill('SIGTERM')
	if (program.exitCode === null) await once(program, 'exit')
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('O8: `npm run dev` says its lines for a newcomer last, when it answers', () => {
	expect(lines.findIndex((line) => line.includes('Local:'))).toBeGreaterThan(0)
	const [migrating = -1, filling = -1] = ['newest version …', 'demo shops …'].map((words) =>
		lines.findIndex((line) => line.endsWith(words)),
	)
	expect(migrating).toBe(0)
	expect(filling).toBeGreaterThan(migrating)
})

test('the document of the API is made of the code as it stands', async () => {
	const answer = await fetch(`${url}/api/v1/openapi.json`)
	expect(answer.headers.get('content-type')).toBe('application/json')
	expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./), paths: {} })
})
