import { resolve } from 'node:path'
import { readSettings, type Settings, SettingsError, settingNames } from '#app/env.server.ts'
import { PROJECT_ROOT } from './project-root.ts'
import { StartProblem } from './start-problem.ts'
import type { WorkerSettings } from './worker-runtime.ts'

export type LocalSettings = {
	host: string
	port: number
	/** Absolute. */
	dataDir: string
	/** A running libSQL server; undefined: our own is started. */
	database: { url: string; authToken: string | undefined } | undefined
	environment: Settings['environment']
	/** ENVIRONMENT was set explicitly. */
	isEnvironmentExplicit: boolean
	/** For the Worker's `env`; DATABASE_URL and COOKIE_KEYS may still be missing. */
	worker: WorkerSettings
}

/** Throws a StartProblem for a wrong variable. */
export function readLocalSettings(env: NodeJS.ProcessEnv): LocalSettings {
	// Only set variables: they override our own values.
	const worker: WorkerSettings = Object.fromEntries(
		settingNames().flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
	)
	const isEnvironmentExplicit = worker.ENVIRONMENT !== undefined
	worker.ENVIRONMENT ??= 'development'
	const checked = checkedByWorker({
		...worker,
		// Missing ones are made later; only wrong values are refused here.
		DATABASE_URL: worker.DATABASE_URL ?? 'http://127.0.0.1:8080',
		COOKIE_KEYS: worker.COOKIE_KEYS ?? 'x'.repeat(32),
	})
	return {
		host: env.HOST || '127.0.0.1',
		port: readPort(env.PORT || '8788'),
		dataDir: resolve(PROJECT_ROOT, env.DATA_DIR || '.data'),
		database: worker.DATABASE_URL === undefined ? undefined : checked.database,
		environment: checked.environment,
		isEnvironmentExplicit,
		worker,
	}
}

function readPort(text: string): number {
	const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
	if (port <= 65_535) return port
	throw new StartProblem(`PORT is "${text}": it has to be a whole number from 0 (any free port) to 65535.`)
}

/** The Worker's own check, so that a bad setting stops the start and not the first page. */
function checkedByWorker(worker: WorkerSettings): Settings {
	try {
		return readSettings(worker)
	} catch (error) {
		throw error instanceof SettingsError ? new StartProblem(error.message) : error
	}
}
