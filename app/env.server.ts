import * as z from 'zod'
import { isLoopback } from '#app/kernel/loopback.ts'
import { KOBO_PER_NAIRA, type Kobo } from '#app/kernel/money.ts'
import { type PaymentChannel, type PaymentMode, paymentChannels } from '#app/kernel/vocabulary/payments.ts'

/** A setting's entry in docs/settings.md. */
type SettingNote = {
	/** Its purpose and form: also shown for a wrong value. */
	what: string
	isSecret?: true
	/** What is off without it, for `npm run check:env`. */
	off?: string
	/** What holds without it, where nothing is off and there is no default. */
	unset?: string
}

const notes = z.registry<SettingNote>()
const noted = <T extends z.ZodType>(schema: T, note: SettingNote): T => {
	notes.add(schema, note)
	return schema
}

const serverUrl = z.url({ protocol: /^(https?|libsql)$/ })
const httpUrl = z.url({ protocol: /^https?$/ })
const keyList = z
	.string()
	.transform((keys) => keys.split(',').map((key) => key.trim()))
	.pipe(z.array(z.string().min(32)).min(1))
const paystackKey = z.string().regex(/^sk_(test|live)_[\w-]+$/)
const noPush = 'push messages are not offered, mail goes instead'

/** Cloudflare's location hints for a Durable Object. */
const writerLocations = ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'oc', 'afr', 'me'] as const

/**
 * The Worker's vars and bindings of wrangler.toml, and its secrets. Read only in this file. `npx tsx
 * scripts/settings.ts` writes docs/settings.md from it.
 */
