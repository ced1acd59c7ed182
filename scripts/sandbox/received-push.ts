import { createDecipheriv, type createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'

/** A sandboxed browser, with its subscription. */
export type SandboxDevice = {
	id: string
	/** The public key of the app that may send to it, base64url. */
	applicationServerKey: string
	ecdh: ReturnType<typeof createECDH>
	auth: Buffer
}

/** A message as shown. */
export type ReceivedPush = {
	number: number
	receivedAt: Date
	deviceId: string
	/** Sent beside the message: `ttl`, `urgency`, `topic`. */
	headers: Record<string, string | undefined>
	message: { title: string; body: string; tag: string; path: string }
}

const RECORD_HEADER_BYTES = 21

/** Decrypts a body as the browser would (RFC 8291, 8188); throws where it was not made for this device. */
export function openedPush(body: Buffer, { ecdh, auth }: SandboxDevice): ReceivedPush['message'] {
	const salt = body.subarray(0, 16)
	const keyLength = body.readUInt8(RECORD_HEADER_BYTES - 1)
	const sender = body.subarray(RECORD_HEADER_BYTES, RECORD_HEADER_BYTES + keyLength)
	const sealed = body.subarray(RECORD_HEADER_BYTES + keyLength)
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
	const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
	const part = (name: string, bytes: number) =>
		Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
	const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
	decipher.setAuthTag(sealed.subarray(-16))
	const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
	const text = record.subarray(0, record.lastIndexOf(2)).toString('utf8')
	return JSON.parse(text) as ReceivedPush['message']
}

/** Why a sender's identification is refused (RFC 8292); null for the subscribed app. */
export function vapidProblem(
	authorization: string | undefined,
	{ origin, applicationServerKey, now }: { origin: string; applicationServerKey: string; now: number },
): string | null {
	const [, header = '', claims = '', signature = '', key = ''] =
		/^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
	if (key === '') return 'no VAPID token'
	if (key !== applicationServerKey) return 'another key than the browser subscribed with'
	const point = Buffer.from(key, 'base64url')
	const publicKey = createPublicKey({
		key: {
			kty: 'EC',
			crv: 'P-256',
			x: point.subarray(1, 33).toString('base64url'),
			y: point.subarray(33).toString('base64url'),
		},
		format: 'jwk',
	})
	const signed = Buffer.from(`${header}.${claims}`)
	if (
		!verify(
			'sha256',
			signed,
			{ key: publicKey, dsaEncoding: 'ieee-p1363' },
			Buffer.from(signature, 'base64url'),
		)
	)
		return 'a signature that is not of this key'
	const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
	if (aud !== origin) return 'a token for another push service'
	const seconds = now / 1_000
	if (typeof exp !== 'number' || exp <= seconds || exp > seconds + 86_400) return 'a token of the wrong time'
	return typeof sub === 'string' && /^(mailto:|https:)/.test(sub) ? null : 'no address of the sender'
}
