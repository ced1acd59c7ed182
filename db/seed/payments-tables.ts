import { ledgerAccounts, ledgerEntries, ledgerLines } from '#db/schema/payments.ts'
import type { TableRows } from './table-rows.ts'

/** An entry closes its lines, so it comes after them. */
export const paymentsTables = { ledgerAccounts, ledgerLines, ledgerEntries }
export type PaymentsRows = TableRows<typeof paymentsTables>
