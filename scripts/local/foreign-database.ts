import { isLoopback } from '#app/kernel/loopback.ts'
import type { LocalSettings } from './local-settings.ts'
import { StartProblem } from './start-problem.ts'

/**
 * Refuses another machine's database unless ENVIRONMENT is set (S4): a left-over DATABASE_URL would serve it in
 * development mode.
 */
export function requireExplicitEnvironment({ database, isEnvironmentExplicit }: LocalSettings): void {
	if (!database || isEnvironmentExplicit || isLoopback(new URL(database.url))) return
	throw new StartProblem(
		`DATABASE_URL names a database on another machine (${new URL(database.url).host}). To serve it from here, set ENVIRONMENT too (production, or development); to migrate it, run \`npm run db:migrate\`; for a database of your own on this machine, unset DATABASE_URL.`,
	)
}

/** Refuses to fill another machine's database with invented rows, unless explicitly allowed (S4). */
export function requireOwnMachine(database: LocalSettings['database'], isRemoteAllowed: boolean): void {
	if (!database || isRemoteAllowed || isLoopback(new URL(database.url))) return
	throw new StartProblem(
		`${new URL(database.url).host} is another machine, whose customers would see invented shops. Nothing was written; add --allow-remote if that is what you want.`,
	)
}
