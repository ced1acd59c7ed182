import { runDuePayouts } from '#app/flows/payouts/run-payouts.server.ts'
import { sendPayouts } from '#app/flows/payouts/send-payouts.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { onlinePayments, paymentDeps } from '#tests/support/flow-deps.ts'
import type { PayoutRace } from './payout-race.ts'
import { playRaces } from './play-races.ts'

/** Writes the due payouts down and sends them, beside what else it is told to do. */
await playRaces<PayoutRace>(({ databaseUrl, sandboxUrl, secretKey, refunds, accounts, now }) => {
	const online = onlinePayments(sandboxUrl, { secretKey })
	const { provider, providers, mode, payouts: settings } = online
	async function pay() {
		const deps = paymentDeps(databaseUrl, online)
		const written = await runDuePayouts({ ...deps, provider }, { ...settings, mode }, now)
		await sendPayouts({ ...deps, providers, mode, isByTransfer: true }, now)
		return `wrote ${written}`
	}
	async function changeAccount(shopId: string) {
		const { payouts, writeBatch } = paymentDeps(databaseUrl, online)
		const stored = await payouts.accounts.accountsOf(shopId)
		const [account] = stored?.accounts ?? []
		if (!account) throw new Error('no account')
		const changed = { ...account, accountId: `changed-${shopId}`, accountNumber: '9876543210' }
		await writeBatch(
			payouts.accounts.insertAccount({
				...changed,
				...{ shopId, keyId: null, stopTokenHash: null, seenId: account.accountId, isFirst: false },
				...{ confirmedAt: now, usableAt: now + 48 * HOUR_MS },
			}),
		)
		return 'changed'
	}
	return () =>
		Promise.all([
			pay(),
			...refunds.map(async (givenReference) => {
				const back = await refundByOperator(paymentDeps(databaseUrl, online), { givenReference, now })
				return back.ok ? 'refunded' : back.refusal
			}),
			...accounts.map(changeAccount),
		])
})
