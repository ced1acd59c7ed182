import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import { fetchNode, versionOf } from './testing/fetch-node.ts'
import { layerLine } from './testing/layer-line.ts'
import { layers } from './testing/layers.ts'
import { nodeLine, nodeVersions } from './testing/nodes.ts'

// `npm run test:nodes`: the cheap layers under each Node that we support; the last line counts all of them.
await runProgram(async (program) => {
	const nodes: { path: string; version: string }[] = []
	// All of them first: a Node that cannot be had is said before anything runs.
	for (const wanted of nodeVersions) {
		const path = await fetchNode(wanted, program.onStop)
		const version = await versionOf(path)
		if (nodeLine(version) !== nodeLine(wanted))
			throw new StartProblem(`${path} is Node ${version}, and not ${wanted}.`)
		nodes.push({ path, version })
	}

	const total = { passed: 0, failed: 0 }
	async function run(title: string, layer: (typeof layers)[number], node?: string) {
		const startedAt = performance.now()
		const result = await layer.run({ onStop: program.onStop, ...(node && { node }) })
		total.passed += result.passed
		total.failed += result.failed
		console.info(title + layerLine(layer.name, result, performance.now() - startedAt))
		return result.failed === 0
	}

	// Once, with our own Node: what was built runs in workerd and in browsers, never in Node.
	const build = layers.find(({ name }) => name === 'build')
	if (!build || (await run(nodeTitle(process.version), build))) {
		for (const { path, version } of nodes) {
			for (const layer of layers.filter(({ runsOnEachNode }) => runsOnEachNode))
				await run(nodeTitle(version), layer, path)
		}
	}
	console.info(`\n${total.passed} passed, ${total.failed} failed`)
	process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
})

function nodeTitle(version: string): string {
	return `Node ${version.replace(/^v/, '').padEnd(8)} `
}
