import * as z from 'zod'
import { isLoopback } from '#app/kernel/loopback.ts'
import { KOBO_PER_NAIRA, type Kobo } from '#app/kernel/money.ts'
import { type PaymentChannel, type PaymentMode, paymentChannels } from '#app/kernel/vocabulary/payments.ts'

const paystackKey = z
	.string()
	.regex(/^sk_(test|live)_[\w-]+$/)
	.optional()
	.describe("a secret key of Paystack's, which starts with sk_test_ or sk_live_")

/** Where Cloudflare may be asked to keep a Durable Object. */
const writerLocations = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'] as const

/** What the platform hands to the Worker: vars and bindings of wrangler.toml, and secrets. Read in this file only. */
const schema = z.object({
	ENVIRONMENT: z.enum(['development', 'test', 'production']).default('production'),
	DATABASE_URL: z
		.url({ protocol: /^(https?|libsql)$/ })
		.describe('the address of the libSQL server, such as libsql://wakati-you.turso.io'),
	DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
	DATABASE_READ_URL: z
		.url({ protocol: /^(https?|libsql)$/ })
		.optional()
		.describe('the address of a replica of the database, which pages are read from'),
	DATABASE_READ_AUTH_TOKEN: z.string().min(1).optional(),
	DATABASE_WRITER_LOCATION: z
		.enum(writerLocations)
		.optional()
		.describe(`where the writer runs, beside the database: one of ${writerLocations.join(', ')}`),
	COOKIE_KEYS: z
		.string()
		.transform((keys) => keys.split(',').map((key) => key.trim()))
		.pipe(z.array(z.string().min(32)).min(1))
		.describe('one or more keys of at least 32 characters, separated by commas; the first one signs'),
	CHECK_IN_KEYS: z
		.string()
		.transform((keys) => keys.split(',').map((key) => key.trim()))
		.pipe(z.array(z.string().min(32)).min(1))
		.optional()
		.describe('one or more keys of at least 32 characters, separated by commas, newest first'),
	DEBUG_TOKENS: z
		.enum(['0', '1'])
		.default('0')
		.describe('1 shows what is in check-in codes; never in production'),
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
	MAIL_RATE: z.coerce
		.number()
		.positive()
		.max(1_000)
		.default(2)
		.describe('how many requests a second the mail provider takes, such as 2'),
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
	PAYMENT_MINIMUM: z.coerce
		.number()
		.int()
		.min(1)
		.max(10_000)
		.default(100)
		.describe(
			'the least that is asked for online, in whole naira: Paystack takes no bank transfer below 100',
		),
	PAYOUTS: z
		.enum(['off', 'paystack'])
		.default('off')
		.describe("'paystack' pays shops by transfers, 'off' leaves it to your bank and a file"),
	PAYOUT_HOUR: z.coerce
		.number()
		.int()
		.min(0)
		.max(23)
		.default(19)
		.describe('the hour of a working day from which shops are paid, 0 to 23 on their clocks'),
	PAYOUT_MINIMUM: z.coerce
		.number()
		.int()
		.min(1)
		.max(1_000_000)
		.default(1_000)
		.describe('what a shop has to be due at least to be paid, in whole naira'),
	SUPPORT_CONTACT: z.string().min(3).optional(),
	READYZ_KEY: z
		.string()
		.min(16)
		.optional()
		.describe('a key of at least 16 characters, with which /readyz tells operators all that it knows'),
	VAPID_PUBLIC_KEY: z
		.string()
		.regex(/^B[\w-]{86}$/)
		.optional()
		.describe('the public key of push messages, 87 letters of base64url: npm run ops -- push-keys <subject>'),
	VAPID_PRIVATE_KEY: z
		.string()
		.regex(/^[\w-]{43}$/)
		.optional()
		.describe(
			'the private key of push messages, 43 letters of base64url: npm run ops -- push-keys <subject>',
		),
	VAPID_SUBJECT: z
		.string()
		.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
		.optional()
		.describe('where a push service reaches you, such as mailto:help@wakati.example'),
	OFFLINE: z
		.enum(['on', 'off'])
		.default('on')
		.describe("'on', or 'off' to end the service worker on all phones"),
	RELEASE: z.string().min(1).optional(),
})

