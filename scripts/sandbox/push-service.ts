import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { escaped, htmlPage } from './html-page.ts'
import {
	type OutsideAnswer,
	type OutsideRequest,
	type OutsideService,
	pageAnswer,
} from './outside-service.ts'

/** A browser's `PushSubscription`. */
export type DeviceSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

export type PushService = OutsideService & {
	/** Oldest first. */
	readonly pushes: readonly ReceivedPush[]
	/** A sandboxed browser, whose messages `pushes` shows. */
	newDevice(applicationServerKey: string): DeviceSubscription
	/** The browser is gone: 410 from now on. */
	endDevice(endpoint: string): void
	/** Overrides the next answers; null: normal ones. */
	setStatus(status: number | null): void
}

const KEPT_PUSHES = 200

/** A push service (RFC 8030) and a page of its messages. */
export function createPushService(origin: () => string): PushService {
	const devices = new Map<string, SandboxDevice>()
	const pushes: ReceivedPush[] = []
	let status: number | null = null
	let count = 0

	function receive({ headers, bytes, path }: OutsideRequest): OutsideAnswer {
		const device = devices.get(path.slice('/push/send/'.length))
		if (!device) return answer(410, 'This browser has unsubscribed.')
		if (status !== null) return answer(status, 'The sandbox was told to answer so.')
		const { applicationServerKey } = device
		const problem = vapidProblem(headers.authorization, {
			origin: origin(),
			applicationServerKey,
			now: Date.now(),
		})
		if (problem !== null) return answer(403, problem)
		if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(headers.ttl ?? ''))
			return answer(400, 'Content-Encoding and TTL are needed.')
		if (bytes.length > 4_096) return answer(413, 'Too long.')
		count += 1
		const { ttl, urgency, topic } = headers
		pushes.push({
			number: count,
			receivedAt: new Date(),
			deviceId: device.id,
			headers: { ttl, urgency, topic },
			message: openedPush(bytes, device),
		})
		if (pushes.length > KEPT_PUSHES) pushes.shift()
		return { ...answer(201, ''), headers: { location: `${origin()}/push/message/${count}` } }
	}

	return {
		pushes,
		newDevice(applicationServerKey) {
			const ecdh = createECDH('prime256v1')
			ecdh.generateKeys()
			const device = {
				id: randomBytes(16).toString('hex'),
				applicationServerKey,
				ecdh,
				auth: randomBytes(16),
			}
			devices.set(device.id, device)
			return {
				endpoint: `${origin()}/push/send/${device.id}`,
				keys: { p256dh: ecdh.getPublicKey('base64url'), auth: device.auth.toString('base64url') },
			}
		},
		endDevice: (endpoint) => void devices.delete(endpoint.slice(`${origin()}/push/send/`.length)),
		setStatus(next) {
			status = next
		},
		async answer(request) {
			const { method, path } = request
			if (method === 'POST' && path.startsWith('/push/send/')) return receive(request)
			return method === 'GET' && path === '/push' ? pageAnswer(pushListPage(pushes)) : null
		},
	}
}

function answer(status: number, body: string) {
	return { status, contentType: 'text/plain', body }
}

/** Newest first, as lock screens show them. */
function pushListPage(pushes: readonly ReceivedPush[]): string {
	const rows = [...pushes]
		.reverse()
		.map(
			({ message: { title, body, path }, receivedAt, headers }) =>
				`<li><b>${escaped(title)}</b><br>${escaped(body)}<br><small>opens ${escaped(path)}, ${receivedAt.toISOString()}, kept for ${escaped(headers.ttl ?? '')} s</small></li>`,
		)
	return htmlPage(
		'Push messages',
		`<h1>Push messages that the app has sent</h1>
<p>They were encrypted for browsers that this sandbox stands in for. A real browser gets its own from its maker’s service. <a href="/push">Look again</a> · <a href="/">Mails</a></p>
${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>None yet.</p>'}`,
	)
}

export type SandboxDevice = {
	id: string
	/** The public key of the app that may send to it, base64url. */
	applicationServerKey: string
	ecdh: ReturnType<typeof createECDH>
	auth: Buffer
}

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
function openedPush(body: Buffer, { ecdh, auth }: SandboxDevice): ReceivedPush['message'] {
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
function vapidProblem(
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
