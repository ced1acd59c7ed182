import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'
import { layerLine } from './testing/layer-line.ts'
import { layers } from './testing/layers.ts'

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
	for (const layer of layers) {
		if (!isWanted(layer.name) && !(layer.name === 'build' && needsBuild)) continue
		const startedAt = performance.now()
		const result = await layer.run(program)
		total.passed += result.passed
		total.failed += result.failed
		console.info(layerLine(layer.name, result, performance.now() - startedAt))
		// Without right types or a build the rest would only fail in more words.
		if (result.failed > 0 && layer.isGroundOfOthers) break
	}
	console.info(`\n${total.passed} passed, ${total.failed} failed`)
	process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
})
