import { describeSettings, readSettings, SettingsError } from '#app/env.server.ts'
import { isLoopback } from '#app/kernel/loopback.ts'

export type SettingProblem = {
	name: string
	/** 'off': the app runs without the feature that the hint names. */
	state: 'missing' | 'malformed' | 'off'
	hint: string
}

/** Values malformed only in production, and why. */
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

/** Missing and wrong settings of a production installation, by the Worker's own check. */
export function productionProblems(env: NodeJS.ProcessEnv): SettingProblem[] {
	const isMailBound = env.MAIL_PROVIDER === 'cloudflare'
	return describeSettings().flatMap(({ name, what, off, byDefault }): SettingProblem[] => {
		const value = env[name]
		if (!value) {
			if (byDefault === null) return [{ name, state: 'missing', hint: what }]
			const isNeedless = off === undefined || (name === 'MAIL_API_KEY' && isMailBound)
			return isNeedless ? [] : [{ name, state: 'off', hint: off }]
		}
		const hint = malformedBy(name, value) ?? productionRules[name]?.(value) ?? null
		return hint === null ? [] : [{ name, state: 'malformed', hint }]
	})
}

/** Null for a valid value. */
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
