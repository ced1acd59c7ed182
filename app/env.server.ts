import * as z from 'zod'
import { type PaymentChannel, type PaymentMode, paymentChannels } from './kernel/vocabulary.ts'

const paystackKey = z
	.string()
	.regex(/^sk_(test|live)_[\w-]+$/)
	.optional()
	.describe("a secret key of Paystack's, which starts with sk_test_ or sk_live_")

/** What the platform hands to the Worker: wrangler.toml's vars and bindings, and secrets. Read here and nowhere else. */
const schema = z.object({
	ENVIRONMENT: z.enum(['development', 'test', 'production']).default('production'),
	DATABASE_URL: z
		.url({ protocol: /^(https?|libsql)$/ })
		.describe('the address of the libSQL server, such as libsql://wakati-you.turso.io'),
	DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
	COOKIE_KEYS: z
		.string()
		.transform((keys) => keys.split(',').map((key) => key.trim()))
		.pipe(z.array(z.string().min(32)).min(1))
		.describe('one or more keys of at least 32 characters, separated by commas; the first one signs'),
	APP_ORIGIN: z
		.url({ protocol: /^https?$/ })
		.transform((url) => new URL(url).origin)
		.optional()
		.describe('where customers reach the app, such as https://wakati.example'),
	MAIL_PROVIDER: z
		.enum(['http', 'cloudflare'])
		.default('http')
		.describe("'http' (Resend's API) or 'cloudflare' (the binding EMAIL)"),
	MAIL_API_URL: z
		.url({ protocol: /^https?$/ })
		.default('https://api.resend.com')
		.describe("the address of a provider that speaks Resend's API"),
	MAIL_API_KEY: z.string().min(1).optional(),
	MAIL_FROM: z
		.string()
		.regex(/^([^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
		.optional()
		.describe('the sender of mails, such as Wakati <hello@wakati.example>'),
	PAYSTACK_SECRET_KEY: paystackKey,
	PAYSTACK_PREVIOUS_SECRET_KEY: paystackKey,
	PAYSTACK_BASE_URL: z
		.url({ protocol: /^https?$/ })
		.default('https://api.paystack.co')
		.describe("the address of Paystack's API"),
	PAYSTACK_CHECKOUT_ORIGIN: z
		.url({ protocol: /^https?$/ })
		.transform((url) => new URL(url).origin)
		.default('https://checkout.paystack.com')
		.describe("where Paystack's payment page is; customers are sent nowhere else"),
	PAYSTACK_CHANNELS: z
		.string()
		.transform((channels) => [...new Set(channels.split(',').map((channel) => channel.trim()))])
		.pipe(z.array(z.enum(paymentChannels)))
		.default([...paymentChannels])
		.describe(`one or more of ${paymentChannels.join(', ')}, separated by commas`),
	SUPPORT_CONTACT: z.string().min(3).optional(),
	RELEASE: z.string().min(1).default('unreleased'),
})

/** The names that `readSettings` knows, for the programs that hand settings to the Worker. */
export const settingNames = Object.keys(schema.shape)

export type Settings = {
	environment: 'development' | 'test' | 'production'
	database: { url: string; authToken: string | undefined }
	/** The first key signs, all of them are accepted: so keys can be rotated. */
	cookieKeys: string[]
	/** Where links in mails lead; never taken from a request, whose Host header anybody can write. Null: no mail is sent. */
	appOrigin: string | null
	mail: { provider: 'http' | 'cloudflare'; apiUrl: string; apiKey: string | null; from: string | null }
	/** Null without a key, or without the app's own address to come back to: then paying online is not offered. */
	payments: {
		/** The first key asks Paystack; all of them are accepted in a webhook's signature: so keys can be rotated. */
		secretKeys: string[]
		baseUrl: string
		/** The only place where customers are sent to pay. */
		checkoutOrigin: string
		channels: PaymentChannel[]
		/** The first key's: a payment of the other mode is none. */
		mode: PaymentMode
	} | null
	/** Where a customer reaches a person (decision D27); null hides the line. */
	supportContact: string | null
	release: string
}

export class SettingsError extends Error {}

let last: { env: Record<string, unknown>; settings: Settings } | undefined

/**
 * Reads the settings; throws a SettingsError with one clear line when the app cannot run with them. What was read last
 * is kept: they do not change while a Worker runs, and checking them costs a fifteenth of a page.
 */
export function readSettings(env: Record<string, unknown>): Settings {
	if (last && isSame(last.env, env)) return last.settings
	const settings = checkSettings(env)
	last = { env, settings }
	return settings
}

function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
	const names = Object.keys(one)
	return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function checkSettings(env: Record<string, unknown>): Settings {
	// An empty value is a missing one: that is what an unset line of a settings file looks like.
	const present = Object.fromEntries(
		Object.entries(env).filter(([, value]) => typeof value === 'string' && value !== ''),
	)
	const parsed = schema.safeParse(present)
	if (!parsed.success) {
		const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
		const hints = names.map(
			(name) =>
				`${name} (${schema.shape[name as keyof typeof schema.shape]?.description ?? 'see the README'})`,
		)
		throw new SettingsError(`Settings are missing or wrong: ${hints.join('; ')}.`)
	}
	const { ENVIRONMENT, DATABASE_URL, DATABASE_AUTH_TOKEN, COOKIE_KEYS, SUPPORT_CONTACT, RELEASE } =
		parsed.data
	const { APP_ORIGIN, MAIL_PROVIDER, MAIL_API_URL, MAIL_API_KEY, MAIL_FROM } = parsed.data
	return {
		environment: ENVIRONMENT,
		database: { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN },
		cookieKeys: COOKIE_KEYS,
		appOrigin: APP_ORIGIN ?? null,
		mail: {
			provider: MAIL_PROVIDER,
			apiUrl: MAIL_API_URL,
			apiKey: MAIL_API_KEY ?? null,
			from: MAIL_FROM ?? null,
		},
		payments: paymentsOf(parsed.data),
		supportContact: SUPPORT_CONTACT ?? null,
		release: RELEASE,
	}
}

function paymentsOf(parsed: z.infer<typeof schema>): Settings['payments'] {
	const { APP_ORIGIN, PAYSTACK_SECRET_KEY, PAYSTACK_PREVIOUS_SECRET_KEY } = parsed
	if (APP_ORIGIN === undefined || PAYSTACK_SECRET_KEY === undefined) return null
	return {
		secretKeys: [
			PAYSTACK_SECRET_KEY,
			...(PAYSTACK_PREVIOUS_SECRET_KEY ? [PAYSTACK_PREVIOUS_SECRET_KEY] : []),
		],
		baseUrl: parsed.PAYSTACK_BASE_URL.replace(/\/+$/, ''),
		checkoutOrigin: parsed.PAYSTACK_CHECKOUT_ORIGIN,
		channels: parsed.PAYSTACK_CHANNELS,
		mode: PAYSTACK_SECRET_KEY.startsWith('sk_live_') ? 'live' : 'test',
	}
}