/** All setting names, for the programs that hand settings to the Worker. */
export const settingNames = () => Object.keys(schema.shape)

export type Settings = {
	environment: 'development' | 'test' | 'production'
	database: { url: string; authToken: string | undefined }
	/** Answers the reads of pages. Null: the database itself answers all. */
	replica: { url: string; authToken: string | undefined } | null
	/** Where the object that writes should run; null: near the first write. */
	writerLocation: (typeof writerLocations)[number] | null
	/** The first key signs and all keys are accepted, so that keys can be rotated. */
	cookieKeys: string[]
	/** As `cookieKeys`, for the codes of check-in. Null: there is no picture to scan, only a code to read out. */
	checkInKeys: string[] | null
	/** Shows what is in a check-in code (D17); never in production. */
	debugTokens: boolean
	/** Where links in mails lead. A request's Host header is not used: a stranger can write it. Null: no mail is sent. */
	appOrigin: string | null
	mail: {
		provider: 'http' | 'cloudflare'
		apiUrl: string
		apiKey: string | null
		from: string | null
		/** Requests a second that the provider takes. */
		rate: number
	}
	/** Null without a key or without `APP_ORIGIN`, the address to come back to: paying online is then not offered. */
	payments: {
		/** The first key asks Paystack. Webhooks signed with any key are accepted, so that keys can be rotated. */
		secretKeys: [string, ...string[]]
		baseUrl: string
		/** The only origin to which customers are sent to pay. */
		checkoutOrigin: string
		channels: PaymentChannel[]
		/** The least that is asked for online (D69). */
		minimumKobo: Kobo
		/** The mode of the first key. A payment of the other mode does not count. */
		mode: PaymentMode
	} | null
	/** Why paying online is off although it has a key; null when nothing is wrong. */
	paymentsProblem: 'test_key_in_production' | null
	/** `isByTransfer`: Paystack pays shops, at the `hour` of a working day on their clocks; else the operator's bank. */
	payouts: { isByTransfer: boolean; hour: number; minimumKobo: Kobo }
	/** Null without all three settings: then push is not offered, and mail goes instead. */
	push: { publicKey: string; privateKey: string; subject: string } | null
	/** Why push is off although a setting of it is there; null when nothing is wrong. */
	pushProblem: 'vapid_settings_incomplete' | null
	/** Where a customer reaches a person (D27); null hides the line. */
	supportContact: string | null
	/** With it `/readyz` tells more than ready or not; null: it never does. */
	readyzKey: string | null
	/** False ends the service worker on each phone that looks for a new one. */
	isOfflineOn: boolean
	release: string
}

export class SettingsError extends Error {}

let last: { env: Record<string, unknown>; settings: Settings } | undefined

/**
 * Reads the settings; throws a SettingsError with one clear line when the app cannot run with them. The last result is
 * kept: settings do not change while a Worker runs, and checking them costs a fifteenth of a page.
 */
export function readSettings(env: Record<string, unknown>): Settings {
	if (last && isSame(last.env, env)) return last.settings
	const settings = checkSettings(env)
	last = { env, settings }
	return settings
}

/** Bindings may be other objects for each request, and say the same. */
function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
	const names = Object.keys(one)
	if (names.length !== Object.keys(other).length) return false
	return names.every((name) => one[name] === other[name] || typeof (one[name] ?? other[name]) === 'object')
}

