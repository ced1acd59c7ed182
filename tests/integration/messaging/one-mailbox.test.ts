import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailboxOf, parseEmail } from '#app/kernel/email.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

const spellings = [
	'ada@example.com',
	'ada+salon@example.com',
	'a.da+1+2@gmail.com',
	'a.d.a@googlemail.com',
	'ada@gmail.com.',
	'a.d.a+x@googlemail.com.',
	'a.d.a@example.com.',
	'+plus@example.com',
	'ọlá.èzè@gmail.com',
	'dots@gmail.com.ng',
]

test('S29: every address that the app takes has one mailbox in the database and in the app', async () => {
	const local = fc.string({
		unit: fc.constantFrom('a', 'A', '.', '+', 'ọ', "'", '_', '\u200b', 'Ａ'),
		minLength: 1,
		maxLength: 8,
	})
	const host = fc.constantFrom(
		'gmail.com',
		'GoogleMail.com',
		'gmail.com.',
		'ｇmail.com',
		'bücher.example',
		'mail.gmail.com',
	)
	const copied = fc.constantFrom('', 'mailto:', '<', 'Ada <')
	const emails = new Set(
		fc.sample(fc.tuple(copied, local, host), 300).flatMap(([before, name, at]) => {
			return parseEmail(`${before}${name}@${at}${before.endsWith('<') ? '>' : ''}`) ?? []
		}),
	)
	expect(emails.size).toBeGreaterThan(50)
	await database().change(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at)
			SELECT 'copied ' || key, 'copied', 'copied ' || key, value, '{}', 1, 1, 1 FROM json_each(?)`,
		JSON.stringify([...emails]),
	)
	const stored = await database().rows(`SELECT recipient_email, mailbox FROM outbox WHERE kind = 'copied'`)
	expect(stored).toHaveLength(emails.size)
	for (const { recipient_email: email, mailbox } of stored) expect(mailbox).toBe(mailboxOf(String(email)))
})

test.each(spellings)('S29: the database and the app see the same mailbox in %s', async (email) => {
	await database().change(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at, sent_at)
			VALUES (?1, 'test', ?1, ?1, '{}', 1, 1, 1)`,
		email,
	)
	expect(await database().rows('SELECT mailbox FROM outbox WHERE id = ?', email)).toEqual([
		{ mailbox: mailboxOf(email) },
	])
})
