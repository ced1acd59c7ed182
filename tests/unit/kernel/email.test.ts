import { expect, test } from 'vitest'
import { mailboxOf, parseEmail } from '#app/kernel/email.ts'

test('R45: spaces around an e-mail are trimmed, not refused, and capitals do not make another address', () => {
	expect(parseEmail('  Ada@Example.COM \n')).toBe('ada@example.com')
})

test.each(['a@b.c', 'ada.obi+salon@mail.example.ng', "o'neil@example.com"])('%s is an e-mail', (text) => {
	expect(parseEmail(text)).toBe(text)
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
