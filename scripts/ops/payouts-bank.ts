import { readFileSync } from 'node:fs'
import { CsvError, parse } from 'csv-parse/sync'
import { settledLines } from '#app/domain/payments/ledger-lines.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { cancelPayout, decideAgain } from '#app/flows/payouts/cancel-payout.server.ts'
import { isolateFailure } from '#app/flows/payouts/isolate-failure.server.ts'
import {
	type BankResult,
	type BankResultProblem,
	recordBankResults,
} from '#app/flows/payouts/record-bank-file.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { formatCsv } from '#app/kernel/csv.ts'
import { formatNairaAndKobo, KOBO_PER_NAIRA, nairaDecimal } from '#app/kernel/money.ts'
import { isRetryable, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { allWell, failure, type OpsCommand, UsageProblem } from './ops-command.ts'
import {
	NO_ANSWER,
	ofWhichMoney,
	opsRepositories,
	payoutSettingsAbout,
	readPayoutSettings,
} from './ops-environment.ts'
import { csvLines, payoutRefusalWords } from './payouts-due.ts'

export const payoutsExport: OpsCommand = {
	name: 'payouts export',
	summary: 'writes payouts down and prints the file for your bank; with --again, those that wait',
	places: [],
	options: {
		again: {
			type: 'boolean',
			about: 'prints those that were exported, not recorded yet, and are still right; writes nothing',
		},
	},
	about: `Each shop that is due enough and has a payout account gets a line: name, bank, its code, account, amount, our reference. What is in it is not exported again. Give the file to your bank, then tell what it did by \`payouts record\`; call off what you did not send by \`payouts cancel\`. ${payoutSettingsAbout}`,
	async run({ options, env, now, note }) {
		const deps = opsRepositories(env)
		const { mode, minimumKobo } = readPayoutSettings(env)
		if (options.again === true) {
			const listed: Payout[] = []
			for (const payout of await deps.payouts.payouts.pendingPayouts()) {
				if (payout.way !== 'bank_file') continue
				if (await decideAgain(deps, payout, now)) listed.push(payout)
				else
					note(
						`${payout.reference} is left out: its account, or a payment in it, has changed since. If your bank does not have it yet, cancel it; else tell your bank to stop it.`,
					)
			}
			return bankFile(listed)
		}
		const written: Payout[] = []
		let isWell = true
		for (const { shopId } of await deps.payouts.paidShops.shopsWithOpenPayments()) {
			const rules = { way: 'bank_file', mode, minimumKobo } as const
			const outcome = await isolateFailure(note, `payout of shop ${shopId}`, () =>
				writePayout(deps, { shopId, rules, balanceKobo: null, now }),
			)
			if (outcome === null) isWell = false
			else if (outcome.ok) written.push(outcome.value.payout)
			else if (isRetryable(outcome.refusal)) note(`${shopId}: ${NO_ANSWER}`)
			else if (outcome.refusal !== 'nothing_due')
				note(`${shopId} is not paid: ${payoutRefusalWords[outcome.refusal]}.`)
		}
		if (written.length === 0) note(`No payout was written. ${ofWhichMoney[mode]}`)
		return { ...bankFile(written), isWell }
	},
}

function bankFile(listed: readonly Payout[]) {
	const text = formatCsv([
		['Name', 'Bank', 'Bank code', 'Account', 'Amount', 'Reference'],
		...listed.map(({ account, amountKobo, reference }) => [
			account.holderName,
			account.bankName,
			account.bankCode,
			account.accountNumber,
			nairaDecimal(amountKobo),
			reference,
		]),
	])
	return allWell({ payouts: listed }, csvLines(text))
}

export const payoutsRecord: OpsCommand = {
	name: 'payouts record',
	summary: 'records what your bank did with exported payouts',
	places: ['file'],
	about:
		'A CSV file with the columns Reference and Result (paid, failed, or returned for money that came back), and if you like Amount and Bank reference. One wrong line, and nothing is recorded. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [path = ''], env, now, note }) {
		const results = readResults(path)
		const recorded = await recordBankResults({ ...opsRepositories(env), log: note }, { results, now })
		if (!recorded.ok)
			return failure({ problems: recorded.refusal }, [
				'Nothing was recorded:',
				...recorded.refusal.map(problemLine),
			])
		const { moved, late } = recorded.value
		const before = results.length - moved - late.length
		return {
			isWell: late.length === 0,
			lines: [`${moved} recorded, ${before} were recorded before.`, ...late.map(problemLine)],
			data: { recorded: moved, problems: late },
		}
	},
}

function problemLine({ reference, why }: BankResultProblem): string {
	return `- ${reference}: ${problemWords[why]}`
}

const problemWords: Record<BankResultProblem['why'], string> = {
	named_twice: 'the file names it twice.',
	not_found: 'there is no such payout.',
	not_by_bank: 'Paystack sends it, not your bank.',
	other_amount: 'the amount is not that of the payout.',
	ended_otherwise: 'it was recorded otherwise, or cancelled. Compare it with your bank by hand.',
	not_paid_yet: 'it was not recorded as paid, so it cannot have come back.',
}

