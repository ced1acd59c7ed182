import { randomBytes } from '#app/kernel/chance.server.ts'

/** A browser's half of a push subscription: its public key and its secret, base64url (RFC 8291). */
export type PushKeys = { p256dh: string; auth: string }

/** New for each message; tests pass the values of the standard's example. */
type SenderChance = { keys: CryptoKeyPair; salt: Bytes }

type Bytes = Uint8Array<ArrayBuffer>

const curve = { name: 'ECDH', namedCurve: 'P-256' }
const encoder = new TextEncoder()
/** One record holds the whole message: push services take up to 4,096 bytes (RFC 8030). */
const RECORD_BYTES = 4_096
/** Ends the last record (RFC 8188). */
const LAST_RECORD = 2

/**
 * The body of a push message for one browser: `aes128gcm` of RFC 8188 with the keys of RFC 8291. Throws where the
 * browser's key is no point of P-256.
 */
export async function encryptPush(
	text: string,
	{ p256dh, auth }: PushKeys,
	chance?: SenderChance,
): Promise<Bytes> {
	const { keys, salt } = chance ?? (await freshChance())
	const receiver = decodeBase64Url(p256dh)
	const sender = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer)
	const receiverKey = await crypto.subtle.importKey('raw', receiver, curve, false, [])
	const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement(receiverKey), keys.privateKey, 256))
	const secret = await derived(shared, {
		salt: decodeBase64Url(auth),
		info: joined(encoder.encode('WebPush: info\0'), receiver, sender),
		bytes: 32,
	})
	return sealRecord(text, { secret, salt, keyId: sender })
}

/** A text as the one record of an `aes128gcm` body (RFC 8188). `keyId` names the sender's key to the reader. */
export async function sealRecord(
	text: string,
	{ secret, salt, keyId }: { secret: Bytes; salt: Bytes; keyId: Bytes },
): Promise<Bytes> {
	const content = await derived(secret, {
		salt,
		info: encoder.encode('Content-Encoding: aes128gcm\0'),
		bytes: 16,
	})
	const nonce = await derived(secret, { salt, info: encoder.encode('Content-Encoding: nonce\0'), bytes: 12 })
	const key = await crypto.subtle.importKey('raw', content, 'AES-GCM', false, ['encrypt'])
	const record = joined(encoder.encode(text), Uint8Array.of(LAST_RECORD))
	const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, record))
	return joined(salt, recordSize(), Uint8Array.of(keyId.length), keyId, sealed)
}

/** Padding is optional. Throws for other text. */
export function decodeBase64Url(base64url: string): Bytes {
	const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
	return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

async function freshChance(): Promise<SenderChance> {
	const keys = (await crypto.subtle.generateKey(curve, true, ['deriveBits'])) as CryptoKeyPair
	return { keys, salt: randomBytes(16) }
}

/** The Worker's types say `$public`; the standard, and the runtime, say `public`. */
function agreement(key: CryptoKey): SubtleCryptoDeriveKeyAlgorithm {
	return { name: 'ECDH', public: key } as SubtleCryptoDeriveKeyAlgorithm
}

async function derived(
	secret: Bytes,
	{ salt, info, bytes }: { salt: Bytes; info: Bytes; bytes: number },
): Promise<Bytes> {
	const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
	return new Uint8Array(
		await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8),
	)
}

function recordSize(): Bytes {
	const bytes = new Uint8Array(4)
	new DataView(bytes.buffer).setUint32(0, RECORD_BYTES)
	return bytes
}

function joined(...parts: Bytes[]): Bytes {
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
	let at = 0
	for (const part of parts) {
		whole.set(part, at)
		at += part.length
	}
	return whole
}
