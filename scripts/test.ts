import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserVersion, findBrowser } from './local/find-browser.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import type { Tool } from './local/start-tool.ts'
import { machineWords, thisMachine } from './local/this-machine.ts'
import { DEEP_TIMES, environmentAt, shiftTo } from './testing/clock-shift.ts'
import {
	againLines,
	boundLine,
	failedLines,
	layerLine,
	progressLine,
	tookLine,
} from './testing/layer-line.ts'
import { type Layer, layers, stages } from './testing/layers.ts'
import { watchMachine } from './testing/machine-use.ts'

/** Layers whose tests read the clock: a deep run repeats them at other times of day. */
const LAYERS_WITH_A_CLOCK = ['unit', 'integration', 'worker', 'e2e']

const SAY_EVERY_MS = 30_000

// `npm test [layer…] [--at=23:50 | --at=sat 03:20] [--full | --deep]`: all layers, or the named ones, now or then in
// Lagos. A full run has every test; a deep one in full counts, and the layers with a clock at eight more times.
await runProgram(async (program) => {
	const words = process.argv.slice(2)
	const isDeep = words.includes('--deep')
	const isFull = isDeep || words.includes('--full')
	if (isDeep) process.env.TEST_DEEP = '1'
	if (!isFull) process.env.TEST_SHORT = '1'
	process.env.TEST_TEMPLATES = folderOfThisRun()
	const ownEnvironment = { ...process.env }
	const at = takeMoment(words)
	if (at !== undefined) moveClock(at)
	const wanted = words.filter((word) => !word.startsWith('--'))
	const unknown = wanted.find((name) => !layers.some((layer) => layer.name === name))
	if (unknown !== undefined) {
		const names = layers.map((layer) => layer.name).join(', ')
		throw new StartProblem(`There is no layer "${unknown}": choose from ${names}.`)
	}
	const isWanted = (layer: Layer) =>
		wanted.length === 0 ? isDeep || !layer.isDeep : wanted.includes(layer.name)
	const needsBuild = layers.some((layer) => layer.needsBuild && isWanted(layer))

	const machine = machineWords(thisMachine(new Date()))
	const beganAt = performance.now()
	console.info(
		`${isFull ? 'All tests' : 'The tests of every day (all of them: npm run test:full)'}, on ${machine}.`,
	)
	// Browsers differ by version.
	if (layers.some((layer) => layer.needsBrowser && isWanted(layer))) console.info(await browserLine())

	const total = { passed: 0, failed: 0 }
	const took: { name: string; ms: number }[] = []
	const failures: string[] = []
	const failedLayers: string[] = []
	const sayUse = watchMachine()
	const running = new Map<Layer, Tool | null>()
	setInterval(() => {
		const far = [...running].map(([{ name, progress }, tool]) => ({
			name,
			far: progress?.(tool?.wordsSoFar() ?? '', isFull) ?? null,
		}))
		console.info(progressLine(performance.now() - beganAt, far))
	}, SAY_EVERY_MS).unref()
	async function run(layer: Layer) {
		const startedAt = performance.now()
		running.set(layer, null)
		const result = await layer.run({
			isFull,
			onTool(tool) {
				running.set(layer, tool)
				program.onStop(tool.stop)
			},
		})
		running.delete(layer)
		const ms = performance.now() - startedAt
		total.passed += result.passed
		total.failed += result.failed
		took.push({ name: layer.name, ms })
		failures.push(...failedLines(layer.name, result))
		if (result.failed > 0) failedLayers.push(layer.name)
		console.info(layerLine(layer.name, result, ms))
		return { layer, hasFailed: result.failed > 0 }
	}
	for (const stage of stages) {
		const chosen = stage.filter((layer) => isWanted(layer) || (layer.name === 'build' && needsBuild))
		const results = await Promise.all(chosen.map(run))
		// Without correct types or a build the later layers would only repeat the failure.
		if (results.some(({ layer, hasFailed }) => layer.isGroundOfOthers && hasFailed)) break
	}
	for (const time of isDeep && at === undefined ? DEEP_TIMES : []) {
		process.env = { ...ownEnvironment }
		delete process.env.TEST_DEEP
		moveClock(time)
		console.info(`\nAt ${time} in Lagos:`)
		for (const layer of layers)
			if (LAYERS_WITH_A_CLOCK.includes(layer.name) && isWanted(layer)) await run(layer)
	}
	if (failures.length > 0) console.info(`\n${failures.join('\n')}\n${againLines(failedLayers)}`)
	console.info(`\n${tookLine(took)}`)
	if (wanted.length === 0 && !isFull) console.info(boundLine(performance.now() - beganAt, machine))
	const use = sayUse()
	if (use !== null) console.info(use)
	console.info(`\n${total.passed} passed, ${total.failed} failed`)
	process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
})

/** No browser here is no failure: the layers that need a browser report it. */
async function browserLine(): Promise<string> {
	try {
		return `In ${browserVersion(await findBrowser(console.info))}.`
	} catch (error) {
		return error instanceof Error ? error.message : String(error)
	}
}

/** The folder in which the run's processes share their database templates. */
function folderOfThisRun(): string {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-run-'))
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
	return folder
}

/** The moment of `--at=`, removed from the words; a shell may have split it. */
function takeMoment(words: string[]): string | undefined {
	const index = words.findIndex((word) => word.startsWith('--at='))
	if (index < 0) return undefined
	const isCut = /^\d\d:\d\d$/.test(words[index + 1] ?? '')
	return words
		.splice(index, isCut ? 2 : 1)
		.join(' ')
		.slice('--at='.length)
}

/** Tools started from now on, and their children, have this moment as their clock. */
function moveClock(moment: string): void {
	const shiftMs = shiftTo(moment, Date.now())
	if (shiftMs === null)
		throw new StartProblem(
			`"${moment}" is no time: write it as in --at=23:50, --at='sat 03:20', --at='month-end 22:40' or --at='2026-11-30 22:40'.`,
		)
	Object.assign(process.env, environmentAt(shiftMs))
}