function checkSettings(env: Record<string, unknown>): Settings {
	// An empty value counts as missing: an unset line of a settings file is an empty value.
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
	refuseOpenAddresses(parsed.data)
	const { APP_ORIGIN, MAIL_PROVIDER, MAIL_API_URL, MAIL_API_KEY, MAIL_FROM, MAIL_RATE } = parsed.data
	return {
		environment: ENVIRONMENT,
		database: { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN },
		replica: replicaOf(parsed.data),
		writerLocation: parsed.data.DATABASE_WRITER_LOCATION ?? null,
		cookieKeys: COOKIE_KEYS,
		checkInKeys: parsed.data.CHECK_IN_KEYS ?? null,
		debugTokens: parsed.data.DEBUG_TOKENS === '1' && ENVIRONMENT !== 'production',
		appOrigin: APP_ORIGIN ?? null,
		mail: {
			provider: MAIL_PROVIDER,
			apiUrl: MAIL_API_URL,
			apiKey: MAIL_API_KEY ?? null,
			from: MAIL_FROM ?? null,
			rate: MAIL_RATE,
		},
		payments: isTestKeyInProduction(parsed.data) ? null : paymentsOf(parsed.data),
		paymentsProblem: isTestKeyInProduction(parsed.data) ? 'test_key_in_production' : null,
		payouts: {
			isByTransfer: parsed.data.PAYOUTS === 'paystack',
			hour: parsed.data.PAYOUT_HOUR,
			minimumKobo: parsed.data.PAYOUT_MINIMUM * KOBO_PER_NAIRA,
		},
		...pushOf(parsed.data),
		supportContact: SUPPORT_CONTACT ?? null,
		readyzKey: parsed.data.READYZ_KEY ?? null,
		isOfflineOn: parsed.data.OFFLINE === 'on',
		release: RELEASE ?? versionOf(env.CF_VERSION_METADATA) ?? 'unreleased',
	}
}

const secretsTravelTo = [
	'APP_ORIGIN',
	'MAIL_API_URL',
	'PAYSTACK_BASE_URL',
	'PAYSTACK_CHECKOUT_ORIGIN',
] as const

/** In production keys, links and customers go over https only, except to this machine itself (S20). */
function refuseOpenAddresses(parsed: z.infer<typeof schema>): void {
	if (parsed.ENVIRONMENT !== 'production') return
	const open = secretsTravelTo.filter((name) => {
		const url = new URL(parsed[name] ?? 'https://unset.example')
		return url.protocol !== 'https:' && !isLoopback(url)
	})
	if (open.length > 0)
		throw new SettingsError(`Settings are wrong: ${open.join(', ')} must begin with https:// in production.`)
}

/** Test cards would pay for real visits (S20). A production build that is tried on this machine takes no money. */
function isTestKeyInProduction({
	ENVIRONMENT,
	APP_ORIGIN,
	PAYSTACK_SECRET_KEY,
}: z.infer<typeof schema>): boolean {
	if (ENVIRONMENT !== 'production' || PAYSTACK_SECRET_KEY === undefined) return false
	return modeOf(PAYSTACK_SECRET_KEY) === 'test' && !(APP_ORIGIN && isLoopback(new URL(APP_ORIGIN)))
}

/** The platform's name of what was deployed: its tag, or its id. */
function versionOf(metadata: unknown): string | null {
	if (typeof metadata !== 'object' || metadata === null) return null
	const { tag, id } = metadata as { tag?: unknown; id?: unknown }
	return [tag, id].find((name): name is string => typeof name === 'string' && name !== '') ?? null
}

function replicaOf({
	DATABASE_READ_URL: url,
	DATABASE_READ_AUTH_TOKEN: authToken,
}: z.infer<typeof schema>): Settings['replica'] {
	return url === undefined ? null : { url, authToken }
}

function modeOf(secretKey: string): PaymentMode {
	return secretKey.startsWith('sk_live_') ? 'live' : 'test'
}

function pushOf({
	VAPID_PUBLIC_KEY: publicKey,
	VAPID_PRIVATE_KEY: privateKey,
	VAPID_SUBJECT: subject,
}: z.infer<typeof schema>): Pick<Settings, 'push' | 'pushProblem'> {
	if (publicKey && privateKey && subject)
		return { push: { publicKey, privateKey, subject }, pushProblem: null }
	const isBegun = [publicKey, privateKey, subject].some((value) => value !== undefined)
	return { push: null, pushProblem: isBegun ? 'vapid_settings_incomplete' : null }
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
		minimumKobo: parsed.PAYMENT_MINIMUM * KOBO_PER_NAIRA,
		mode: modeOf(PAYSTACK_SECRET_KEY),
	}
}
