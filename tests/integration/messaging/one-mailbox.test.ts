import { expect, test } from 'vitest'
import { mailboxOf } from '#app/kernel/email.ts'
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
