import { runOps } from './ops/run-ops.ts'

// `npm run ops -- …`: an operator's acts on the installation of the environment.
process.exitCode = await runOps(process.argv.slice(2), {
	env: process.env,
	say: console.info,
	note: console.error,
})
