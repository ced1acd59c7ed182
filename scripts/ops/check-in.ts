import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import { readSettings, SettingsError } from '#app/env.server.ts'
import { type CheckedIn, type CheckInRefused, checkIn } from '#app/flows/subscriptions/check-in.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { operatorAct } from './operator-act.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'

/** `ops check-in <shop> <code>`: a plan's holder is at the shop (D48). */
export const checkInAtShop: OpsCommand = {
	name: 'check-in',
	summary: 'checks in the holder of a plan: completes their booked session, or uses an entry',
	places: ['shop', 'code'],
	options: {
		key: {
			type: 'string',
			about: 'a name for this check-in: run again with the same name, it gives the same result',
		},
	},
	about:
		'Takes the shop’s id, and the code as scanned or as the customer read it out. Each code works once. Reads DATABASE_URL, DATABASE_AUTH_TOKEN, and for a scanned code, the installation’s CHECK_IN_KEYS.',
	async run({ places: [shopId = '', code = ''], options, env, now }) {
		const presented = code.includes('.') ? { token: code, keys: checkInKeysOf(env) } : { typed: code }
		const key = typeof options.key === 'string' ? options.key : newId()
		const isScanned = code.includes('.')
		const act = {
			shopId,
			kind: 'checked_in',
			subjectId: isScanned ? 'scanned' : code,
			summary: isScanned ? 'Scanned check-in code' : `Check-in code ${code}`,
			now,
		} as const
		const deps = opsRepositories(env)
		const alongside = operatorAct(deps, act)
		const checked = await checkIn(deps, { shopId, presented, key, alongside, now })
		if (checked.ok) return { isWell: true, lines: linesOf(checked.value), data: { ...checked.value } }
		const { code: refusal, ...rest } = checked.refusal
		return { isWell: false, lines: [refusalLine(checked.refusal)], data: { refusal, ...rest } }
	},
}

function linesOf({ holder, planTitle, sessionStartsAt, entriesLeft, usedAt, timeZone }: CheckedIn): string[] {
	return [
		`${holder} is checked in at ${clockAt(timeZone, usedAt)}: ${planTitle}.`,
		sessionStartsAt === null
			? 'A visit without a booked session.'
			: `For the session at ${clockLabelAt(timeZone, sessionStartsAt)}.`,
		entriesLeft === null ? 'Entries: unlimited.' : `Entries left: ${entriesLeft}.`,
	]
}

/** 'This code was already used at 14:02. …' */
function refusalLine({ code, usedAt, timeZone }: CheckInRefused): string {
	if (usedAt === undefined || timeZone === undefined) return checkInRefusalWords[code]
	return checkInRefusalWords[code].replace('already used', `already used at ${clockAt(timeZone, usedAt)}`)
}

/** '14:02', as staff write it. */
function clockAt(timeZone: string, at: number): string {
	return timeText(civilAt(timeZone, at).minute)
}

function checkInKeysOf(env: NodeJS.ProcessEnv): string[] {
	try {
		// The only settings needed here.
		const { checkInKeys } = readSettings({ COOKIE_KEYS: 'x'.repeat(32), ...env })
		if (checkInKeys) return checkInKeys
	} catch (error) {
		throw error instanceof SettingsError ? new StartProblem(error.message) : error
	}
	throw new StartProblem('Set CHECK_IN_KEYS to the installation’s keys: they verify scanned codes.')
}
