import { isolateFailure } from '#app/flows/payouts/isolate-failure.server.ts'
import { readShopDues } from '#app/flows/payouts/payout-report.server.ts'
import { sendPayouts } from '#app/flows/payouts/send-payouts.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { BY_TRANSFER } from '#app/kernel/vocabulary/payouts.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { openOutsideServices } from '#app/outside-services.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { type OpsCommand, success } from './ops-command.ts'
import { NO_ANSWER, opsRepositories, readInstallation } from './ops-environment.ts'
import { payoutRefusalWords } from './payouts-due.ts'

export const payoutsRun: OpsCommand = {
	name: 'payouts run',
	summary: 'with --apply, pays by Paystack’s transfers what is due now, at any hour',
	places: [],
	options: { apply: { type: 'boolean', about: 'pays; without it, nothing is written or sent' } },
	about:
		'What the cron does at the hour of payouts, with the same rules: one payout for each shop, never out of what customers may still get back. Safe to run twice, and beside the cron. Settings: the installation’s DATABASE_URL, DATABASE_AUTH_TOKEN, COOKIE_KEYS, APP_ORIGIN, PAYSTACK_SECRET_KEY and PAYOUT_MINIMUM; PAYOUTS has to be paystack.',
	async run({ options, env, now, note }) {
		const { provider, providers, mode, payouts } = onlinePaymentsOf(env)
		const { minimumKobo, isByTransfer } = payouts
		const deps = opsRepositories(env)
		const dues = await readShopDues(deps, { mode, minimumKobo, now })
		if (options.apply !== true)
			return success({ shops: dues.map(({ shop, payout }) => ({ ...shop, ...payout })), isApplied: false }, [
				...dues.map(({ shop, payout }) =>
					'amountKobo' in payout
						? `${shop.name} would be paid ${formatNairaAndKobo(payout.amountKobo)}.`
						: `${shop.name} is not paid: ${payoutRefusalWords[payout.refusal]}.`,
				),
				'Nothing was written or sent. Add --apply to do it.',
			])
		if (!isByTransfer)
			throw new StartProblem(
				'PAYOUTS is off: your bank pays shops, by the file of `npm run ops -- payouts export`. Set PAYOUTS=paystack to pay by transfers.',
			)
		const balance = await provider.balance()
		if (balance.outcome === 'unknown')
			throw new StartProblem(`Paystack did not tell its balance (${balance.why}). Run it again.`)
		const lines: string[] = []
		let isWell = true
		for (const { shop } of dues) {
			const rules = { way: BY_TRANSFER, provider: provider.name, mode, minimumKobo } as const
			const { balanceKobo } = balance
			const outcome = await isolateFailure(note, `payout of shop ${shop.shopId}`, () =>
				writePayout(deps, { shopId: shop.shopId, rules, balanceKobo, now }),
			)
			if (outcome === null) isWell = false
			else if (outcome.ok)
				lines.push(
					`${shop.name}: ${formatNairaAndKobo(outcome.value.payout.amountKobo)} as ${outcome.value.payout.reference}.`,
				)
			else {
				const why = isRetryable(outcome.refusal) ? NO_ANSWER : payoutRefusalWords[outcome.refusal]
				lines.push(`${shop.name} is not paid: ${why}`)
				if (isRetryable(outcome.refusal) || outcome.refusal === 'out_of_date') isWell = false
				// The oldest due comes first: no later due is paid before it.
				if (outcome.refusal === 'above_balance') break
			}
		}
		const answer = await sendPayouts({ ...deps, providers, mode, isByTransfer, log: note }, now)
		return {
			isWell,
			lines: [...lines, `${answer} sent or asked about. What is on its way, \`payouts\` shows.`],
			data: { asked: answer, isApplied: true },
		}
	},
}

function onlinePaymentsOf(env: NodeJS.ProcessEnv) {
	const { onlinePayments } = openOutsideServices({}, readInstallation(env))
	if (onlinePayments) return onlinePayments
	throw new StartProblem(
		'Set PAYSTACK_SECRET_KEY and APP_ORIGIN to the installation’s values: they are needed to pay by transfers.',
	)
}
