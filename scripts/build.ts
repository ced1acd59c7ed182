import { ensureBuilt } from './local/build-worker.ts'
import { runProgram } from './local/run-program.ts'

// `npm run build`: what `npm start` runs and what a deploy uploads; does nothing if the sources did not change.
await runProgram(async () => {
	const { release, fresh } = await ensureBuilt({ say: console.info })
	console.info(fresh ? `Built release ${release}.` : `Release ${release} is built already.`)
})
