import { formatNaira } from '#app/kernel/money.ts'
import { escaped, htmlPage } from './html-page.ts'
import { type OutsideAnswer, type OutsideRequest, pageAnswer } from './outside-service.ts'
import {
	initializeBehaviours,
	type PaystackBehaviour,
	type PaystackSwitches,
	refundBehaviours,
	verifyBehaviours,
	webhookBehaviours,
} from './paystack-behaviours.ts'
import { nextRefundStatus, type PaystackLedger } from './paystack-ledger.ts'
import type { RefundProgress } from './paystack-refunds.ts'
import type { SandboxWebhook } from './paystack-webhooks.ts'
import type { SandboxTransaction } from './sandbox-payment.ts'

type Watched = {
	ledger: PaystackLedger
	webhooks: readonly SandboxWebhook[]
	switches: PaystackSwitches
	progress: RefundProgress
	releaseWebhooks(): Promise<void>
}

const SHOWN = 100

const choices = {
	webhooks: webhookBehaviours,
	initialize: initializeBehaviours,
	verify: verifyBehaviours,
	refund: refundBehaviours,
} as const

const words: { [Part in keyof PaystackBehaviour]: Record<PaystackBehaviour[Part], string> } = {
	webhooks: {
		send: 'Send them at once',
		late: 'Keep them until they are released',
		double: 'Send each five times',
		lost: 'Never send them',
		'out-of-order': 'Keep them; release the newest first',
	},
	initialize: {
		answer: 'Open the payment',
		fail: 'Fail with 500',
		refuse: 'Refuse it (400)',
		lose: 'Open it, and break the line',
		evil: 'Name a page of somebody else',
		'no-url': 'Name no page',
		slow: 'Open it, and answer at the next change',
	},
	verify: {
		answer: 'Tell the truth',
		slow: 'Answer at the next change',
		fail: 'Fail with 500',
		html: 'Answer with a page of a gateway (502)',
		unknown: 'Know no reference',
		pending: 'Say that it is pending',
		'wrong-amount': 'Say that one kobo less was asked for and paid',
		'paid-less': 'Say that one kobo less was paid',
		'with-fee': 'Say that the customer paid the fee on top',
		'wrong-currency': 'Say that it was US dollars',
		'wrong-domain': 'Say that it was of the other mode',
	},
	refund: {
		answer: 'Take it, and pay it back',
		fail: 'Fail with 500',
		lose: 'Take it, and break the line',
		'needs-attention': 'Take it; it will need attention',
		hold: 'Take it; it stays pending until it is moved on',
	},
}

/** Where a person watches payments and tells the sandbox how to behave. Null for an address that is not its own. */
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
	const [, id] = /^\/paystack\/refunds\/(\d+)\/step$/.exec(path) ?? []
	const refund = watched.ledger.refunds.find((one) => one.id.toString() === id)
	if (!refund) return null
	if (nextRefundStatus(refund)) watched.progress.step(refund)
	return backHere()
}

function backHere(): OutsideAnswer {
	return { status: 303, contentType: 'text/plain', body: '', headers: { location: '/paystack' } }
}

/** A behaviour that is unknown or missing stays as it is. */
function readBehaviour(form: URLSearchParams): Partial<PaystackBehaviour> {
	const chosen = Object.entries(choices).flatMap(([part, all]) => {
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
	return htmlPage(
		'Paystack sandbox',
		`<h1>Payments of the Paystack sandbox</h1>
<p>No real money: this is a sandbox for Paystack. <a href="/paystack">Look again</a> · <a href="/">Mails</a></p>
${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>None yet.</p>'}
${kept > 0 ? `<form method="post" action="/paystack/release" id="release"><p><button>Release ${kept} webhooks</button></p></form>` : ''}
<form method="post" action="/paystack/behaviour" id="behaviour">
${fieldset('webhooks', 'Webhooks', switches.now)}${fieldset('initialize', 'Opening a payment', switches.now)}
${fieldset('verify', 'Asked about a payment', switches.now)}${fieldset('refund', 'Asked for a refund', switches.now)}
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
	const webhookLines = webhooks
		.filter(({ reference }) => reference === one.reference)
		.map(
			({ event, state, statuses }) => `<br><small>${escaped(event)}: ${state} ${statuses.join(', ')}</small>`,
		)
	return `<li><a href="/pay/${one.accessCode}">${formatNaira(one.amountKobo)}</a> ${one.status}
<br><small>${escaped(one.reference)}, ${escaped(one.email)}, ${one.channel}: ${escaped(one.gatewayResponse)}</small>
${refundLines.join('')}${webhookLines.join('')}</li>`
}

function fieldset<Part extends keyof PaystackBehaviour>(
	part: Part,
	legend: string,
	now: PaystackBehaviour,
): string {
	const radios = Object.entries<string>(words[part]).map(
		([value, text]) =>
			`<label><input type="radio" name="${part}" value="${value}"${value === now[part] ? ' checked' : ''}> ${text}</label><br>`,
	)
	return `<fieldset><legend>${legend}</legend>${radios.join('\n')}</fieldset>`
}
