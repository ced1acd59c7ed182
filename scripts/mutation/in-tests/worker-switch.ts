import { join, relative } from 'node:path'
import type { WorkerBundle } from '#scripts/local/worker-bundle.ts'
import { mutantSwitch } from './switch.ts'

const HITS = '$mutant hits '

/** In the mutated copy: a Worker with the mutants of the process that starts it. A recording one logs its visits. */
export function withMutant(bundle: WorkerBundle): WorkerBundle {
	const inRoot = (name: string) => join(bundle.modulesRoot, name)
	const [main] = bundle.modules
	const path = `./${relative(bundle.modulesRoot, main?.path ?? '')}`
	// The app's `once` brings `switch.ts` into the build, which keeps what it finds here.
	const switchCode = `globalThis.mutantSwitch = { active: new Set(${JSON.stringify([...mutantSwitch.active])}), hits: new Set() }
globalThis.$mutant = (id) => {
	mutantSwitch.hits.add(id)
	return mutantSwitch.active.has(id)
}`
	const mainCode = `import './mutant-switch.js'
import app from '${path}'
export * from '${path}'
function say() {
	const { hits } = globalThis.mutantSwitch
	if (hits.size > 0) console.log('${HITS}' + [...hits].join(' '))
	hits.clear()
}
const saying = (handler) => async (...values) => {
	try {
		return await handler.apply(app, values)
	} finally {
		${process.env.MUTANT_RUN === 'record' ? 'say()' : ''}
	}
}
export default { ...app, fetch: saying(app.fetch), scheduled: saying(app.scheduled) }`
	return {
		...bundle,
		modules: [
			{ type: 'ESModule', path: inRoot('with-mutant.js'), contents: mainCode },
			{ type: 'ESModule', path: inRoot('mutant-switch.js'), contents: switchCode },
			...bundle.modules,
		],
	}
}

/** Takes the visits out of a Worker's lines. */
export function withoutHits(log: (line: string) => void): (line: string) => void {
	return (line) => {
		if (!line.startsWith(HITS)) return log(line)
		for (const id of line.slice(HITS.length).split(' ')) mutantSwitch.hits.add(Number(id))
	}
}
