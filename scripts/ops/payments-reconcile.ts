import type { BalanceComparison, BalanceDifference } from '#app/domain/payments/balance-difference.ts'
import { ListNotReadError } from '#app/domain/payments/payment-provider.server.ts'
import type { Settings } from '#app/env.server.ts'
import { purchases } from '#app/flows/lists/purchases.server.ts'
import {
	type Difference,
	type Reconciliation,
	reconcilePayments,
} from '#app/flows/payments/reconcile-payments.server.ts'
import { reconcileBalance } from '#app/flows/payouts/reconcile-balance.server.ts'
import {
	type PayoutDifference,
	type PayoutReconciliation,
	reconcilePayouts,
} from '#app/flows/payouts/reconcile-payouts.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { openOutsideServices } from '#app/outside-services.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { balanceDifferenceWords, differenceWords, payoutDifferenceWords } from './difference-words.ts'
import { type OpsCommand, type OpsInput, UsageProblem } from './ops-command.ts'
import { readInstallation } from './ops-environment.ts'

const DEFAULT_DAYS = 30
/** No customer waits for it. */
const PATIENCE_MS = 30_000

export const paymentsReconcile: OpsCommand = {
	name: 'payments reconcile',
	summary: 'compares Paystack with the database; with --apply, makes the safe repairs',
	places: [],
	options: {
		from: {
			type: 'string',
			about: `the first day, as 2026-11-01 in Lagos; default: ${DEFAULT_DAYS} days ago`,
		},
		to: { type: 'string', about: 'the last day; default: today' },
		apply: { type: 'boolean', about: 'repairs; without it, nothing is written' },
		'include-past': { type: 'boolean', about: 'also repairs payments for times that have passed' },
	},
	about:
		'Reads every payment and refund that Paystack lists for that period, and names each one that differs from the database: paid there but unknown here, paid here but not there, different amounts, refunds in a different state. The same for payouts to shops. Then each line of Paystack’s ledger of its balance against ours: what moved there and is not known here, and the reverse. With --apply, it settles what was paid, rebuilds bookings that a restored database has lost from the signed copy in the metadata, and updates refunds. Safe to run twice. Settings: the installation’s DATABASE_URL, DATABASE_AUTH_TOKEN, COOKIE_KEYS, APP_ORIGIN and PAYSTACK_SECRET_KEY. Exit code 1: differences are left.',
	async run({ options, env, now }) {
		const { from, to } = readTime(options, now)
		const settings = readInstallation(env)
		const isApplied = options.apply === true
		const deps = openDeps(settings)
		try {
			const found = await reconcilePayments(deps, {
				from,
				to,
				isApplied,
				includesPast: options['include-past'] === true,
				now,
			})
			const payouts = await reconcilePayouts(deps, { from, to, isApplied, now })
			const named = new Set([
				...found.differences.flatMap(({ paymentReference }) => paymentReference ?? []),
				...payouts.differences.map(({ reference }) => reference),
			])
			const ledger = await reconcileBalance(deps, { from, to, named, now })
			return reconcileResult({ found, payouts, ledger }, isApplied)
		} catch (error) {
			if (!(error instanceof ListNotReadError)) throw error
			throw new StartProblem(
				`Paystack's list could not be read to the end (${error.message}). Run it again. Repairs already made are kept.`,
			)
		}
	},
}

function readTime(options: OpsInput['options'], now: Instant): { from: Instant; to: Instant } {
	const from =
		options.from === undefined ? now - DEFAULT_DAYS * DAY_MS : startOfDay('from', String(options.from))
	const to = options.to === undefined ? now : startOfDay('to', String(options.to)) + DAY_MS
	if (from >= to) throw new UsageProblem('--from must be before --to.')
	return { from, to }
}

/** Lagos has no daylight saving time. */
const LAGOS_OFFSET_MS = HOUR_MS

