import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '#scripts/local/build-worker.ts'
import { findBrowser } from '#scripts/local/find-browser.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { startNode, startTool, type Tool, type ToolOptions } from '#scripts/local/start-tool.ts'
import {
	countPlaywright,
	countVitest,
	type LayerResult,
	type PlaywrightReport,
	type VitestReport,
} from './layer-result.ts'

export type Layer = {
	name: string
	/** It runs the built app. */
	needsBuild?: true
	/** Some of its tests run in a browser. */
	needsBrowser?: true
	/** When this layer fails, the later stages are not run. */
	isGroundOfOthers?: true
	/** Too long for every day: it runs where named, and in a deep run. */
	isDeep?: true
	run(options: LayerOptions): Promise<LayerResult>
	/** How far it is, from what its tool has printed; null where that does not tell. */
	progress?(words: string, isFull: boolean): string | null
}

export type LayerOptions = {
	/** With the files named `*.full.test.ts`, and the browser tests of a full run. */
	isFull: boolean
	/** Gets the layer's tool, to end it when the whole run is stopped, and to say how far it is. */
	onTool(tool: Tool): void
}

/** Colours are for terminals; this output is kept and shown later. */
const plainWords = { NO_COLOR: '1', FORCE_COLOR: undefined }
const REPORTS_FOLDER = join(PROJECT_ROOT, 'test-results')

/** All layers in order: first the cheap layers that find most. The layers of a stage run side by side. */
export const stages: Layer[][] = [
	[
		// With both cores busy, one thread of the compiler costs a third less CPU than several.
		{
			...check('types', 'typescript-native', 'tsc', ['--noEmit', '--singleThreaded']),
			isGroundOfOthers: true,
		},
		check('lint', '@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
		check('dead-code', 'knip', 'knip', ['--no-progress']),
		{ name: 'build', run: build, isGroundOfOthers: true },
	],
	// The longest file of the simulation keeps one core busy for half a minute.
	[
		{ ...vitestLayer('architecture'), needsBuild: true },
		vitestLayer('unit'),
		{ ...vitestLayer('simulation'), needsBuild: true },
	],
	// Files of faults mostly wait for deadlines.
	[vitestLayer('integration'), { ...vitestLayer('faults'), needsBuild: true }],
	[{ ...vitestLayer('worker'), needsBuild: true }],
	// A race alternates between load and waiting for new processes.
	[
		{ ...vitestLayer('races'), needsBuild: true },
		{ ...vitestLayer('budgets'), needsBuild: true, needsBrowser: true },
	],
	// Alone: beside another layer its pages run into the deadlines of the database.
	[
		{
			...{ name: 'e2e', run: runBrowserTests, progress: browserProgress },
			...{ needsBuild: true, needsBrowser: true },
		},
	],
	[{ name: 'mutation', run: mutateBy([]), isDeep: true }],
	[{ name: 'server-mutation', run: mutateBy(drawnOfToday()), isDeep: true }],
]

export const layers = stages.flat()

/** A tool that says yes or no: it counts as one test. */
function check(name: string, packageName: string, program: string, args: string[]): Layer {
	return {
		name,
		run: async (options) => yesOrNo(await runTool(options, packageName, program, args)),
	}
}

function yesOrNo({ isWell, words }: { isWell: boolean; words: string }): LayerResult {
	return { passed: isWell ? 1 : 0, failed: isWell ? 0 : 1, words }
}

function mutateBy(words: string[]): Layer['run'] {
	return async ({ onTool }) => {
		const args = ['--import', 'tsx', 'scripts/mutate.ts', ...words]
		const program = startNode(args, { env: plainWords, output: 'keep' })
		onTool(program)
		return yesOrNo(await program.ended)
	}
}

/** Each day draws other mutants of the server's code. */
function drawnOfToday(): string[] {
	return ['server', '--worker', '--sample=300', `--seed=${Math.floor(Date.now() / 86_400_000)}`]
}

async function build(): Promise<LayerResult> {
	try {
		await ensureBuilt()
		return { passed: 1, failed: 0, words: '' }
	} catch (error) {
		return { passed: 0, failed: 1, words: error instanceof Error ? error.message : String(error) }
	}
}

function vitestLayer(name: string): Layer {
	return {
		name,
		async run(layerOptions) {
			const { isFull } = layerOptions
			if (testFiles(name, isFull).length === 0) return { passed: 0, failed: 0, words: '', isEmpty: true }
			const report = reportPath(name)
			const args = [
				'run',
				'--project',
				name,
				'--reporter=default',
				'--reporter=json',
				`--outputFile=${report}`,
			]
			const { isWell, words } = await runTool(layerOptions, 'vitest', 'vitest', args, { TEST_BUILT: '1' })
			return { ...countReport<VitestReport>(report, (json) => countVitest(json, isWell)), words }
		},
		progress: (words, isFull) =>
			`${words.match(/^ [✓❯×] /gm)?.length ?? 0} of ${testFiles(name, isFull).length} files`,
	}
}

/** Playwright's line reporter counts its tests: [84/300]. */
function browserProgress(words: string): string | null {
	const [, done, all] = /.*\[(\d+)\/(\d+)\]/s.exec(words) ?? []
	return done === undefined ? null : `${done} of ${all} tests`
}

async function runBrowserTests(options: LayerOptions): Promise<LayerResult> {
	let browser: string
	try {
		browser = await findBrowser(console.info)
	} catch (error) {
		return { passed: 0, failed: 1, words: error instanceof Error ? error.message : String(error) }
	}
	const report = reportPath('e2e')
	const env = { TEST_BUILT: '1', CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
	const args = ['test', '--reporter=line,json']
	const { isWell, words } = await runTool(options, '@playwright/test', 'playwright', args, env)
	return { ...countReport<PlaywrightReport>(report, (json) => countPlaywright(json, isWell)), words }
}

async function runTool(
	{ onTool }: LayerOptions,
	packageName: string,
	program: string,
	args: string[],
	env: ToolOptions['env'] = {},
) {
	const tool = startTool(packageName, program, args, { env: { ...plainWords, ...env }, output: 'keep' })
	onTool(tool)
	return await tool.ended
}

function testFiles(layer: string, isFull: boolean): string[] {
	const folder = join(PROJECT_ROOT, 'tests', layer)
	if (!existsSync(folder)) return []
	return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
		(path) => /\.test\.tsx?$/.test(path) && (isFull || !path.includes('.full.test.')),
	)
}

function reportPath(layer: string): string {
	mkdirSync(REPORTS_FOLDER, { recursive: true })
	const path = join(REPORTS_FOLDER, `${layer}.json`)
	// The report of an earlier run must not count.
	rmSync(path, { force: true })
	return path
}

/** A tool without a report has failed, even if it says otherwise. */
function countReport<Report>(path: string, count: (report: Report) => { passed: number; failed: number }) {
	try {
		return count(JSON.parse(readFileSync(path, 'utf8')))
	} catch {
		return { passed: 0, failed: 1 }
	}
}
