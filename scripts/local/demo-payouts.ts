import { tipIn } from '#app/domain/booking/checkout/price-draft.ts'
import { earnedLines, receivedLines, settledLines } from '#app/domain/payments/ledger-lines.ts'
import { newPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { readDues } from '#app/flows/payouts/read-money.server.ts'
import { recordBankResults } from '#app/flows/payouts/record-bank-file.server.ts'
import { setPayoutAccount } from '#app/flows/payouts/set-payout-account.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { nigerianBanks } from '#app/kernel/nigerian-banks.ts'
import { paymentProviders } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { civilAt, DEFAULT_ZONE, dayStartsAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { PaidOnline } from '#db/seed/demo-paid-online.ts'
import { feeFor } from '#scripts/sandbox/paystack-answers.ts'

/** The sandbox has a test key: `npm start` shows its payments and payouts. */
const mode = 'test'
const currency = 'NGN'

/** The rules of a bank file: no program sends the demo's payouts. */
const rules = { way: 'bank_file', mode, minimumKobo: 1_000 * KOBO_PER_NAIRA } as const

/** Payments of visits in the same batch. */
export function demoPaymentStatements(
	{ payments: { attempts, ledger } }: Pick<Repositories, 'payments'>,
	paid: readonly PaidOnline[],
): Statement[] {
	return paid.flatMap((appointment) => {
		const { checkoutId, appointmentId, shopId, dueKobo: amountKobo, paidAt, description } = appointment
		const paymentReference = newPaymentReference()
		const feeKobo = feeFor(amountKobo)
		const tipKobo = tipIn({ ...appointment, cashbackKobo: 0 }, amountKobo)
		const at = { occurredAt: paidAt, now: paidAt }
		return [
			attempts.insertAttempt({
				...{ paymentReference, checkoutId, amountKobo, mode, purchaseKind: 'appointment' },
				provider: paymentProviders[0],
				expiresAt: paidAt + 5 * MINUTE_MS,
				nextCheckAt: paidAt,
				now: paidAt - 5 * MINUTE_MS,
			}),
			...attempts.insertTransaction({
				...{ id: newId(), paymentReference, appointmentId, amountKobo, currency, feeKobo, description },
				...{ staffTipKobo: tipKobo, paymentMethod: 'CARD', cardKey: null, paidAt, now: paidAt },
				...{ outcome: 'booked', offerExpiresAt: null },
			}),
			...ledger.postEntry({
				...at,
				key: `payment:${paymentReference}`,
				lines: receivedLines({
					paymentReference,
					currency,
					owedKobo: amountKobo,
					paidKobo: amountKobo,
					feeKobo,
				}),
			}),
			...ledger.postEntry({
				...at,
				key: `booking:${paymentReference}`,
				lines: earnedLines({ paymentReference, currency, shopId, amountKobo, tipKobo }),
			}),
		]
	})
}

/** A demo shop whose payouts go to its account for transfers. */
export type PaidDemoShop = {
	id: string
	name: string
	bankAccount: { bankName: string; accountNumber: string; accountName: string }
}

/** Gives a shop a payout account, a payout that arrived, one on its way, and money due. */
export async function payDemoShop(
	deps: Repositories,
	{ id: shopId, name, bankAccount }: PaidDemoShop,
	now: Instant,
): Promise<void> {
	const dueAts = (await readDues(deps, { shopId, mode, now }))
		.flatMap((due) => ('dueAt' in due ? due.dueAt : []))
		.sort((a, b) => a - b)
	const [lastOfFirst, newest] = [dueAts.at(dueAts.length / 2 - 1), dueAts.at(-1)]
	if (lastOfFirst === undefined || newest === undefined) throw new Error(`nothing is due to ${shopId}`)
	const firstAt = morningAfter(lastOfFirst)
	const bank = nigerianBanks.find((one) => one.name.includes(bankAccount.bankName))
	if (!bank) throw new Error(`no such bank: ${bankAccount.bankName}`)
	const set = await setPayoutAccount(
		{ ...deps, provider: null },
		{
			shop: { id: shopId, name },
			account: { bankCode: bank.code, accountNumber: bankAccount.accountNumber },
			holderName: bankAccount.accountName,
			seenId: null,
			by: { setBy: 'operator' },
			linkKey: '',
			now: firstAt - 3 * DAY_MS,
		},
	)
	if (!set.ok) throw new Error(`${shopId} has no account for payouts: ${set.refusal}`)
	const first = await payWhatIsDue(deps, shopId, firstAt)
	// Paystack settles to the operator's bank, which pays the shop.
	await deps.writeBatch(
		deps.payments.ledger.postEntry({
			key: `settlement:demo-${shopId}`,
			lines: settledLines(first.amountKobo, currency),
			occurredAt: firstAt,
			now: firstAt,
		}),
	)
	const recorded = await recordBankResults(
		{ ...deps, log: () => {} },
		{
			results: [{ ...first, result: 'paid', bankReference: null }],
			now: firstAt + 4 * HOUR_MS,
		},
	)
	if (!recorded.ok) throw new Error(`the payout of ${shopId} has not arrived`)
	await payWhatIsDue(deps, shopId, newest - 3 * HOUR_MS)
}

async function payWhatIsDue(deps: Repositories, shopId: string, now: Instant) {
	const written = await writePayout(deps, { shopId, rules, balanceKobo: null, now })
	if (!written.ok) throw new Error(`${shopId} is not paid: ${written.refusal}`)
	return written.value.payout
}

function morningAfter(at: Instant): Instant {
	const date = addDays(civilAt(DEFAULT_ZONE, at).date, 1)
	return dayStartsAt(DEFAULT_ZONE, date) + 8 * HOUR_MS
}
