import { StartProblem } from '#scripts/local/start-problem.ts'

/** The database of the environment; throws a StartProblem that says what is missing. An operator's program guesses none. */
export function opsDatabase(env: NodeJS.ProcessEnv): { url: string; authToken: string | undefined } {
	const url = env.DATABASE_URL
	if (!url || !/^(https?|libsql):\/\/./.test(url) || !URL.canParse(url))
		throw new StartProblem(
			'Set DATABASE_URL to the address of the database, such as libsql://wakati-you.turso.io or http://127.0.0.1:8080, and DATABASE_AUTH_TOKEN where it wants one.',
		)
	return { url, authToken: env.DATABASE_AUTH_TOKEN || undefined }
}
