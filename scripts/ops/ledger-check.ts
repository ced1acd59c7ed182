import { sql } from 'drizzle-orm'
import { createLedgerRepository, type LedgerTotals } from '#app/domain/payments/ledger-repository.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import { openDatabase } from '#db/client.server.ts'
import { accountInvariants } from '#db/invariants/all.ts'
import { audit } from '#db/invariants/audit.server.ts'
import { rawRead } from '#db/statement.server.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsDatabase } from './ops-environment.ts'

/** It reads the whole ledger, which no page does. */
const PATIENCE_MS = 5 * 60_000

const names: Record<LedgerAccountKind, string> = {
	paystack: 'held at Paystack',
	paystack_fees: 'fees',
	customer_money: 'customers’ money',
	shop_due: 'due to shops',
	staff_tips: 'tips',
	shop_cashback: 'cashback given by shops',
	cashback: 'cashback owed',
	cashback_spent: 'paid with cashback',
	shop_paid: 'settled with shops',
	payout_pending: 'on its way to shops',
	commission: 'commission',
	payment_fee: 'fees borne by shops',
	transfer_fee: 'fees of transfers',
	operator_bank: 'at the operator’s bank',
}

export const ledgerCheck: OpsCommand = {
	name: 'ledger check',
	summary: 'checks the payments ledger, entry by entry',
	places: [],
	about:
		'Names each balance and entry that does not match the rows behind it. Any such mismatch is a bug. Writes nothing. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ env }) {
		const { read } = openDatabase({ ...opsDatabase(env), readTimeoutMs: PATIENCE_MS })
		const readRows = async (text: string) => ({ rows: await read(rawRead(sql.raw(text), (row) => row)) })
		// Read together they are one batch: all see the same moment.
		const [totals, violations] = await Promise.all([
			createLedgerRepository(read).totals(),
			audit({ batch: (statements) => Promise.all(statements.map(readRows)) }, accountInvariants),
		])
		const isWell = violations.length === 0
		const problems = violations.map(({ invariant, subject }) => `- ${invariant}: ${subject}`)
		const lines = isWell
			? [`The ledger is sound: ${inWords(totals)}.`]
			: ['The ledger is not sound:', ...problems]
		return { isWell, lines, data: { ...totals, violations } }
	},
}

/** '3 entries, fees ₦100, held at Paystack ₦9,900, due to shops ₦10,000' */
function inWords({ entries, balances }: LedgerTotals): string {
	const amounts = balances.map(({ kind, currency, balanceKobo }) => {
		const amount = currency === 'NGN' ? formatNaira(balanceKobo) : `${balanceKobo / 100} ${currency}`
		return `${names[kind]} ${amount}`
	})
	return [`${entries} ${entries === 1 ? 'entry' : 'entries'}`, ...amounts].join(', ')
}
