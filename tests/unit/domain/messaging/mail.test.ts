import { describe, expect, test } from 'vitest'
import { type MailBlock, type MailContent, writeMail } from '#app/domain/messaging/mail.ts'

const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: 'help@wakati.example' }
const write = (blocks: MailBlock[], of: Partial<MailContent> = {}, as: object = {}) =>
	writeMail(
		{ ...sender, ...as },
		{ subject: 'Booked', title: 'You’re booked', blocks, reason: 'You booked.', ...of },
	)
/** The HTML between title and closing. */
const blocksOf = (html: string) => html.split('</h1>\n')[1]?.split('\n<p style="margin-top:32px')[0]

describe('a mail', () => {
	test('is a title, its blocks, and a closing that says why it came and whom to ask', () => {
		const { text, html } = write(['See you.'])
		expect(text).toBe(
			'You’re booked\n\nSee you.\n\n-- \nWakati. You booked. Questions: help@wakati.example\n',
		)
		expect(html.split('\n')).toEqual([
			'<!doctype html><html lang="en"><head><meta charset="utf-8">',
			'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
			'<title>Booked</title></head>',
			expect.stringMatching(/^<body style="[^"]+">$/),
			expect.stringMatching(/^<div style="[^"]+">$/),
			'<p style="font-weight:700">Wakati</p>',
			expect.stringMatching(/^<h1 style="[^"]+">You’re booked<\/h1>$/),
			'<p>See you.</p>',
			expect.stringMatching(/^<p style="[^"]+">You booked\. Questions: help@wakati\.example<\/p>$/),
			'</div></body></html>',
			'',
		])
	})

	test('leaves out what there is nothing of', () => {
		const mail = write([], {}, { supportContact: null })
		expect(mail.text).toBe('You’re booked\n\n-- \nWakati. You booked.\n')
		expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text'])
	})

	test('goes with its files, and with the page that stops such mails', () => {
		const attachments = [{ filename: 'visit.ics', contentType: 'text/calendar', text: 'BEGIN' }]
		const mail = write([], { attachments }, { choiceHref: 'https://wakati.example/stop?a=1&b=2' })
		expect(mail.attachments).toEqual(attachments)
		expect(mail.headers).toEqual({
			'List-Unsubscribe': '<https://wakati.example/stop?a=1&b=2>',
			'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
		})
		expect(mail.text).toMatch(/\nStop these messages: https:\/\/wakati\.example\/stop\?a=1&b=2\n$/)
		expect(mail.html).toContain(
			'<br><a href="https://wakati.example/stop?a=1&amp;b=2">Stop these messages</a></p>\n</div>',
		)
	})

	test('has a subject of one line and at most 150 letters, without what turns a text around', () => {
		expect(write([], { subject: ' Cut\n\n at\u202e Adé ' }).subject).toBe('Cut at Adé')
		expect(write([], { subject: 'x'.repeat(200) }).subject).toHaveLength(150)
	})
})

describe('a block of a mail', () => {
	test('with facts has each label above its value, and lines of a value one below the other', () => {
		const facts = [
			{ label: 'When', value: 'Today' },
			{ label: 'With', value: 'Ada\nBola' },
		]
		const { text, html } = write([{ kind: 'facts', facts }])
		expect(text).toContain('\n\nWhen: Today\nWith:\n  Ada\n  Bola\n\n')
		expect(blocksOf(html)?.split('\n')).toEqual([
			expect.stringMatching(/^<p style="[^"]+"><span style="[^"]+">When<\/span><br>Today<\/p>$/),
			expect.stringMatching(/^<p style="[^"]+"><span style="[^"]+">With<\/span><br>Ada<br>Bola<\/p>$/),
		])
	})

	test('with a link is a button that spells its address, and a quiet one is words alone', () => {
		const link = { kind: 'link', label: 'See it', href: 'https://wakati.example/?a=1&b=2' } as const
		const { text, html } = write([link])
		expect(text).toContain('\n\nSee it:\nhttps://wakati.example/?a=1&b=2\n\n')
		const href = 'https://wakati.example/?a=1&amp;b=2'
		const [button, address] = blocksOf(html)?.split('\n') ?? []
		expect(button).toMatch(/^<p style="[^"]+"><a href="[^"]+" style="[^"]+">See it<\/a><\/p>$/)
		expect(button).toContain(`href="${href}"`)
		expect(address).toContain(`Or open this address:<br><a href="${href}">${href}</a></p>`)
		expect(blocksOf(write([{ ...link, isQuiet: true }]).html)).toBe(`<p><a href="${href}">See it</a></p>`)
	})

	test('with choices has a link for each, one below the other', () => {
		const choices = ['One', 'Two'].map((label) => ({ label, href: `https://wakati.example/${label}` }))
		const { text, html } = write([{ kind: 'choices', choices }])
		expect(text).toContain('\n\nOne:\nhttps://wakati.example/One\nTwo:\nhttps://wakati.example/Two\n\n')
		expect(blocksOf(html)?.split('\n')).toEqual(
			['One', 'Two'].map((label) =>
				expect.stringMatching(
					new RegExp(
						`^<p style="[^"]+"><a href="https://wakati.example/${label}" style="[^"]+">${label}</a></p>$`,
					),
				),
			),
		)
	})

	test('shows what was typed as it was typed, and never as markup', () => {
		const { text, html } = write([' <b>"Ada" & \'Bola\'</b>\u0007\u202e\nand more '])
		expect(text).toContain('\n\n<b>"Ada" & \'Bola\'</b>\nand more\n\n')
		expect(blocksOf(html)).toBe('<p>&lt;b&gt;&quot;Ada&quot; &amp; &#39;Bola&#39;&lt;/b&gt;<br>and more</p>')
	})
})
