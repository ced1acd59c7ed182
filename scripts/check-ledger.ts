import { sql } from 'drizzle-orm'
import { createLedgerRepository, type LedgerTotals } from '#app/domain/payments/ledger-repository.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import { openDatabase } from '#db/client.server.ts'
import { accountInvariants } from '#db/invariants/all.ts'
import { audit } from '#db/invariants/audit.server.ts'
import { rawRead } from '#db/statement.server.ts'
import { openLocalDatabase } from './local/local-database.ts'
import { readLocalSettings } from './local/local-settings.ts'
import { runProgram } from './local/run-program.ts'

/** It reads all of the ledger, which no page does. */
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
}

// `npm run ledger:check`: proves a ledger and what its entries are of, which it only reads. Which one: DATABASE_URL, else the data under DATA_DIR.
await runProgram(async (program) => {
	const settings = readLocalSettings(process.env)
	const { url, authToken } = settings.database ?? (await openLocalDatabase(settings, program, console.info))
	const { read } = openDatabase({ url, authToken, readTimeoutMs: PATIENCE_MS })
	const ledger = createLedgerRepository(read)
	const rowsOf = async (text: string) => ({ rows: await read(rawRead(sql.raw(text), (row) => row)) })
	// Asked together they are one batch: all see the same moment.
	const [totals, violations] = await Promise.all([
		ledger.totals(),
		audit({ batch: (statements) => Promise.all(statements.map(rowsOf)) }, accountInvariants),
	])
	if (violations.length > 0) {
		const lines = violations.map(({ invariant, subject }) => `- ${invariant}: ${subject}`)
		return program.fail(`The ledger is not sound:\n${lines.join('\n')}`)
	}
	console.info(`The ledger is sound: ${inWords(totals)}.`)
	await program.stop()
})

/** '3 entries, fees ₦100, held at Paystack ₦9,900, due to shops ₦10,000' */
function inWords({ entries, balances }: LedgerTotals): string {
	const amounts = balances.map(({ kind, currency, balanceKobo }) => {
		const amount = currency === 'NGN' ? formatNaira(balanceKobo) : `${balanceKobo / 100} ${currency}`
		return `${names[kind]} ${amount}`
	})
	return [`${entries} ${entries === 1 ? 'entry' : 'entries'}`, ...amounts].join(', ')
}