function readResults(path: string): BankResult[] {
	let rows: Record<string, string>[]
	try {
		rows = parse(readFileSync(path, 'utf8'), {
			bom: true,
			columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
			skip_empty_lines: true,
			trim: true,
		})
	} catch (error) {
		const why = error instanceof CsvError ? error.message : 'it cannot be read'
		throw new UsageProblem(`${path} is no CSV file: ${why}.`)
	}
	if (rows.length === 0) throw new UsageProblem(`${path} has no line below its column names.`)
	return rows.map((row, index) => parseResult(row, `Line ${index + 2} of ${path}`))
}

const bankResults = ['paid', 'failed', 'returned'] as const

function parseResult(row: Record<string, string>, place: string): BankResult {
	const { reference = '', result = '', amount = '', 'bank reference': bankReference = '' } = row
	const found = bankResults.find((one) => one === result.toLowerCase())
	if (!reference) throw new UsageProblem(`${place} has no Reference.`)
	if (!found) throw new UsageProblem(`${place} has the Result "${result}". Give paid, failed or returned.`)
	return {
		reference,
		result: found,
		amountKobo: amount === '' ? null : parseKobo(amount, place),
		bankReference: bankReference || null,
	}
}

function parseKobo(text: string, place: string): number {
	const plain = text.replace(/[₦,\s]/g, '')
	if (!/^\d{1,11}(\.\d{1,2})?$/.test(plain))
		throw new UsageProblem(`${place} has the Amount "${text}". Give naira, such as 12500.00.`)
	return Math.round(Number(plain) * KOBO_PER_NAIRA)
}

export const payoutsCancel: OpsCommand = {
	name: 'payouts cancel',
	summary: 'cancels a payout that was not sent; what it would have paid is due again',
	places: ['reference'],
	about:
		'For a line of a bank’s file that you did not send, and for one that Paystack was not asked for yet. Never for one that your bank may still carry out. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [reference = ''], env, now }) {
		const cancelled = await cancelPayout(opsRepositories(env), { reference, now })
		if (cancelled.ok)
			return allWell({ reference, isCancelled: true }, [
				`${formatNairaAndKobo(cancelled.value.amountKobo)} are due to ${cancelled.value.shopId} again.`,
			])
		const lines = {
			payout_not_found: 'There is no such payout.',
			sent: 'It was sent, or has ended: it cannot be cancelled.',
			cancelled_already: 'It was cancelled before. Nothing is left to do.',
			busy: NO_ANSWER,
			not_saved: NO_ANSWER,
		}
		return {
			isWell: cancelled.refusal === 'cancelled_already',
			lines: [lines[cancelled.refusal]],
			data: { refusal: cancelled.refusal },
		}
	},
}

export const payoutsSettled: OpsCommand = {
	name: 'payouts settled',
	summary: 'records money that Paystack settled to your own bank; with --added, money that you gave it',
	places: [],
	options: {
		amount: { type: 'string', about: 'in naira, such as 250000.00' },
		reference: { type: 'string', about: 'what Paystack’s page of payouts calls it' },
		on: { type: 'string', about: 'the day, as 2026-11-30' },
		added: { type: 'boolean', about: 'the other way: you added it to Paystack’s balance' },
	},
	about:
		'Paystack settles its balance to your bank by itself, unless its dashboard keeps it (docs/operations.md). Money that you add to its balance, and a transfer of your own that you make there, are recorded by this too. Each is recorded once, by its reference; `payments reconcile` finds what was not. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ options, env, now }) {
		const { amount, reference, on, added } = options
		if (typeof reference !== 'string' || !/^[\w-]{1,60}$/.test(reference))
			throw new UsageProblem('--reference is missing, or has other signs than letters, digits, - and _.')
		const occurredAt = typeof on === 'string' ? Date.parse(`${on}T12:00:00+01:00`) : Number.NaN
		if (Number.isNaN(occurredAt) || occurredAt > now)
			throw new UsageProblem('Give --on the day, as 2026-11-30.')
		const amountKobo = parseKobo(String(amount ?? ''), '--amount')
		if (amountKobo === 0) throw new UsageProblem('--amount has to be more than nothing.')
		const isAdded = added === true
		const { payments, writeBatch } = opsRepositories(env)
		const { posted } = await writeIdempotent(writeBatch, {
			posted: payments.ledger.postEntry({
				key: `settlement:${reference}`,
				lines: settledLines(isAdded ? -amountKobo : amountKobo, 'NGN'),
				occurredAt,
				now,
			}),
		})
		return allWell({ reference, amountKobo, isAdded, isNew: posted > 0 }, [
			posted > 0
				? `${formatNairaAndKobo(amountKobo)} went from ${isAdded ? 'your bank to Paystack' : 'Paystack to your bank'}.`
				: 'This settlement was recorded before. Nothing was written.',
		])
	},
}
