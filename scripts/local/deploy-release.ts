import { addressProblems, type DeployConfig, type DeployTarget, deployOrigin } from './deploy-address.ts'
import { StartProblem } from './start-problem.ts'

export type DeployTools = {
	/** False: the program failed. */
	run: (command: string, args: readonly string[]) => Promise<boolean>
	/** Null: no answer. */
	statusOf: (url: string) => Promise<number | null>
	wait: (milliseconds: number) => Promise<unknown>
	say: (line: string) => void
}

/** Readiness checks of a new release; Cloudflare takes some seconds to distribute it. */
const MAX_CHECKS = 30
const ASKED_EVERY_MS = 2_000

/** Throws a StartProblem on failure. */
export async function deployRelease(
	{ run, statusOf, wait, say }: DeployTools,
	{
		target,
		config,
		databaseUrl,
	}: { target: DeployTarget; config: DeployConfig; databaseUrl?: string | undefined },
): Promise<void> {
	const problems = addressProblems(config)
	if (problems.length > 0)
		throw new StartProblem(problems.map(({ name, hint }) => `${name}: ${hint}.`).join('\n'))
	// Without DATABASE_URL the migration would change the data of `npm start`.
	if (!databaseUrl) throw new StartProblem('DATABASE_URL is missing: the migrations go there first.')
	const steps: [string, string, string[]][] = [
		['The migrations', 'npm', ['run', 'db:migrate']],
		['The build', 'npm', ['run', 'build']],
		// Named in full: wrangler warns about several environments otherwise.
		['The deploy', 'npx', ['wrangler', 'deploy', '--env', target === 'staging' ? target : '']],
	]
	for (const [name, command, args] of steps)
		if (!(await run(command, args))) throw new StartProblem(`${name} failed. Nothing after it was done.`)
	const readyz = new URL('/readyz', deployOrigin(config) ?? '').href
	for (let count = 1; count <= MAX_CHECKS; count++) {
		const status = await statusOf(readyz)
		if (status === 200) return say(`${readyz} answers 200: the release is ready.`)
		if (count === MAX_CHECKS)
			throw new StartProblem(
				`${readyz} answers ${status ?? 'nothing'}. Roll back with: npx wrangler rollback`,
			)
		await wait(ASKED_EVERY_MS)
	}
}
