import { formatNaira } from '#app/kernel/money.ts'
import { bankByCode } from '#app/kernel/nigerian-banks.ts'
import { escaped } from './html-page.ts'
import type { PaystackLedger } from './paystack-ledger.ts'
import type { TransferProgress } from './paystack-transfer-progress.ts'
import type { SandboxWebhook } from './paystack-webhooks.ts'
import { type SandboxTransfer, waysOf } from './sandbox-transfer.ts'

const SHOWN = 100

/** The balance, and the newest transfers with buttons for their next states. */
export function transfersPart(
	{ balance, transferBook }: PaystackLedger,
	webhooks: readonly SandboxWebhook[],
): string {
	const rows = transferBook.transfers
		.slice(-SHOWN)
		.reverse()
		.map((one) => transferRow(one, webhooks))
	return `<h2>Transfers</h2><p id="balance">The balance is ${formatNaira(balance.kobo)}.</p>
${rows.length > 0 ? `<ul id="transfers">${rows.join('\n')}</ul>` : '<p>None yet.</p>'}`
}

/** Moves a transfer by a button of this part; false for another address. */
export function moveTransferByButton(
	path: string,
	{ ledger, transferProgress }: { ledger: PaystackLedger; transferProgress: TransferProgress },
): boolean {
	const [, id, wished] = /^\/paystack\/transfers\/(\d+)\/([a-z]+)$/.exec(path) ?? []
	const transfer = ledger.transferBook.transfers.find((one) => one.id.toString() === id)
	if (!transfer) return false
	// It may have moved since the page was drawn.
	const to = waysOf(transfer).find((status) => status === wished)
	if (to) transferProgress.step(transfer, to)
	return true
}

function transferRow(one: SandboxTransfer, webhooks: readonly SandboxWebhook[]): string {
	const { holderName, bankCode, accountNumber } = one.recipient
	const buttons = waysOf(one).map(
		(status) =>
			`<form class="step" id="${one.reference}-${status}" method="post" action="/paystack/transfers/${one.id}/${status}"><button>${status}</button></form>`,
	)
	return `<li>${formatNaira(one.amountKobo)} to ${escaped(holderName)}: ${one.status} ${buttons.join(' ')}
<br><small>${one.reference}, ${bankByCode(bankCode)?.name ?? bankCode} ${accountNumber}, ${escaped(one.reason)}</small>
${webhookLines(one, webhooks)}</li>`
}

/** The events of a payment or a transfer. */
export function webhookLines(
	{ reference }: { reference: string },
	webhooks: readonly SandboxWebhook[],
): string {
	return webhooks
		.filter((one) => one.reference === reference)
		.map(
			({ event, state, statuses }) => `<br><small>${escaped(event)}: ${state} ${statuses.join(', ')}</small>`,
		)
		.join('')
}
