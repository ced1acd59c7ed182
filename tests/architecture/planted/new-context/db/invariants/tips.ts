import type { Invariant } from './invariant.ts'

export const tipsInvariants: readonly Invariant[] = [
	{ name: 'a jar of tips is never negative', sql: 'SELECT id AS subject FROM tip_jars WHERE amount_kobo < 0' },
]
