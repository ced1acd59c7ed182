import { formatNaira } from '#app/kernel/money.ts'
import { escaped, htmlPage } from './html-page.ts'
import { type OutsideAnswer, type OutsideRequest, pageAnswer } from './outside-service.ts'
import { isPaid, returnAddress } from './paystack-ledger.ts'
import { paymentPageStyle } from './paystack-payment-style.ts'
import {
	type SandboxChannel,
	sandboxChannels,
	type TestCard,
	testCardOf,
	testCards,
} from './paystack-test-cards.ts'
import type { SandboxTransaction } from './sandbox-payment.ts'

type Till = {
	transactions: readonly SandboxTransaction[]
	/** True if it was paid now. */
	charge(transaction: SandboxTransaction, channel: SandboxChannel, card: TestCard | null): boolean
}

/** The payment page and its forms. Null for another address. */
export function answerPaymentPage(request: OutsideRequest, till: Till): OutsideAnswer | null {
	const [, accessCode] = /^\/pay\/(\w+)$/.exec(request.path) ?? []
	const transaction = till.transactions.find((one) => one.accessCode === accessCode)
	if (!transaction) return null
	if (request.method === 'GET') return pageAnswer(paymentPage(transaction))
	if (request.method !== 'POST') return null
	// A second tap finds it paid, and is sent the same way.
	if (isPaid(transaction)) return seeOther(returnAddress(transaction))
	const form = new URLSearchParams(request.body)
	const channel = sandboxChannels.find((one) => one === form.get('channel'))
	if (!channel || !transaction.channels.includes(channel))
		return pageAnswer(paymentPage(transaction, 'This way to pay is not offered here.'), 422)
	const card = channel === 'card' ? testCardOf(form.get('number') || form.get('card') || '') : null
	if (card === undefined)
		return pageAnswer(
			paymentPage(transaction, 'This is not one of the test cards. No other card works here.'),
			422,
		)
	const isGood = till.charge(transaction, channel, card)
	return seeOther(isGood ? returnAddress(transaction) : transaction.authorizationUrl)
}

function seeOther(location: string): OutsideAnswer {
	return { status: 303, contentType: 'text/plain', body: '', headers: { location } }
}

function paymentPage(transaction: SandboxTransaction, problem?: string): string {
	const { amountKobo, email, metadata, status, gatewayResponse } = transaction
	const failed = status === 'failed' ? `${gatewayResponse}. Nothing was paid; try another card.` : undefined
	const message = problem ?? failed
	return htmlPage(
		'Pay · Paystack sandbox, no real money',
		`<main><p class="sandbox"><strong>Sandbox</strong> This is a sandbox for Paystack: no real money, no real cards.</p>
<header><p>${escaped(email)}</p><h1>${formatNaira(amountKobo)}</h1>
<dl>${detailsOf(metadata)}<dt>Reference</dt><dd>${escaped(transaction.reference)}</dd></dl></header>
${message ? `<p class="problem" role="alert">${escaped(message)}</p>` : ''}
${isPaid(transaction) ? paidPart(transaction) : waysPart(transaction)}</main>`,
		paymentPageStyle,
	)
}

function paidPart(transaction: SandboxTransaction): string {
	const words = transaction.status === 'reversed' ? 'This was paid, and paid back.' : 'This is paid.'
	return `<p class="paid" role="status">${words}</p>
<p><a class="main" href="${escaped(returnAddress(transaction))}">Back to the shop</a></p>`
}

function waysPart({ channels, amountKobo, accessCode, id, cancelUrl }: SandboxTransaction): string {
	const cards = Object.values(testCards).map(
		({ number, cvv, words }, index) =>
			`<label class="card"><input type="radio" name="card" value="${number}"${index === 0 ? ' checked' : ''}>
<span><b>${number.replace(/(?=(?:.{4})+$)\B/g, ' ')}</b><small>${words} · CVV ${cvv}</small></span></label>`,
	)
	const waysOf: Record<SandboxChannel, string> = {
		card: way(
			'card',
			'Card',
			`<fieldset><legend>Test cards</legend>${cards.join('\n')}</fieldset>
<label>Or type the number of a test card<input name="number" inputmode="numeric" autocomplete="off" maxlength="23" placeholder="0000 0000 0000 0000"></label>`,
			`Pay ${formatNaira(amountKobo)}`,
		),
		bank_transfer: way(
			'bank_transfer',
			'Pay with Transfer',
			`<p>Send exactly <b>${formatNaira(amountKobo)}</b> to this account, which is there for 30 minutes:</p>
<dl><dt>Bank</dt><dd>Sandbox Bank</dd><dt>Account</dt><dd>${id.toString().slice(-10)}</dd><dt>Name</dt><dd>Paystack sandbox</dd></dl>`,
			"I've sent the money",
		),
		ussd: way(
			'ussd',
			'USSD',
			`<p>Dial this on the phone of your bank account, and enter your PIN:</p><p class="code">*000*${accessCode.replace(/\D/g, '').slice(0, 4).padEnd(4, '0')}#</p>`,
			"I've dialled the code",
		),
	}
	const ways = channels.map((channel, index) =>
		index === 0 ? waysOf[channel].replace('<details', '<details open') : waysOf[channel],
	)
	return `${ways.join('\n') || '<p class="problem">None of the ways to pay that were asked for is part of this sandbox.</p>'}
<p class="cancel">${
		cancelUrl
			? `<a href="${escaped(cancelUrl)}">Cancel</a>`
			: 'Cancel does nothing here: the shop gave no address to go back to. Close the page instead.'
	}</p>`
}

function way(channel: SandboxChannel, title: string, inner: string, button: string): string {
	return `<details name="way"><summary>${title}</summary><form method="post" id="${channel}">
<input type="hidden" name="channel" value="${channel}">${inner}
<button class="main">${button}</button></form></details>`
}

/** The shop's details of the payment: plain values, and Paystack's `custom_fields`. */
function detailsOf(metadata: SandboxTransaction['metadata']): string {
	const { custom_fields, cancel_action: _, ...own } = metadata === '' ? {} : metadata
	const fields = Array.isArray(custom_fields) ? custom_fields : []
	const rows: [unknown, unknown][] = [
		...Object.entries(own),
		...fields.map((field): [unknown, unknown] => [field?.display_name, field?.value]),
	]
	return rows
		.filter(([name, value]) => name !== undefined && ['string', 'number', 'boolean'].includes(typeof value))
		.map(([name, value]) => `<dt>${escaped(worded(String(name)))}</dt><dd>${escaped(String(value))}</dd>`)
		.join('')
}

/** 'shop_name' and 'shopName' become 'Shop name'. */
function worded(name: string): string {
	const words = name
		.replace(/_/g, ' ')
		.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
	return words.charAt(0).toUpperCase() + words.slice(1)
}
