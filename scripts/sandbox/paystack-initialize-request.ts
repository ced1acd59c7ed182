import { type SandboxChannel, sandboxChannels } from './paystack-test-cards.ts'

export type InitializeRequest = {
	email: string
	amountKobo: number
	/** Null: Paystack makes one up. */
	reference: string | null
	callbackUrl: string | null
	/** For 'Cancel' on the payment page; null: nowhere. */
	cancelUrl: string | null
	/** The requested channels that the page can show. */
	channels: SandboxChannel[]
	/** Parsed; '' for none, as Paystack returns it. */
	metadata: Record<string, unknown> | ''
}

/** Paystack's limit for bank transfers; for cards it is ₦50. One limit is enough here. */
const LEAST_KOBO = 100_00

/** Reads the body of 'initialize' as Paystack does; a string is the refusal's message. */
export function readInitializeRequest(body: Record<string, unknown>): InitializeRequest | string {
	const { email, amount, currency = 'NGN', reference, callback_url, channels = sandboxChannels } = body
	if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
		return 'Invalid Email Address Passed'
	const amountKobo = readKobo(amount)
	if (amountKobo === null || amountKobo < LEAST_KOBO) return 'Invalid Amount Sent'
	if (currency !== 'NGN') return 'Currency not supported by merchant'
	if (reference !== undefined && !(typeof reference === 'string' && /^[A-Za-z0-9.=-]+$/.test(reference)))
		return 'Invalid Transaction Reference'
	if (callback_url !== undefined && !isWebAddress(callback_url)) return 'Invalid Callback URL'
	if (!Array.isArray(channels) || channels.length === 0) return 'Invalid Channels'
	const metadata = readMetadata(body.metadata)
	if (metadata === null) return 'Invalid Metadata: a stringified JSON object is expected'
	const cancelUrl = metadata === '' ? null : metadata.cancel_action
	return {
		email,
		amountKobo,
		reference: reference ?? null,
		callbackUrl: callback_url ?? null,
		cancelUrl: isWebAddress(cancelUrl) ? cancelUrl : null,
		channels: sandboxChannels.filter((channel) => channels.includes(channel)),
		metadata,
	}
}

/** A positive whole number or its digits; else null. */
export function readKobo(amount: unknown): number | null {
	const isDigits = typeof amount === 'string' && /^\d+$/.test(amount)
	const kobo = isDigits ? Number(amount) : amount
	return typeof kobo === 'number' && Number.isSafeInteger(kobo) && kobo > 0 ? kobo : null
}

function isWebAddress(value: unknown): value is string {
	return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function readMetadata(value: unknown): InitializeRequest['metadata'] | null {
	if (value === undefined || value === '') return ''
	try {
		const read: unknown = typeof value === 'string' ? JSON.parse(value) : value
		return isObject(read) ? read : null
	} catch {
		return null
	}
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
