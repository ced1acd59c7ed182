import { readSettings, SettingsError, settingNames } from '#app/env.server.ts'
import { isLoopback } from '#app/kernel/loopback.ts'

export type SettingProblem = {
	name: string
	/** 'off': the app runs, without what the hint names. */
	state: 'missing' | 'malformed' | 'off'
	hint: string
}

/** Nothing runs without these. */
const required: Record<string, string> = {
	DATABASE_URL: 'the address of the libSQL server, such as libsql://wakati-you.turso.io',
	COOKIE_KEYS: 'a key of 32 characters or more: openssl rand -base64 32',
}

/** What is off without a setting. */
const optional: Record<string, string> = {
	APP_ORIGIN: 'no mail is sent, and paying online is not offered',
	CHECK_IN_KEYS: 'plans have no QR code to scan, only a code to read out',
	MAIL_API_KEY: 'no mail is sent',
	MAIL_FROM: 'no mail is sent',
	PAYSTACK_SECRET_KEY: 'paying online is not offered',
	VAPID_PUBLIC_KEY: 'nobody is asked for push messages, mail goes instead',
	VAPID_PRIVATE_KEY: 'nobody is asked for push messages, mail goes instead',
	VAPID_SUBJECT: 'nobody is asked for push messages, mail goes instead',
	READYZ_KEY: '/readyz tells no one what is wrong, and what waits',
	SUPPORT_CONTACT: 'customers are not told where to reach a person',
}

/** Malformed in production alone, with what is wrong. */
const productionRules: Record<string, (value: string) => string | null> = {
	DATABASE_URL: (value) =>
		isLoopback(new URL(value)) ? 'a Worker cannot reach a database on this machine' : null,
	APP_ORIGIN: (value) => (value.startsWith('https://') ? null : 'it has to begin with https://'),
	PAYSTACK_SECRET_KEY: (value) =>
		value.startsWith('sk_live_') ? null : 'a test key takes no money: production needs the one with sk_live_',
	COOKIE_KEYS: weakKey,
	CHECK_IN_KEYS: weakKey,
	DEBUG_TOKENS: (value) =>
		value === '0' ? null : 'it is for this machine: production never shows what codes hold',
}

function weakKey(value: string): string | null {
	return value.split(',').some((key) => new Set(key.trim()).size < 10)
		? 'a key has too few different characters to be random: openssl rand -base64 32'
		: null
}

/** What a production installation with these settings lacks, and what in them is wrong; by the Worker's own check. */
export function productionProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
	const isMailBound = env.MAIL_PROVIDER === 'cloudflare'
	return [...new Set([...Object.keys(required), ...settingNames()])].flatMap((name): SettingProblem[] => {
		const value = env[name]
		if (!value) {
			const isNeedless = name === 'MAIL_API_KEY' && isMailBound
			const [missing, off] = [required[name], isNeedless ? undefined : optional[name]]
			if (missing !== undefined) return [{ name, state: 'missing', hint: missing }]
			return off === undefined ? [] : [{ name, state: 'off', hint: off }]
		}
		const hint = malformedBy(name, value) ?? productionRules[name]?.(value) ?? null
		return hint === null ? [] : [{ name, state: 'malformed', hint }]
	})
}

/** Why the Worker refuses this one value; null when it takes it. */
function malformedBy(name: string, value: string): string | null {
	const others = { DATABASE_URL: 'https://database.example', COOKIE_KEYS: 'x'.repeat(32) }
	try {
		readSettings({ ...others, ENVIRONMENT: 'production', [name]: value })
		return null
	} catch (error) {
		if (error instanceof SettingsError) return error.message
		throw error
	}
}
