import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import { layerLine } from './testing/layer-line.ts'
import { type Layer, layers, stages } from './testing/layers.ts'

// `npm test [layer…] [--deep]`: every layer in order, or the named ones; the last line counts all of them.
await runProgram(async (program) => {
	const words = process.argv.slice(2)
	if (words.includes('--deep')) process.env.TEST_DEEP = '1'
	const wanted = words.filter((word) => !word.startsWith('--'))
	const unknown = wanted.find((name) => !layers.some((layer) => layer.name === name))
	if (unknown !== undefined) {
		const names = layers.map((layer) => layer.name).join(', ')
		throw new StartProblem(`There is no layer "${unknown}": choose from ${names}.`)
	}
	const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
	const needsBuild = layers.some((layer) => layer.needsBuild && isWanted(layer.name))

	const total = { passed: 0, failed: 0 }
	async function run(layer: Layer) {
		const startedAt = performance.now()
		const result = await layer.run(program)
		total.passed += result.passed
		total.failed += result.failed
		console.info(layerLine(layer.name, result, performance.now() - startedAt))
		return { layer, hasFailed: result.failed > 0 }
	}
	for (const stage of stages) {
		const chosen = stage.filter(({ name }) => isWanted(name) || (name === 'build' && needsBuild))
		const results = await Promise.all(chosen.map(run))
		// Without right types or a build the rest would only fail in more words.
		if (results.some(({ layer, hasFailed }) => layer.isGroundOfOthers && hasFailed)) break
	}
	console.info(`\n${total.passed} passed, ${total.failed} failed`)
	process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
})
