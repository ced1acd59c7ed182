import { runOps } from './ops/run-ops.ts'

// `npm run ops -- …`: what an operator does by hand, against the installation that the environment names.
process.exitCode = await runOps(process.argv.slice(2), {
	env: process.env,
	say: console.info,
	note: console.error,
})
