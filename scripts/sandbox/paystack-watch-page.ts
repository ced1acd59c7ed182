import { formatNaira } from '#app/kernel/money.ts'
import { bankByCode } from '#app/kernel/nigerian-banks.ts'
import { escaped, htmlPage } from './html-page.ts'
import { type OutsideAnswer, type OutsideRequest, pageAnswer } from './outside-service.ts'
import { behaviourChoices, behaviourLegends, behaviourWords } from './paystack-behaviour-words.ts'
import type { PaystackBehaviour, PaystackSwitches } from './paystack-behaviours.ts'
import { nextRefundStatus, type PaystackLedger } from './paystack-ledger.ts'
import type { RefundProgress } from './paystack-refunds.ts'
import type { TransferProgress } from './paystack-transfer-progress.ts'
import type { SandboxWebhook } from './paystack-webhooks.ts'
import type { SandboxTransaction } from './sandbox-payment.ts'
import { nextStates, type SandboxTransfer } from './sandbox-transfer.ts'

type Watched = {
	ledger: PaystackLedger
	webhooks: readonly SandboxWebhook[]
	switches: PaystackSwitches
	progress: RefundProgress
	transferProgress: TransferProgress
	releaseWebhooks(): Promise<void>
}

const SHOWN = 100

/** The page to watch payments and set behaviours. Null for another address. */
export function answerWatchPage(request: OutsideRequest, watched: Watched): OutsideAnswer | null {
	const { method, path } = request
	if (method === 'GET' && path === '/paystack') return pageAnswer(watchPage(watched))
	if (method !== 'POST') return null
	if (path === '/paystack/behaviour') {
		watched.switches.set(readBehaviour(new URLSearchParams(request.body)))
		return backHere()
	}
	if (path === '/paystack/release') {
		void watched.releaseWebhooks()
		return backHere()
	}
	if (moveTransferByButton(path, watched)) return backHere()
	const [, id] = /^\/paystack\/refunds\/(\d+)\/step$/.exec(path) ?? []
	const refund = watched.ledger.refunds.find((one) => one.id.toString() === id)
	if (!refund) return null
	if (nextRefundStatus(refund)) watched.progress.step(refund)
	return backHere()
}

function backHere(): OutsideAnswer {
	return { status: 303, contentType: 'text/plain', body: '', headers: { location: '/paystack' } }
}

/** An unknown or missing behaviour stays. */
function readBehaviour(form: URLSearchParams): Partial<PaystackBehaviour> {
	const chosen = Object.entries(behaviourChoices).flatMap(([part, all]) => {
		const one = all.find((value) => value === form.get(part))
		return one === undefined ? [] : [[part, one]]
	})
	return Object.fromEntries(chosen)
}

function watchPage({ ledger, webhooks, switches }: Watched): string {
	const kept = webhooks.filter(({ state }) => state === 'kept').length
	const rows = ledger.transactions
		.slice(-SHOWN)
		.reverse()
		.map((one) => transactionRow(one, ledger, webhooks))
	const parts = Object.keys(behaviourLegends).map((part) =>
		fieldset(part as keyof PaystackBehaviour, switches.now),
	)
	return htmlPage(
		'Paystack sandbox',
		`<h1>Payments of the Paystack sandbox</h1>
<p>No real money: this is a sandbox for Paystack. <a href="/paystack">Look again</a> · <a href="/">Mails</a></p>
${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>None yet.</p>'}
${transfersPart(ledger, webhooks)}
${kept > 0 ? `<form method="post" action="/paystack/release" id="release"><p><button>Release ${kept} webhooks</button></p></form>` : ''}
<form method="post" action="/paystack/behaviour" id="behaviour">
${parts.join('\n')}
<p><button>Set</button></p></form>`,
		'fieldset{margin:1rem 0}ul{padding-left:1.25rem}small{overflow-wrap:anywhere}form.step{display:inline}',
	)
}

function transactionRow(
	one: SandboxTransaction,
	{ refunds }: PaystackLedger,
	webhooks: readonly SandboxWebhook[],
): string {
	const refundLines = refunds
		.filter(({ transaction }) => transaction === one)
		.map((refund) => {
			const step = `<form class="step" method="post" action="/paystack/refunds/${refund.id}/step"><button>Move on</button></form>`
			return `<br>Refund of ${formatNaira(refund.amountKobo)}: ${refund.status} ${nextRefundStatus(refund) ? step : ''}`
		})
	return `<li><a href="/pay/${one.accessCode}">${formatNaira(one.amountKobo)}</a> ${one.status}
<br><small>${escaped(one.reference)}, ${escaped(one.email)}, ${one.channel}: ${escaped(one.gatewayResponse)}</small>
${refundLines.join('')}${webhookLines(one, webhooks)}</li>`
}

function fieldset<Part extends keyof PaystackBehaviour>(part: Part, now: PaystackBehaviour): string {
	const radios = Object.entries<string>(behaviourWords[part]).map(
		([value, text]) =>
			`<label><input type="radio" name="${part}" value="${value}"${value === now[part] ? ' checked' : ''}> ${text}</label><br>`,
	)
	return `<fieldset><legend>${behaviourLegends[part]}</legend>${radios.join('\n')}</fieldset>`
}

/** The balance, and the newest transfers with buttons for their next states. */
function transfersPart(
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
function moveTransferByButton(
	path: string,
	{ ledger, transferProgress }: { ledger: PaystackLedger; transferProgress: TransferProgress },
): boolean {
	const [, id, wished] = /^\/paystack\/transfers\/(\d+)\/([a-z]+)$/.exec(path) ?? []
	const transfer = ledger.transferBook.transfers.find((one) => one.id.toString() === id)
	if (!transfer) return false
	// The transfer may have moved since the page was drawn.
	const to = nextStates(transfer).find((status) => status === wished)
	if (to) transferProgress.step(transfer, to)
	return true
}

function transferRow(one: SandboxTransfer, webhooks: readonly SandboxWebhook[]): string {
	const { holderName, bankCode, accountNumber } = one.recipient
	const buttons = nextStates(one).map(
		(status) =>
			`<form class="step" id="${one.reference}-${status}" method="post" action="/paystack/transfers/${one.id}/${status}"><button>${status}</button></form>`,
	)
	return `<li>${formatNaira(one.amountKobo)} to ${escaped(holderName)}: ${one.status} ${buttons.join(' ')}
<br><small>${one.reference}, ${bankByCode(bankCode)?.name ?? bankCode} ${accountNumber}, ${escaped(one.reason)}</small>
${webhookLines(one, webhooks)}</li>`
}

function webhookLines({ reference }: { reference: string }, webhooks: readonly SandboxWebhook[]): string {
	return webhooks
		.filter((one) => one.reference === reference)
		.map(
			({ event, state, statuses }) => `<br><small>${escaped(event)}: ${state} ${statuses.join(', ')}</small>`,
		)
		.join('')
}
