import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeBase64Url, encryptPush, sealRecord } from '#app/domain/messaging/push-encryption.server.ts'
import { vapidAuthorization } from '#app/domain/messaging/push-sender.server.ts'
import { isKnownPushService } from '#app/domain/messaging/push-services.ts'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

// The keys, the salt and the result of RFC 8291 §5.
const example = {
	text: 'When I grow up, I want to be a watermelon',
	receiver: {
		p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
		auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	},
	sender: {
		publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
		privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
	},
	salt: 'DGv6ra1nlYgDCS1FRnbzlw',
	body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

function jwkOf({ publicKey }: { publicKey: string }) {
	const point = decodeBase64Url(publicKey)
	return { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) }
}

test('a push message is encrypted as the standard shows it', async () => {
	const curve = { name: 'ECDH', namedCurve: 'P-256' }
	const { sender, receiver, salt, text, body } = example
	const keys = {
		publicKey: await crypto.subtle.importKey('raw', decodeBase64Url(sender.publicKey), curve, true, []),
		privateKey: await crypto.subtle.importKey(
			'jwk',
			{ ...jwkOf(sender), d: sender.privateKey },
			curve,
			false,
			['deriveBits'],
		),
	}
	const encrypted = await encryptPush(text, receiver, { keys, salt: decodeBase64Url(salt) })
	expect(base64url(encrypted)).toBe(body)
})

test('one record is sealed as RFC 8188 §3.1 shows it', async () => {
	const sealed = await sealRecord('I am the walrus', {
		secret: decodeBase64Url('yqdlZ-tYemfogSmv7Ws5PQ'),
		salt: decodeBase64Url('I1BsxtFttlv3u_Oo94xnmw'),
		keyId: new Uint8Array(),
	})
	expect(base64url(sealed)).toBe('I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg')
})

test('each message has a key and a salt of its own', async () => {
	const [one, other] = await Promise.all([1, 2].map(() => encryptPush('Hello', example.receiver)))
	expect(base64url(one ?? new Uint8Array())).not.toBe(base64url(other ?? new Uint8Array()))
})

test('a push service learns who sends, for itself alone and for less than a day', async () => {
	const now = Date.UTC(2026, 10, 23, 12)
	const value = await vapidAuthorization(
		{ ...example.sender, subject: 'mailto:help@wakati.example' },
		{ origin: 'https://push.example', now },
	)
	const [, token = '', key] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)$/.exec(value) ?? []
	expect(key).toBe(example.sender.publicKey)
	const [header = '', claims = '', signature = ''] = token.split('.')
	const isSigned = verify(
		'sha256',
		Buffer.from(`${header}.${claims}`),
		{ key: createPublicKey({ key: jwkOf(example.sender), format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	)
	expect(isSigned).toBe(true)
	expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
		aud: 'https://push.example',
		exp: now / 1_000 + 12 * 3_600,
		sub: 'mailto:help@wakati.example',
	})
})

test.each([
	'https://fcm.googleapis.com/fcm/send/x',
	'https://updates.push.services.mozilla.com/wpush/v2/x',
	'https://wns2-par02p.notify.windows.com/w/?token=x',
	'https://web.push.apple.com/x',
])('a browser may be told at %s', (endpoint) => {
	expect(isKnownPushService(endpoint, { isProduction: true })).toBe(true)
})

test.each([
	'https://attacker.example/push',
	'http://fcm.googleapis.com/fcm/send/x',
	'https://fcm.googleapis.com.attacker.example/x',
	'https://evilnotify.windows.com/x',
	'https://fcm.googleapis.com:8443/x',
	'https://you@fcm.googleapis.com/x',
	'http://127.0.0.1:9/x',
	'https://169.254.169.254/latest',
	'not an address',
])('no browser may be told at %s', (endpoint) => {
	expect(isKnownPushService(endpoint, { isProduction: true })).toBe(false)
})

const isKnown = (endpoint: string, isProduction = true) => isKnownPushService(endpoint, { isProduction })

test.each([
	'https://fcm.googleapis.com/fcm/send/abc',
	'https://updates.push.services.mozilla.com/wpush/v2/abc',
	'https://autopush.push.services.mozilla.com/abc',
	'https://wns2-par02p.notify.windows.com/w/?token=abc',
	'https://web.push.apple.com/abc',
])('push messages go to %s', (endpoint) => expect(isKnown(endpoint)).toBe(true))

test.each([
	'',
	'abc',
	'http://fcm.googleapis.com/fcm/send/abc',
	'https://fcm.googleapis.com:8443/abc',
	'https://fcm.googleapis.com.example/abc',
	'https://xfcm.googleapis.com/abc',
	'https://xupdates.push.services.mozilla.com.example',
	'https://evilnotify.windows.com/abc',
	'https://web.push.apple.com.example/abc',
	'https://x.notify.windows.com.example/abc',
	'https://fcmxgoogleapis.com/abc',
	'https://web.push.apple.com@example.com/abc',
	'https://user@web.push.apple.com/abc',
	'https://:word@web.push.apple.com/abc',
])('S1: nothing makes the app call %j', (endpoint) => {
	expect(isKnown(endpoint)).toBe(false)
	expect(isKnown(endpoint, false)).toBe(false)
})

test('outside of production the sandbox on this machine is one', () => {
	expect(isKnown('http://127.0.0.1:4000/push', false)).toBe(true)
	expect(isKnown('http://127.0.0.1:4000/push')).toBe(false)
	expect(isKnown('http://user@127.0.0.1:4000/push', false)).toBe(false)
})
