import { createRepositories, type Repositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { opsDatabase } from './ops-database.ts'

/** No customer waits for an operator's program. */
const PATIENCE_MS = 30_000

/** The repositories on the database of the environment; throws a StartProblem that says what is missing. */
export function opsRepositories(env: NodeJS.ProcessEnv): Repositories {
	return createRepositories(
		openDatabase({ ...opsDatabase(env), readTimeoutMs: PATIENCE_MS, writeTimeoutMs: PATIENCE_MS }),
	)
}