const schema = z.object({
	ENVIRONMENT: noted(z.enum(['development', 'test', 'production']).default('production'), {
		what: '`development`, `test` or `production`, which takes https and live keys alone',
	}),
	DATABASE_URL: noted(serverUrl, {
		what: 'the address of the libSQL server, such as `libsql://wakati-you.turso.io`',
	}),
	DATABASE_AUTH_TOKEN: noted(z.string().min(1).optional(), {
		what: 'its token',
		isSecret: true,
		unset: 'none is sent',
	}),
	DATABASE_READ_URL: noted(serverUrl.optional(), {
		what: 'the address of a replica of the database, which pages are read from',
		unset: 'the database answers all',
	}),
	DATABASE_READ_AUTH_TOKEN: noted(z.string().min(1).optional(), {
		what: 'its token; a read-only one is enough',
		isSecret: true,
		unset: 'none is sent',
	}),
	DATABASE_WRITER_LOCATION: noted(z.enum(writerLocations).optional(), {
		what: `where the writer runs, beside the database: one of ${writerLocations.join(', ')}`,
		unset: 'near the first write',
	}),
	COOKIE_KEYS: noted(keyList, {
		what: 'one or more keys of 32 characters or more, separated by commas (`openssl rand -base64 32`). The first signs, all are accepted',
		isSecret: true,
	}),
	CHECK_IN_KEYS: noted(keyList.optional(), {
		what: 'keys as `COOKIE_KEYS`, newest first, for the codes of check-in',
		isSecret: true,
		off: 'plans have no QR code to scan, only a code to read out',
	}),
	DEBUG_TOKENS: noted(z.enum(['0', '1']).default('0'), {
		what: '`1` shows what is in check-in codes; never in production',
	}),
	APP_ORIGIN: noted(httpUrl.transform((url) => new URL(url).origin).optional(), {
		what: 'where customers reach the app, such as `https://wakati.example`: links in mails and on posters begin with it',
		off: 'no mail, no paying online, and no map of the site',
	}),
	MAIL_PROVIDER: noted(z.enum(['http', 'cloudflare']).default('http'), {
		what: "`http` (Resend's API) or `cloudflare` (a `send_email` binding `EMAIL` in `wrangler.toml`)",
	}),
	MAIL_API_URL: noted(httpUrl.default('https://api.resend.com'), {
		what: "the address of a provider that speaks Resend's API",
	}),
	MAIL_API_KEY: noted(z.string().min(1).optional(), {
		what: "the provider's key; `cloudflare` needs none",
		isSecret: true,
		off: 'no mail is sent',
	}),
	MAIL_FROM: noted(
		z
			.string()
			.regex(/^([^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
			.optional(),
		{ what: 'the sender of mails, such as `Wakati <hello@wakati.example>`', off: 'no mail is sent' },
	),
	MAIL_RATE: noted(z.coerce.number().positive().max(1_000).default(2), {
		what: 'how many requests a second the mail provider takes',
	}),
	PAYSTACK_SECRET_KEY: noted(paystackKey.optional(), {
		what: "Paystack's secret key, which starts with sk_test_ or sk_live_; it needs `APP_ORIGIN` too",
		isSecret: true,
		off: 'paying online is not offered',
	}),
	PAYSTACK_PREVIOUS_SECRET_KEY: noted(paystackKey.optional(), {
		what: 'while a key is rotated, the one before, which starts with sk_test_ or sk_live_: its webhooks are still accepted',
		isSecret: true,
		unset: 'only the newest key is accepted',
	}),
	PAYSTACK_BASE_URL: noted(httpUrl.default('https://api.paystack.co'), {
		what: "the address of Paystack's API",
	}),
	PAYSTACK_CHECKOUT_ORIGIN: noted(
		httpUrl.transform((url) => new URL(url).origin).default('https://checkout.paystack.com'),
		{ what: "where Paystack's payment page is; customers are sent nowhere else" },
	),
	PAYSTACK_CHANNELS: noted(
		z
			.string()
			.transform((channels) => [...new Set(channels.split(',').map((channel) => channel.trim()))])
			.pipe(z.array(z.enum(paymentChannels)))
			.default([...paymentChannels]),
		{ what: 'ways to pay online, one or more of those by default, separated by commas' },
	),
	PAYMENT_MINIMUM: noted(z.coerce.number().int().min(1).max(10_000).default(100), {
		what: 'the least that is asked for online, in whole naira: below it a visit is paid at the shop. Paystack takes no bank transfer below 100',
	}),
	PAYOUTS: noted(z.enum(['off', 'paystack']).default('off'), {
		what: "`paystack` pays shops by Paystack's transfers, `off` leaves it to your bank and a file",
	}),
	PAYOUT_HOUR: noted(z.coerce.number().int().min(0).max(23).default(19), {
		what: 'the hour of a working day from which shops are paid, 0 to 23 on their clocks',
	}),
	PAYOUT_MINIMUM: noted(z.coerce.number().int().min(1).max(1_000_000).default(1_000), {
		what: 'what a shop has to be due at least to be paid, in whole naira',
	}),
	SUPPORT_CONTACT: noted(z.string().min(3).optional(), {
		what: 'an e-mail address or number for customers who need a person and for reporters of security problems. An address is mailed about each shop that waits for approval',
		off: 'customers are not told where to reach a person, and there is no `security.txt`',
	}),
	READYZ_KEY: noted(z.string().min(16).optional(), {
		what: 'a key of 16 characters or more, sent as `Authorization: Bearer …`, with which `/readyz` tells all that it knows',
		isSecret: true,
		off: '`/readyz` tells only whether the app is ready',
	}),
	VAPID_PUBLIC_KEY: noted(
		z
			.string()
			.regex(/^B[\w-]{86}$/)
			.optional(),
		{
			what: 'the public key of push messages, 87 letters of base64url: `npm run ops -- push-keys <subject>` makes the pair',
			off: noPush,
		},
	),
	VAPID_PRIVATE_KEY: noted(
		z
			.string()
			.regex(/^[\w-]{43}$/)
			.optional(),
		{ what: 'its private key, 43 letters of base64url', isSecret: true, off: noPush },
	),
	VAPID_SUBJECT: noted(
		z
			.string()
			.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
			.optional(),
		{ what: 'where a push service reaches you, such as `mailto:help@wakati.example`', off: noPush },
	),
	OFFLINE: noted(z.enum(['on', 'off']).default('on'), {
		what: '`off` ends the service worker on each phone within an hour of its next page: tickets, the offline page and push messages are gone',
	}),
	RELEASE: noted(z.string().min(1).optional(), {
		what: 'the release that `/readyz` names',
		unset: "Cloudflare's name of the deployed version, else `unreleased`",
	}),
})

type DescribedSetting = SettingNote & { name: string; byDefault: { value: unknown } | null }
type SettingName = keyof typeof schema.shape
const noteOf = (name: SettingName): SettingNote => notes.get(schema.shape[name]) ?? { what: name }

/** A null `byDefault` marks a required setting. */
export function describeSettings(): DescribedSetting[] {
	return (Object.keys(schema.shape) as SettingName[]).map((name) => {
		const missing = schema.shape[name].safeParse(undefined)
		return { name, ...noteOf(name), byDefault: missing.success ? { value: missing.data } : null }
	})
}

/** For programs that pass settings to the Worker. */
export const settingNames = () => Object.keys(schema.shape)

export type Settings = {
	environment: 'development' | 'test' | 'production'
	database: { url: string; authToken: string | undefined }
	/** Answers reads of pages. Null: the database answers all. */
	replica: { url: string; authToken: string | undefined } | null
	/** Null: near the first write. */
	writerLocation: (typeof writerLocations)[number] | null
	/** The first key signs; all are accepted, so that keys can be rotated. */
	cookieKeys: string[]
	/** As `cookieKeys`, for check-in codes. Null: codes are read out, not scanned. */
	checkInKeys: string[] | null
	/** Shows a check-in code's content (D17); never in production. */
	debugTokens: boolean
	/** The origin of links in mails: a stranger can write a request's Host header. Null: no mail is sent. */
	appOrigin: string | null
	mail: {
		provider: 'http' | 'cloudflare'
		apiUrl: string
		apiKey: string | null
		from: string | null
		/** Requests per second that the provider takes. */
		rate: number
	}
	/** Null without a key or `APP_ORIGIN`: then paying online is not offered. */
	payments: {
		/** The first key calls Paystack; any key verifies webhooks, so that keys can be rotated. */
		secretKeys: [string, ...string[]]
		baseUrl: string
		/** The only origin to which customers are sent to pay. */
		checkoutOrigin: string
		channels: PaymentChannel[]
		/** The minimum online payment (D69). */
		minimumKobo: Kobo
		/** The first key's mode. Payments of the other mode do not count. */
		mode: PaymentMode
	} | null
	/** Why paying online is off despite a key; else null. */
	paymentsProblem: 'test_key_in_production' | null
	/** `isByTransfer`: Paystack pays shops, at `hour` on working days on their clocks; else the operator's bank. */
	payouts: { isByTransfer: boolean; hour: number; minimumKobo: Kobo }
	/** Null without all three settings: mail goes instead. */
	push: { publicKey: string; privateKey: string; subject: string } | null
	/** Why push is off despite some settings; else null. */
	pushProblem: 'vapid_settings_incomplete' | null
	/** Where a customer reaches a person (D27); null hides the line. */
	supportContact: string | null
	/** `/readyz` gives details to its holder; null: never. */
	readyzKey: string | null
	/** False removes the service worker from phones that check for updates. */
	isOfflineOn: boolean
	release: string
}

export class SettingsError extends Error {}

let last: { env: Record<string, unknown>; settings: Settings } | undefined

/**
 * Throws a SettingsError of one line when the app cannot run with the settings. Keeps the last result: checking costs a
 * fifteenth of a page.
 */
export function readSettings(env: Record<string, unknown>): Settings {
	if (last && isSame(last.env, env)) return last.settings
	const settings = checkSettings(env)
	last = { env, settings }
	return settings
}

/** Bindings may be new objects for each request, with equal content. */
function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
	const names = Object.keys(one)
	if (names.length !== Object.keys(other).length) return false
	return names.every((name) => one[name] === other[name] || typeof (one[name] ?? other[name]) === 'object')
}

function checkSettings(env: Record<string, unknown>): Settings {
	// Empty counts as missing: an unset line of a settings file is empty.
	const present = Object.fromEntries(
		Object.entries(env).filter(([, value]) => typeof value === 'string' && value !== ''),
	)
	const parsed = schema.safeParse(present)
	if (!parsed.success) {
		const names = [...new Set(parsed.error.issues.map((issue) => issue.path[0] as SettingName))]
		const hints = names.map((name) => `${name} (${noteOf(name).what})`)
		throw new SettingsError(`Settings are missing or wrong: ${hints.join('; ')}.`)
	}
	const { ENVIRONMENT, DATABASE_URL, DATABASE_AUTH_TOKEN, COOKIE_KEYS, SUPPORT_CONTACT, RELEASE } =
		parsed.data
	refuseOpenAddresses(parsed.data)
	const { APP_ORIGIN, MAIL_PROVIDER, MAIL_API_URL, MAIL_API_KEY, MAIL_FROM, MAIL_RATE } = parsed.data
	return {
		environment: ENVIRONMENT,
		database: { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN },
		replica: readReplica(parsed.data),
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
		payments: isTestKeyInProduction(parsed.data) ? null : readPayments(parsed.data),
		paymentsProblem: isTestKeyInProduction(parsed.data) ? 'test_key_in_production' : null,
		payouts: {
			isByTransfer: parsed.data.PAYOUTS === 'paystack',
			hour: parsed.data.PAYOUT_HOUR,
			minimumKobo: parsed.data.PAYOUT_MINIMUM * KOBO_PER_NAIRA,
		},
		...readPushKeys(parsed.data),
		supportContact: SUPPORT_CONTACT ?? null,
		readyzKey: parsed.data.READYZ_KEY ?? null,
		isOfflineOn: parsed.data.OFFLINE === 'on',
		release: RELEASE ?? readVersion(env.CF_VERSION_METADATA) ?? 'unreleased',
	}
}

const secretsTravelTo = [
	'APP_ORIGIN',
	'MAIL_API_URL',
	'PAYSTACK_BASE_URL',
	'PAYSTACK_CHECKOUT_ORIGIN',
] as const

/** In production keys, links and customers need https, except on this machine (S20). */
function refuseOpenAddresses(parsed: z.infer<typeof schema>): void {
	if (parsed.ENVIRONMENT !== 'production') return
	const open = secretsTravelTo.filter((name) => {
		const url = new URL(parsed[name] ?? 'https://unset.example')
		return url.protocol !== 'https:' && !isLoopback(url)
	})
	if (open.length > 0)
		throw new SettingsError(`Settings are wrong: ${open.join(', ')} must begin with https:// in production.`)
}

/** Test cards would pay for real visits (S20). A production build on this machine takes no money. */
function isTestKeyInProduction(input: z.infer<typeof schema>): boolean {
	const { ENVIRONMENT, APP_ORIGIN, PAYSTACK_SECRET_KEY } = input
	if (ENVIRONMENT !== 'production' || PAYSTACK_SECRET_KEY === undefined) return false
	return readMode(PAYSTACK_SECRET_KEY) === 'test' && !(APP_ORIGIN && isLoopback(new URL(APP_ORIGIN)))
}

/** The deployment's tag, or its id. */
function readVersion(metadata: unknown): string | null {
	if (typeof metadata !== 'object' || metadata === null) return null
	const { tag, id } = metadata as { tag?: unknown; id?: unknown }
	return [tag, id].find((name): name is string => typeof name === 'string' && name !== '') ?? null
}

function readReplica(input: z.infer<typeof schema>): Settings['replica'] {
	const { DATABASE_READ_URL: url, DATABASE_READ_AUTH_TOKEN: authToken } = input
	return url === undefined ? null : { url, authToken }
}

function readMode(secretKey: string): PaymentMode {
	return secretKey.startsWith('sk_live_') ? 'live' : 'test'
}

function readPushKeys(input: z.infer<typeof schema>): Pick<Settings, 'push' | 'pushProblem'> {
	const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = input
	if (publicKey && privateKey && subject)
		return { push: { publicKey, privateKey, subject }, pushProblem: null }
	const isBegun = [publicKey, privateKey, subject].some((value) => value !== undefined)
	return { push: null, pushProblem: isBegun ? 'vapid_settings_incomplete' : null }
}

function readPayments(parsed: z.infer<typeof schema>): Settings['payments'] {
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
		mode: readMode(PAYSTACK_SECRET_KEY),
	}
}
