import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { planHistory, playHistory } from './history.ts'

const program = fileURLToPath(new URL('simulate.program.ts', import.meta.url))
const size = { days: 1, shops: 1 }

async function inAnotherProcess(seed: string): Promise<string> {
	const args = ['--import', 'tsx', program, '--seed', seed, '--days', '1', '--shops', '1']
	const { stdout } = await promisify(execFile)(process.execPath, args)
	const [, history] = /history (\w+)/.exec(stdout) ?? []
	if (!history) throw new Error(`no history in ${stdout}`)
	return history
}

test('one seed gives one history, byte for byte, in two processes and again in one', async () => {
	const here = await playHistory(planHistory('11', size))
	const again = await playHistory(planHistory('11', size))
	expect(again.hash).toBe(here.hash)
	expect(here.steps).toBeGreaterThan(500)
	const [one, other] = await Promise.all(['11', '12'].map(inAnotherProcess))
	expect(one).toBe(here.hash.slice(0, 16))
	expect(other).not.toBe(one)
})
