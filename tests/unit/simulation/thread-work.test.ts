import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { encryptPush } from '#app/domain/messaging/push-encryption.server.ts'
import { contentId } from '#app/kernel/id.server.ts'
import { sealToken } from '#app/kernel/signed.server.ts'
import { watchThreadWork } from '#tests/simulation/thread-work.ts'

const token = { claims: { name: 'Ada' }, audience: 'here', expiresAt: 1_000_000 }
const browserKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

test.each<[string, () => Promise<unknown>]>([
	['a hash', () => contentId('text')],
	['a password', () => hashPassword('password', { logN: 4, r: 1, p: 1 })],
	['a sealed token', () => sealToken(['k'.repeat(32)], 'shown-member', token)],
	['a push message', () => encryptPush('text', { p256dh: browserKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' })],
	['a file', () => readFile('package.json')],
])('%s is under way until it has ended', async (_, start) => {
	const { isBusy, stop } = watchThreadWork()
	try {
		expect(isBusy()).toBe(false)
		const work = start()
		expect(isBusy()).toBe(true)
		await work
		// What waits for it goes on before its own callback is over.
		await expect.poll(isBusy).toBe(false)
	} finally {
		stop()
	}
})
