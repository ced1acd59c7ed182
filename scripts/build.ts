import { ensureBuilt } from './local/build-worker.ts'
import { runProgram } from './local/run-program.ts'

// `npm run build`: for `npm start` and deploys; does nothing for unchanged sources.
await runProgram(async () => {
	const { release, fresh } = await ensureBuilt({ say: console.info })
	console.info(fresh ? `Built release ${release}.` : `Release ${release} is built already.`)
})
