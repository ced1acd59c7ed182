import { formatNaira } from '#app/kernel/money.ts'
import { escaped, htmlPage } from './html-page.ts'
import { type OutsideAnswer, type OutsideRequest, pageAnswer } from './outside-service.ts'
import { isPaid, returnAddress } from './paystack-ledger.ts'
import {
	findTestCard,
	type SandboxChannel,
	sandboxChannels,
	type TestCard,
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
	// A second tap finds the transaction paid, and is redirected as the first.
	if (isPaid(transaction)) return seeOther(returnAddress(transaction))
	const form = new URLSearchParams(request.body)
	const channel = sandboxChannels.find((one) => one === form.get('channel'))
	if (!channel || !transaction.channels.includes(channel))
		return pageAnswer(paymentPage(transaction, 'This way to pay is not offered here.'), 422)
	const card = channel === 'card' ? findTestCard(form.get('number') || form.get('card') || '') : null
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
<dl>${formatDetails(metadata)}<dt>Reference</dt><dd>${escaped(transaction.reference)}</dd></dl></header>
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
	const waysToPay: Record<SandboxChannel, string> = {
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
		index === 0 ? waysToPay[channel].replace('<details', '<details open') : waysToPay[channel],
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
function formatDetails(metadata: SandboxTransaction['metadata']): string {
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

/** Light and dark; as wide as a phone. */
const paymentPageStyle = `
:root{--paper:#f4f1ea;--sheet:#fff;--ink:#1d1b2c;--soft:#5d5a6b;--line:#8c889a;--main:#2b2f77;--on-main:#fff;--warn:#fbe3b0;--bad:#a3341c;--good:#1f6b42}
@media(prefers-color-scheme:dark){:root{--paper:#14131c;--sheet:#1f1d2b;--ink:#f1eff8;--soft:#b3afc4;--line:#7f7a94;--main:#aab0ff;--on-main:#14131c;--warn:#4a3a12;--bad:#ff9c84;--good:#83d9a8}}
body{background:var(--paper);color:var(--ink);max-width:27rem;margin:0 auto;padding:0 1rem 2rem}
main>*{margin:1rem 0}h1{font-size:2.4rem;line-height:1.1;letter-spacing:-.02em;margin:.25rem 0 .75rem;font-variant-numeric:tabular-nums}
.sandbox{background:var(--warn);padding:.75rem 1rem;border-radius:0 0 14px 14px;margin-top:0;font-size:.9rem}
.sandbox strong{display:block;letter-spacing:.08em;text-transform:uppercase;font-size:.8rem}
header p{margin:0;color:var(--soft);overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0;font-size:.95rem}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
details{background:var(--sheet);border-radius:16px;padding:0 1rem}
summary{font-weight:700;padding:1rem 0;cursor:pointer}
form{padding-bottom:1rem;display:grid;gap:1rem}form p{margin:0}
fieldset{border:0;margin:0;padding:0;display:grid;gap:.5rem}legend{color:var(--soft);font-size:.9rem;padding:0 0 .5rem}
.card{display:flex;gap:.75rem;align-items:center;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:12px}
.card:has(:checked){border-color:var(--main);box-shadow:inset 0 0 0 1px var(--main)}
.card b{font-variant-numeric:tabular-nums;letter-spacing:.03em}.card small{display:block;color:var(--soft);font-size:.85rem}
input[type=radio]{flex:none;width:1.25rem;height:1.25rem;accent-color:var(--main);margin:0}
input:not([type=radio]){display:block;box-sizing:border-box;width:100%;margin-top:.35rem;padding:.75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:12px}
.main{display:block;box-sizing:border-box;width:100%;padding:.9rem;border:0;border-radius:14px;background:var(--main);color:var(--on-main);font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
.code{font-size:1.6rem;font-weight:700;text-align:center;font-variant-numeric:tabular-nums}
.problem{color:var(--bad);font-weight:600}.paid{color:var(--good);font-weight:700;font-size:1.2rem}
.cancel{text-align:center;color:var(--soft);font-size:.9rem}.cancel a{display:inline-block;padding:.75rem 1.5rem;color:inherit}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}`
