import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { readDeployConfig } from './local/deploy-address.ts'
import { deployRelease } from './local/deploy-release.ts'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { StartProblem } from './local/start-problem.ts'

// `npm run deploy`, or `npm run deploy -- staging`: migrates, builds, deploys and checks /readyz; stops at the first
// failure.
await runProgram(async (program) => {
	const [target = 'production', ...others] = process.argv.slice(2)
	if ((target !== 'production' && target !== 'staging') || others.length > 0)
		throw new StartProblem('npm run deploy, or: npm run deploy -- staging')
	const tools = {
		run: (command: string, args: readonly string[]) =>
			new Promise<boolean>((resolve) => {
				const child = spawn(command, args, { cwd: PROJECT_ROOT, stdio: 'inherit' })
				child.once('error', () => resolve(false))
				child.once('exit', (code) => resolve(code === 0))
			}),
		statusOf: (url: string) =>
			fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
				({ status }) => status,
				() => null,
			),
		wait,
		say: console.info,
	}
	await deployRelease(tools, {
		target,
		config: readDeployConfig(target),
		databaseUrl: process.env.DATABASE_URL,
	})
	await program.stop()
})
