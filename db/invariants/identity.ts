import type { Invariant } from './invariant.ts'

export const identityInvariants: readonly Invariant[] = [
	{
		name: 'I6: a mailed link was used before it ended, and only the newest of its kind is open',
		sql: `SELECT token.id AS subject FROM account_tokens token WHERE token.used_at >= token.expires_at
			OR (token.used_at IS NULL AND EXISTS (SELECT 1 FROM account_tokens newer
				WHERE newer.user_id = token.user_id AND newer.kind = token.kind AND newer.id <> token.id
					AND newer.used_at IS NULL))`,
	},
	{
		name: 'I9: an address has one account, whatever its letters',
		sql: `SELECT group_concat(id, ' / ') AS subject FROM users GROUP BY lower(trim(email)) HAVING count(*) > 1`,
	},
]
