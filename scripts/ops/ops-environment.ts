import { userInfo } from 'node:os'
import { createScheduleImportRepository } from '#app/domain/availability/schedule-import-repository.server.ts'
import { createShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import { createShopListRepository } from '#app/domain/discovery/shop-list-repository.server.ts'
import { createDisputeEvidenceRepository } from '#app/domain/payments/dispute-evidence-repository.server.ts'
import type { PayoutSettings } from '#app/domain/payments/online-payments.server.ts'
import { readSettings, type Settings, SettingsError } from '#app/env.server.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { createRepositories, type Repositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { type OpsResult, refusedResult } from './ops-command.ts'

/** No customer waits for it. */
const PATIENCE_MS = 30_000

/** For a write without an answer. */
export const NO_ANSWER = 'The database did not answer in time. Run it again.'

/** Refused, in the words for its code; a write without an answer needs none of its own. */
export function refusedWith<Code extends string>(
	code: Code | WriteFailure,
	words: Readonly<Record<Code, string>>,
): OpsResult {
	return refusedResult(code, isRetryable(code) ? NO_ANSWER : words[code])
}

/** The environment's database; throws a StartProblem for a missing setting, without a default. */
export function opsDatabase(env: NodeJS.ProcessEnv): { url: string; authToken: string | undefined } {
	const url = env.DATABASE_URL
	if (!url || !/^(https?|libsql):\/\/./.test(url) || !URL.canParse(url))
		throw new StartProblem(
			'Set DATABASE_URL to the address of the database, such as libsql://wakati-you.turso.io or http://127.0.0.1:8080, and DATABASE_AUTH_TOKEN if it needs one.',
		)
	return { url, authToken: env.DATABASE_AUTH_TOKEN || undefined }
}

export function opsRepositories(env: NodeJS.ProcessEnv): Repositories {
	return createRepositories(openOpsDatabase(env), operatorName(env))
}

/** All repositories, with the operator's, which the Worker does not need. */
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

const MOST_LETTERS = 60

/** `OPS_NAME`, else the system's user; written down with each act. */
function operatorName(env: NodeJS.ProcessEnv): string {
	const name = (env.OPS_NAME ?? '').replace(/[^\p{L}\p{M}\p{N} .'’@_-]/gu, '').trim() || systemUser()
	return name.slice(0, MOST_LETTERS)
}

/** A container may run as a user without a name. */
function systemUser(): string {
	try {
		return userInfo().username
	} catch {
		return `user ${process.getuid?.() ?? ''}`.trim()
	}
}

/** The environment's keys; null for none. Throws a StartProblem for bad ones. */
export function readCookieKeys(env: NodeJS.ProcessEnv): string[] | null {
	return env.COOKIE_KEYS ? readInstallation(env).cookieKeys : null
}

/** The installation's settings. Throws a StartProblem for bad ones. */
export function readInstallation(env: NodeJS.ProcessEnv): Settings {
	try {
		return readSettings(env)
	} catch (error) {
		throw error instanceof SettingsError ? new StartProblem(error.message) : error
	}
}

/** The payout settings of the installation; others may be missing. */
export function readPayoutSettings(
	env: NodeJS.ProcessEnv,
): Pick<PayoutSettings, 'minimumKobo'> & { mode: PaymentMode } {
	const minimum = Number(env.PAYOUT_MINIMUM || 1_000)
	if (!Number.isInteger(minimum) || minimum < 1)
		throw new StartProblem('PAYOUT_MINIMUM has to be a sum in whole naira, such as 1000.')
	const isTest = env.PAYSTACK_SECRET_KEY?.startsWith('sk_test_') === true
	return { minimumKobo: minimum * KOBO_PER_NAIRA, mode: isTest ? 'test' : 'live' }
}

/** For an empty list: the other kind of money may have some. */
export const ofWhichMoney: Record<PaymentMode, string> = {
	live: 'With a test key in PAYSTACK_SECRET_KEY this is about test payments.',
	test: 'This is about test payments. Without the test key it is about real ones.',
}

/** For the help of each payout command. */
export const payoutSettingsAbout =
	'Reads DATABASE_URL, DATABASE_AUTH_TOKEN and PAYOUT_MINIMUM; with a test key in PAYSTACK_SECRET_KEY it is about test payments, else about real ones.'
