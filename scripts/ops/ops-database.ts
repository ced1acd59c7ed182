import { createScheduleImportRepository } from '#app/domain/availability/schedule-import-repository.server.ts'
import { createShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import { createShopListRepository } from '#app/domain/discovery/shop-list-repository.server.ts'
import { createDisputeEvidenceRepository } from '#app/domain/payments/dispute-evidence-repository.server.ts'
import { createRepositories, type Repositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { operatorName } from './operator-name.ts'

/** No customer waits for it. */
const PATIENCE_MS = 30_000

/** For a write without an answer. */
export const NO_ANSWER = 'The database did not answer in time. Run it again.'

/** The environment's database; throws a StartProblem for what is missing, and guesses none. */
export function opsDatabase(env: NodeJS.ProcessEnv): { url: string; authToken: string | undefined } {
	const url = env.DATABASE_URL
	if (!url || !/^(https?|libsql):\/\/./.test(url) || !URL.canParse(url))
		throw new StartProblem(
			'Set DATABASE_URL to the address of the database, such as libsql://wakati-you.turso.io or http://127.0.0.1:8080, and DATABASE_AUTH_TOKEN if it needs one.',
		)
	return { url, authToken: env.DATABASE_AUTH_TOKEN || undefined }
}

/** Repositories in the environment's database. */
export function opsRepositories(env: NodeJS.ProcessEnv): Repositories {
	return createRepositories(openOpsDatabase(env), operatorName(env))
}

/** With the operator's own, which the Worker need not carry. */
export function operatorRepositories(env: NodeJS.ProcessEnv) {
	const database = openOpsDatabase(env)
	return {
		...createRepositories(database, operatorName(env)),
		shopImports: createShopImportRepository(database.read),
		scheduleImports: createScheduleImportRepository(database.read),
		shopLists: createShopListRepository(database.read),
		disputeEvidence: createDisputeEvidenceRepository(database.read),
	}
}

export type OperatorRepositories = ReturnType<typeof operatorRepositories>

function openOpsDatabase(env: NodeJS.ProcessEnv) {
	return openDatabase({ ...opsDatabase(env), readTimeoutMs: PATIENCE_MS, writeTimeoutMs: PATIENCE_MS })
}
