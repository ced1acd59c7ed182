import { expect, test } from 'vitest'
import { isKnownPushService } from '#app/domain/messaging/push-sender.server.ts'

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
