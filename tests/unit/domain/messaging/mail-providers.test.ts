import { describe, expect, test } from 'vitest'
import {
	chooseMailProvider,
	createCloudflareMailProvider,
} from '#app/domain/messaging/mail-provider.server.ts'
import { readSettings, SettingsError } from '#app/env.server.ts'

const mail = {
	to: 'ada@example.com',
	idempotencyKey: 'booked:1',
	subject: 'Booking Confirmed!',
	text: 'text',
	html: '<p>text</p>',
}

describe('Cloudflare Email', () => {
	test('gets the mail with the name and the address of the sender apart', async () => {
		const sent: unknown[] = []
		const binding = { send: async (one: unknown) => void sent.push(one) }
		const send = (from: string) => createCloudflareMailProvider(binding, from).send(mail)
		expect(await send('Wakati <hello@wakati.example>')).toEqual({ outcome: 'sent' })
		expect(await send('hello@wakati.example')).toEqual({ outcome: 'sent' })
		const { idempotencyKey, ...content } = mail
		expect(sent).toEqual([
			{ ...content, from: { name: 'Wakati', email: 'hello@wakati.example' } },
			{ ...content, from: 'hello@wakati.example' },
		])
	})

	test('gets attachments in base64, as its binding takes them', async () => {
		const sent: unknown[] = []
		const binding = { send: async (one: unknown) => void sent.push(one) }
		const attachments = [{ filename: 'visit.ics', contentType: 'text/calendar', text: 'Adé' }]
		await createCloudflareMailProvider(binding, 'a@b.example').send({ ...mail, attachments })
		expect(sent).toEqual([
			expect.objectContaining({
				attachments: [
					{ disposition: 'attachment', filename: 'visit.ics', type: 'text/calendar', content: 'QWTDqQ==' },
				],
			}),
		])
	})

	test.each([
		['E_RECIPIENT_SUPPRESSED', 'rejected'],
		['E_VALIDATION_ERROR', 'rejected'],
		['E_RATE_LIMIT_EXCEEDED', 'retry'],
		['E_SENDER_NOT_VERIFIED', 'retry'],
		['E_INTERNAL_SERVER_ERROR', 'retry'],
	])('that answers %s: %s', async (code, outcome) => {
		const binding = {
			send: () => Promise.reject(Object.assign(new Error('to ada@example.com'), { code })),
		}
		expect(await createCloudflareMailProvider(binding, 'a@b.example').send(mail)).toEqual({
			outcome,
			why: code,
		})
	})
})

describe('the provider that the settings name', () => {
	const http = {
		provider: 'http',
		apiUrl: 'https://api.example',
		apiKey: 'key',
		from: 'a@b.example',
	} as const
	const binding = { send: async () => {} }

	test('is the one that can work, and none while something is missing', () => {
		expect(chooseMailProvider(http, null)?.name).toBe('http')
		expect(chooseMailProvider({ ...http, provider: 'cloudflare' }, binding)?.name).toBe('cloudflare')
		expect(chooseMailProvider({ ...http, apiKey: null }, binding)).toBeNull()
		expect(chooseMailProvider({ ...http, from: null }, binding)).toBeNull()
		expect(chooseMailProvider({ ...http, provider: 'cloudflare' }, null)).toBeNull()
	})

	test('is read from settings of which none is needed to start', () => {
		const needed = { DATABASE_URL: 'http://127.0.0.1:8080', COOKIE_KEYS: 'x'.repeat(32) }
		expect(readSettings(needed)).toMatchObject({
			appOrigin: null,
			mail: { provider: 'http', apiUrl: 'https://api.resend.com', apiKey: null, from: null },
		})
		expect(readSettings({ ...needed, APP_ORIGIN: 'https://wakati.example/' }).appOrigin).toBe(
			'https://wakati.example',
		)
		for (const wrong of [
			{ MAIL_FROM: 'Wakati' },
			{ MAIL_FROM: 'Wakati <a@b.example>\r\nBcc: c@d.example' },
			{ MAIL_PROVIDER: 'pigeon' },
			{ APP_ORIGIN: 'wakati.example' },
		])
			expect(() => readSettings({ ...needed, ...wrong })).toThrow(SettingsError)
	})
})
