import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailboxOf, parseEmail } from '#app/kernel/email.ts'

test('R45: spaces around an e-mail are trimmed, not refused, and capitals do not make another address', () => {
	expect(parseEmail('  Ada@Example.COM \n')).toBe('ada@example.com')
})

test.each(['a@b.c', 'ada.obi+salon@mail.example.ng', "o'neil@example.com"])('%s is an e-mail', (text) => {
	expect(parseEmail(text)).toBe(text)
})

test.each([
	'mailto:ada@example.com',
	'mailto:ada%40example.com?subject=Hair',
	'<ada@example.com>',
	'Ada Obi <Ada@Example.com>,',
	'"Obi, Ada" <ada@example.com>',
	'ada@example.com,',
	'ada@example.com;',
	'ada@example.com.',
	'ada\u200b@example.com',
	'\u202aada@example.com\u202c',
	'ada@exam\u00adple.com',
	'ada@ｅｘａｍｐｌｅ.com',
	'ada@example。com',
	'ａda@example.com',
	'ada\ud83d@example.com',
])('D70: %j is ada@example.com, as it is copied', (text) => {
	expect(parseEmail(text)).toBe('ada@example.com')
})

test('C7: a host of other letters is the one that mail goes to', () => {
	expect(parseEmail('ada@bücher.example')).toBe('ada@xn--bcher-kva.example')
	expect(parseEmail('ádà@example.com')).toBe('ádà@example.com')
})

test.each([
	'"ada"@example.com',
	'ada(work)@example.com',
	'ada@é/x.com',
	'ada@127.0.0.1',
	'ada,bola@example.com',
])('C7: %s, which has another spelling, is none', (text) => expect(parseEmail(text)).toBeNull())

test('C7: a stored address is its own stored form', () => {
	const typed = fc.array(
		fc.oneof(
			fc.constantFrom('a', '@', '.', 'x.com', '<', '>', ',', 'mailto:', 'ü', '+', 'Ａ', '\u200b'),
			fc.string({ unit: 'binary' }),
		),
	)
	fc.assert(
		fc.property(typed, (parts) => {
			const stored = parseEmail(parts.join(''))
			if (stored !== null) expect(parseEmail(stored)).toBe(stored)
		}),
		{ examples: [[['İ@x.com']], [['ada@bücher.example']]] },
	)
})

test.each([
	'',
	'ada',
	'ada@',
	'@example.com',
	'ada@example',
	'ada @example.com',
	'ada@exam ple.com',
	'a@b@c.d',
	'ada@.',
	`${'a'.repeat(250)}@b.ng`,
])('%j is none', (text) => {
	expect(parseEmail(text)).toBeNull()
})

test.each([
	['ada@example.com', 'ada@example.com'],
	['ada+salon@example.com', 'ada@example.com'],
	['a.da+1@gmail.com', 'ada@gmail.com'],
	['ada@googlemail.com', 'ada@gmail.com'],
	['ada@gmail.com.', 'ada@gmail.com'],
	['a.d.a@example.com.', 'a.d.a@example.com'],
])('S29: %s goes to the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
