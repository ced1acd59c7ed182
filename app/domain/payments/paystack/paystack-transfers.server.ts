import type {
	BalanceOutcome,
	BankAccount,
	BanksOutcome,
	CreateRecipientOutcome,
	ResolveAccountOutcome,
	StartTransferOutcome,
	TransferOutcome,
	TransferToStart,
} from '#app/domain/payments/provider-transfer.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import {
	createPaystackCall,
	isPaystackName,
	isPerhapsOurFault,
	type PaystackAccess,
} from './paystack-call.server.ts'
import {
	readBanks,
	readHolderName,
	readNairaBalance,
	readRecipientCode,
	readTransfer,
} from './paystack-transfer-data.server.ts'

/** Paystack's calls that pay a shop out, in naira (D57, D58). An answer about another object is 'not_understood'. */
export function createPaystackTransfers(access: PaystackAccess) {
	const call = createPaystackCall(access)

	return {
		async resolveAccount({ bankCode, accountNumber }: BankAccount): Promise<ResolveAccountOutcome> {
			const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
			const answer = await call('GET', `/bank/resolve?${query}`)
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			if (answer.answer === 'no')
				return isNoAccount(answer) ? { outcome: 'not_found' } : unknownOutcome(answer)
			const holderName = readHolderName(answer.data, accountNumber)
			return holderName === null ? notUnderstood : { outcome: 'found', holderName }
		},

		async createRecipient({
			holderName,
			bankCode,
			accountNumber,
		}: BankAccount & { holderName: string }): Promise<CreateRecipientOutcome> {
			const answer = await call('POST', '/transferrecipient', {
				type: 'nuban',
				name: holderName,
				account_number: accountNumber,
				bank_code: bankCode,
				currency: 'NGN',
			})
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			if (answer.answer === 'no')
				return isPerhapsOurFault(answer)
					? unknownOutcome(answer)
					: { outcome: 'refused', message: shortenText(answer.message, 200) }
			const recipientCode = readRecipientCode(answer.data, accountNumber)
			return recipientCode === null ? notUnderstood : { outcome: 'made', recipientCode }
		},

		async transfer({
			reference,
			amountKobo,
			recipientCode,
			reason,
		}: TransferToStart): Promise<StartTransferOutcome> {
			const answer = await call('POST', '/transfer', {
				source: 'balance',
				amount: amountKobo,
				recipient: recipientCode,
				reference,
				reason,
				currency: 'NGN',
			})
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			if (answer.answer === 'no') {
				const why = transferRefusal(answer.message)
				// A wrong key, or another account's, says nothing about the transfer.
				if (why === 'other' && isPerhapsOurFault(answer)) return unknownOutcome(answer)
				return { outcome: 'refused', why, message: shortenText(answer.message, 200) }
			}
			const taken = readTransfer(answer.data, reference)
			return taken ? { outcome: 'taken', ...taken } : notUnderstood
		},

		async verifyTransfer(reference: string): Promise<TransferOutcome> {
			if (!isPaystackName(reference)) return { outcome: 'not_found' }
			const answer = await call('GET', `/transfer/verify/${reference}`)
			if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
			if (answer.answer === 'no')
				return isNoTransfer(answer) ? { outcome: 'not_found' } : unknownOutcome(answer)
			const found = readTransfer(answer.data, reference)
			return found ? { outcome: 'found', ...found } : notUnderstood
		},

		async balance(): Promise<BalanceOutcome> {
			const answer = await call('GET', '/balance')
			if (answer.answer !== 'yes') return unknownOutcome(answer)
			const balanceKobo = readNairaBalance(answer.data)
			return balanceKobo === null ? notUnderstood : { outcome: 'found', balanceKobo }
		},

		async banks(): Promise<BanksOutcome> {
			const answer = await call('GET', '/bank?currency=NGN')
			if (answer.answer !== 'yes') return unknownOutcome(answer)
			const banks = readBanks(answer.data)
			return banks === null ? notUnderstood : { outcome: 'found', banks }
		},
	}
}

type Unknown = { outcome: 'unknown'; why: string }

const notUnderstood: Unknown = { outcome: 'unknown', why: 'not_understood' }

function unknownOutcome(
	answered: { answer: 'no'; status: number } | { answer: 'unknown'; why: string },
): Unknown {
	return { outcome: 'unknown', why: answered.answer === 'no' ? `status ${answered.status}` : answered.why }
}

function transferRefusal(message: string) {
	if (/duplicate|unique reference|already exists/i.test(message)) return 'duplicate_reference'
	return /balance is not enough|insufficient (balance|funds)/i.test(message) ? 'no_balance' : 'other'
}

/** Other refusals, such as a rate limit, say nothing about the account. */
function isNoAccount({ status, message }: { status: number; message: string }): boolean {
	return [400, 404, 422].includes(status) && /could not resolve|bank code|account number/i.test(message)
}

/** Other refusals say nothing about the transfer: a second transfer would pay the shop twice. */
function isNoTransfer({ status, message }: { status: number; message: string }): boolean {
	return status === 404 || (status === 400 && /not found|does not exist/i.test(message))
}
