import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, tryLock } from './lock.ts'
import { StartProblem, systemCode } from './start-problem.ts'
import { newVapidSettings } from './vapid-settings.ts'

export type DataFolder = {
	databaseDir: string
	release(): void
}

/** Claims DATA_DIR for this program; throws a StartProblem if it is unwritable or in use. */
export function claimDataFolder(dataDir: string): DataFolder {
	const lockFile = join(dataDir, 'running')
	const lock = orProblem(dataDir, (): Lock => {
		mkdirSync(dataDir, { recursive: true })
		return tryLock(lockFile)
	})
	if ('heldBy' in lock) {
		throw new StartProblem(
			`The data in ${dataDir} are in use by process ${lock.heldBy}: stop it first, or set DATA_DIR to another folder. (If that process is something else, delete ${lockFile}.)`,
		)
	}
	return { databaseDir: join(dataDir, 'database'), release: lock.release }
}

/** Signs cookies on this machine: made once, so that cookies survive a restart. */
export function localCookieKeys(dataDir: string): string {
	return localKey(dataDir, 'cookie-keys')
}

export function localCheckInKeys(dataDir: string): string {
	return localKey(dataDir, 'check-in-keys')
}

/** The key pair of push messages on this machine: subscribed browsers know it. */
export function localVapidSettings(dataDir: string): ReturnType<typeof newVapidSettings> {
	return JSON.parse(localKey(dataDir, 'push-keys', () => JSON.stringify(newVapidSettings())))
}

function localKey(dataDir: string, name: string, make = () => randomBytes(32).toString('base64url')): string {
	const path = join(dataDir, name)
	return orProblem(dataDir, () => {
		mkdirSync(dataDir, { recursive: true })
		try {
			writeFileSync(path, make(), { flag: 'wx', mode: 0o600 })
		} catch (error) {
			if (systemCode(error) !== 'EEXIST') throw error
		}
		return readFileSync(path, 'utf8')
	})
}

/** The sandbox's payments of this folder's database. */
export function paymentsFile(dataDir: string): string {
	return join(dataDir, 'paystack.json')
}

function orProblem<T>(dataDir: string, work: () => T): T {
	try {
		return work()
	} catch (error) {
		if (systemCode(error) === undefined) throw error
		throw new StartProblem(
			`DATA_DIR is ${dataDir}, which cannot be written (${systemCode(error)}): set it to a folder that can.`,
		)
	}
}
