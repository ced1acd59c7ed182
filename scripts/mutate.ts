import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import { fileTable } from './mutation/file-table.ts'
import { type MutatedPart, mutatedParts } from './mutation/mutant.ts'
import { mutateServer } from './mutation/mutate-server.ts'
import { mutationReport, mutationScore, percentCaught } from './mutation/mutation-report.ts'
import { pureRules } from './mutation/pure-rules.ts'

const PASSING_PERCENT = 85
/** With the Worker's tests; without them nothing is promised. */
const PASSING_PERCENT_OF_SERVER = 95
const COPY = '.tmp/mutation'

// `npm run mutate [-- folder or file]`: mutates the pure rules, and lists the mutants that no unit test catches.
// `npm run mutate -- flows|sql|routes|server [--sample=1000] [--seed=1] [--enough=1] [--worker]`: those of the
// server's code, with the tests that notice them. `npm run mutate -- files`: what each file of tests costs and finds.
await runProgram(async (program) => {
	process.chdir(PROJECT_ROOT)
	if (process.argv[2] === 'files') {
		for (const line of fileTable(PROJECT_ROOT)) console.info(line)
		return
	}
	const parts = partsNamed(process.argv[2])
	if (parts) {
		const hasWorker = process.argv.includes('--worker')
		const { report, percent } = await mutateServer(PROJECT_ROOT, program, {
			parts,
			sample: numberOption('sample', 1_000),
			seed: numberOption('seed', 1),
			enough: numberOption('enough', 1),
			hasWorker,
		})
		for (const line of report) console.info(line)
		if (hasWorker && percent < PASSING_PERCENT_OF_SERVER) {
			console.error(`Less than ${PASSING_PERCENT_OF_SERVER} % of the mutants are noticed.`)
			process.exitCode = 1
		}
		return
	}
	program.onStop(() => rmSync(COPY, { recursive: true, force: true }))
	// Thousands of runs need the ordinary counts.
	delete process.env.TEST_DEEP
	const rules = pureRules(PROJECT_ROOT, process.argv[2])
	const stryker = new Stryker({
		mutate: rules,
		testRunner: 'vitest',
		vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
		plugins: ['@stryker-mutator/vitest-runner'],
		coverageAnalysis: 'perTest',
		ignoreStatic: true,
		tempDirName: COPY,
		ignorePatterns: ['build', '.data', '.tmp', '.wrangler', 'test-results'],
		// vitest removes types unread.
		disableTypeChecks: false,
		concurrency: 1,
		reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
		allowConsoleColors: false,
		// A mutant that ends Node would print hundreds of lines.
		logLevel: 'error' as ConstructorParameters<typeof Stryker>[0]['logLevel'],
	})
	const mutants = (await stryker.runMutationTest()).map((mutant) => ({
		...mutant,
		fileName: relative(PROJECT_ROOT, mutant.fileName),
	}))
	for (const line of mutationReport(mutants)) console.info(line)
	if (percentCaught(mutationScore(mutants)) >= PASSING_PERCENT) return
	console.error(`Less than ${PASSING_PERCENT} % of the changes are noticed by a unit test.`)
	process.exitCode = 1
})

function partsNamed(word: string | undefined): readonly MutatedPart[] | null {
	if (word === 'server') return mutatedParts
	const part = mutatedParts.find((name) => name === word)
	return part ? [part] : null
}

function numberOption(name: string, otherwise: number): number {
	const text = process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
	const number = Number(text ?? otherwise)
	if (!Number.isSafeInteger(number) || number < 1)
		throw new StartProblem(`--${name} is a whole number from 1.`)
	return number
}
