import { expect, test } from 'vitest'
import { classifyDatabaseError } from '#db/database-error.server.ts'

test('a constraint is known by its whole name: one that ends like a word of a trigger is not that word', () => {
	const ruleOf = (text: string) => classifyDatabaseError(text).rule
	expect(ruleOf('CHECK constraint failed: access_key_ended')).toBe('check:access_key_ended')
	expect(ruleOf('CHECK constraint failed: early_slot_taken')).toBe('check:early_slot_taken')
	expect(ruleOf('SQLITE_CONSTRAINT: SQLite error: slot_taken')).toBe('slot_taken')
})
