import * as z from 'zod'
import type {
	BalanceChange,
	ListedTransfer,
	ProviderTransfer,
} from '#app/domain/payments/provider-transfer.ts'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { transferStatuses } from '#app/kernel/vocabulary/payouts.ts'
import { instantOrNull, paystackKobo } from './paystack-data.server.ts'

/** Fields that money depends on are required; fee and code may be missing or odd. */
const transfer = z.object({
	reference: outsideLine().min(1),
	status: z.enum(transferStatuses),
	amount: paystackKobo.pipe(z.int().positive()),
	currency: z.literal('NGN'),
	transfer_code: outsideLine().min(1).nullable().catch(null),
	fee_charged: paystackKobo.nullable().catch(null),
})

/** Null unless it is a transfer of that reference, in naira, with a known status. */
export function readTransfer(data: unknown, reference: string): ProviderTransfer | null {
	const parsed = transfer.safeParse(data)
	return parsed.success && parsed.data.reference === reference ? foundTransfer(parsed.data) : null
}

function foundTransfer({
	status,
	amount,
	currency,
	transfer_code,
	fee_charged,
}: Omit<z.infer<typeof transfer>, 'reference' | 'currency'> & { currency: string }): ProviderTransfer {
	return { status, amountKobo: amount, currency, transferCode: transfer_code, feeKobo: fee_charged }
}

const numberText = z.union([outsideLine().min(1), z.int().transform(String)])

const listedTransfer = transfer.extend({
	id: numberText,
	reference: outsideLine().min(1).nullable().catch(null),
	currency: outsideLine().min(1),
	createdAt: instantOrNull.pipe(z.int()),
})

/** Null for other data, or an unknown status. */
export function readListedTransfer(row: unknown): ListedTransfer | null {
	const parsed = listedTransfer.safeParse(row)
	if (!parsed.success) return null
	const { id, reference, createdAt, ...found } = parsed.data
	return { transferId: id, reference, createdAt, ...foundTransfer(found) }
}

/** Whole kobo, also negative, as a number or as text. */
const signedKobo = z
	.union([
		z.int(),
		z
			.string()
			.regex(/^-?\d{1,15}$/)
			.transform(Number),
	])
	.pipe(z.int())

const balanceChange = z.object({
	id: numberText,
	difference: signedKobo,
	balance: signedKobo,
	currency: outsideLine().min(1),
	reason: outsideLine().catch(''),
	model_responsible: outsideLine().min(1),
	model_row: numberText.nullable().catch(null),
	createdAt: instantOrNull.pipe(z.int()),
})

const documentedModels: ReadonlyMap<string, 'payment' | 'transfer'> = new Map([
	['transaction', 'payment'],
	['transfer', 'transfer'],
])

/** Null for other data. */
export function readBalanceChange(row: unknown): BalanceChange | null {
	const parsed = balanceChange.safeParse(row)
	if (!parsed.success) return null
	const { id, difference, balance, currency, reason, model_responsible, model_row, createdAt } = parsed.data
	return {
		id,
		differenceKobo: difference,
		balanceKobo: balance,
		currency,
		reason,
		model: model_responsible,
		moves: documentedModels.get(model_responsible.toLowerCase()) ?? null,
		modelId: model_row,
		createdAt,
	}
}

const balances = z.array(z.object({ currency: outsideLine(), balance: z.unknown() }))

/** Our balance in naira, negative where we owe it; null where it is not named exactly once. */
export function readNairaBalance(data: unknown): Kobo | null {
	const parsed = balances.safeParse(data)
	const [naira, second] = parsed.success ? parsed.data.filter(({ currency }) => currency === 'NGN') : []
	return naira && !second ? (signedKobo.safeParse(naira.balance).data ?? null) : null
}

const bank = z.object({
	code: z.string().regex(/^\w{1,20}$/),
	name: outsideLine().min(1),
	active: z.literal(true).optional(),
	is_deleted: z.literal(false).nullish(),
})

/** Banks in use, each code once, in Paystack's order. Null for none. */
export function readBanks(data: unknown): { code: string; name: string }[] | null {
	const rows = z.array(z.unknown()).safeParse(data)
	const found = new Map<string, { code: string; name: string }>()
	for (const row of rows.data ?? []) {
		const { code, name } = bank.safeParse(row).data ?? {}
		if (code !== undefined && name !== undefined && !found.has(code)) found.set(code, { code, name })
	}
	return found.size > 0 ? [...found.values()] : null
}

const account = z.object({ account_number: outsideLine(), account_name: outsideLine().min(1) })

/** Null for another account, or without a name. */
export function readHolderName(data: unknown, accountNumber: string): string | null {
	const parsed = account.safeParse(data)
	return parsed.success && parsed.data.account_number === accountNumber ? parsed.data.account_name : null
}

const recipient = z.object({
	recipient_code: outsideLine().min(1),
	currency: z.literal('NGN').nullish(),
	details: z.object({ account_number: outsideLine() }),
})

/** Null for a recipient with another account: a transfer would pay another person. */
export function readRecipientCode(data: unknown, accountNumber: string): string | null {
	const parsed = recipient.safeParse(data)
	const isTheirs = parsed.success && parsed.data.details.account_number === accountNumber
	return isTheirs ? parsed.data.recipient_code : null
}
