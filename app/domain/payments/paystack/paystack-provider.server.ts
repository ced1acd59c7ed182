import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import type { PaystackAccess } from './paystack-call.server.ts'
import { readPaystackEvent } from './paystack-event.server.ts'
import { createPaystackGateway } from './paystack-gateway.server.ts'
import { createPaystackLists } from './paystack-lists.server.ts'
import { createPaystackTransfers } from './paystack-transfers.server.ts'

export type PaystackSettings = Omit<PaystackAccess, 'secretKey'> & {
	/** The first is sent. Events signed with any of them are read, so that keys can be rotated. */
	secretKeys: readonly [string, ...string[]]
	/** Its payment page: customers are sent nowhere else. */
	checkoutOrigin: string
}

/** Only this folder knows Paystack's protocol. */
export function createPaystackProvider({
	secretKeys,
	checkoutOrigin,
	...outside
}: PaystackSettings): PaymentProvider {
	const access = { ...outside, secretKey: secretKeys[0] }
	return {
		name: 'paystack',
		...createPaystackGateway({ ...access, checkoutOrigin }),
		...createPaystackTransfers(access),
		lists: createPaystackLists(access),
		async readEvent(body, signature) {
			if (!(await isSignedByPaystack(secretKeys, body, signature))) return { outcome: 'not_signed' }
			const payload = new TextDecoder().decode(body)
			const event = readPaystackEvent(payload)
			return event ? { outcome: 'event', event, payload } : { outcome: 'not_understood' }
		},
		readReceived: readPaystackEvent,
	}
}

const encoder = new TextEncoder()

/** 64 bytes in lower-case hex, as Paystack writes it. */
const signaturePattern = /^[0-9a-f]{128}$/

/**
 * The header is the HMAC-SHA-512 of these exact bytes with one of our keys, also the one before a rotation (K6).
 * `verify` compares in constant time.
 */
export async function isSignedByPaystack(
	secretKeys: readonly string[],
	rawBody: Uint8Array<ArrayBuffer>,
	signatureHeader: string | null,
): Promise<boolean> {
	if (signatureHeader === null || !signaturePattern.test(signatureHeader)) return false
	const signature = Uint8Array.from(signatureHeader.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
	for (const secretKey of secretKeys) {
		const key = await crypto.subtle.importKey(
			'raw',
			encoder.encode(secretKey),
			{ name: 'HMAC', hash: 'SHA-512' },
			false,
			['verify'],
		)
		if (await crypto.subtle.verify('HMAC', key, signature, rawBody)) return true
	}
	return false
}
