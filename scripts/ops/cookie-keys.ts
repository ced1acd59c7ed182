import { readSettings, SettingsError } from '#app/env.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

/** The environment's keys; null for none. Throws a StartProblem for bad ones. */
export function cookieKeysOf(env: NodeJS.ProcessEnv): string[] | null {
	if (!env.COOKIE_KEYS) return null
	try {
		return readSettings(env).cookieKeys
	} catch (error) {
		throw error instanceof SettingsError ? new StartProblem(error.message) : error
	}
}