function startOfDay(option: string, text: string): Instant {
	const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00+01:00`) : Number.NaN
	if (!Number.isNaN(at)) return at
	throw new UsageProblem(`--${option} is "${text}". Give a date, such as 2026-11-01.`)
}

function openDeps(settings: Settings) {
	const { onlinePayments } = openOutsideServices({}, settings)
	if (!onlinePayments)
		throw new StartProblem(
			'Set PAYSTACK_SECRET_KEY and APP_ORIGIN to the installation’s values: they are needed to ask Paystack about payments.',
		)
	const database = openDatabase({
		...settings.database,
		readTimeoutMs: PATIENCE_MS,
		writeTimeoutMs: PATIENCE_MS,
	})
	return {
		...createRepositories(database),
		onlinePayments,
		provider: onlinePayments.provider,
		mode: onlinePayments.mode,
		purchases,
		linkKeys: settings.cookieKeys,
		log: (line: string) => console.error(line),
	}
}

function reconcileResult(
	{
		found: { listed, ofOthers, differences },
		payouts,
		ledger,
	}: { found: Reconciliation; payouts: PayoutReconciliation; ledger: BalanceComparison },
	isApplied: boolean,
) {
	const repairs = [...differences, ...payouts.differences].map(({ repair }) => repair)
	const done = repairs.filter((one) => one === 'done').length
	const possible = repairs.filter((one) => one === 'possible').length
	const left = repairs.length - done + ledger.differences.length
	return {
		isWell: left === 0,
		lines: [
			`${listed} payments at Paystack were compared${ofOthers > 0 ? `, ${ofOthers} are not of this app` : ''}: ${differences.length} differ.`,
			...differences.map(formatDifference),
			`Payouts to shops: ${payouts.listed} compared, ${payouts.differences.length} differ.`,
			...payouts.differences.map(payoutLine),
			ledgerLine(ledger),
			...ledger.differences.map(balanceDifferenceLine),
			balanceLine(payouts.balance),
			...(possible > 0 ? [`${possible} can be repaired: run it again with --apply.`] : []),
			...(isApplied ? [`${done} were repaired, ${left} are left.`] : []),
		],
		data: { listed, ofOthers, differences, payouts, ledger },
	}
}

const stateWords = { done: 'REPAIRED', possible: 'REPAIRABLE', person: 'LEFT' }

function formatDifference({ kind, paymentReference, repair, detail }: Difference): string {
	const words = repair === 'done' ? '' : `: ${differenceWords[kind]}`
	return `${stateWords[repair]} ${paymentReference ?? 'ledger'} ${kind}${detail === null ? '' : ` (${detail})`}${words}`
}

function payoutLine({ kind, reference, repair, detail }: PayoutDifference): string {
	const words = repair === 'done' ? '' : `: ${payoutDifferenceWords[kind]}`
	return `${stateWords[repair]} ${reference} ${kind} (${detail})${words}`
}

function ledgerLine({ listed, ofOthersKobo, onItsWayKobo, differences }: BalanceComparison): string {
	return [
		`Paystack’s ledger of its balance: ${listed} lines compared, ${differences.length} differ.`,
		...(ofOthersKobo === 0 ? [] : [`${formatNairaAndKobo(ofOthersKobo)} of it are not of this app.`]),
		...(onItsWayKobo === 0
			? []
			: [`${formatNairaAndKobo(onItsWayKobo)} of our ledger are on their way into it.`]),
	].join(' ')
}

function balanceDifferenceLine({ kind, about, thereKobo, hereKobo, at, reason }: BalanceDifference): string {
	const sum = (where: string, kobo: number | null) =>
		kobo === null ? [] : [`${formatNairaAndKobo(kobo)} ${where}`]
	const report = [
		...sum('there', thereKobo),
		...sum('here', hereKobo),
		new Date(at + LAGOS_OFFSET_MS).toISOString().slice(0, 10),
		...(reason === null ? [] : [`“${reason}”`]),
	]
	return `${stateWords.person} ${about} ${kind} (${report.join(', ')}): ${balanceDifferenceWords[kind]}`
}

function balanceLine(balance: PayoutReconciliation['balance']): string {
	if (!balance) return 'Paystack did not tell its balance.'
	const { thereKobo, hereKobo } = balance
	const sums = `Paystack’s balance is ${formatNairaAndKobo(thereKobo)}, by the ledger ${formatNairaAndKobo(hereKobo)}.`
	if (thereKobo === hereKobo) return sums
	return `${sums} They differ by ${formatNairaAndKobo(Math.abs(hereKobo - thereKobo))}: what is not named above is on its way, or older than the time that was asked for.`
}
