import { existsSync, writeFileSync } from 'node:fs'
import { type DisputeNeed, disputeNeed, dueWords, inOrderOfNeed } from '#app/domain/payments/dispute-list.ts'
import type { ListedDispute } from '#app/domain/payments/dispute-repository.server.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { type EvidenceDocument, readDisputeEvidence } from '#app/flows/payments/dispute-evidence.server.ts'
import { type AnswerRefusal, markDisputeAnswered } from '#app/flows/payments/disputes.server.ts'
import { cleanLine } from '#app/kernel/clean-text.ts'
import { transactionLabelAt } from '#app/kernel/date-labels.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { formatMoney } from '#app/kernel/money.ts'
import { allWell, type OpsCommand, type OpsResult, UsageProblem } from './ops-command.ts'
import { type OperatorRepositories, operatorRepositories, refusedWith } from './ops-environment.ts'
import { parseReference } from './typed-reference.ts'

/** Paystack's dashboard shows the others. */
const PAGE = 200

const refusalLines: Record<AnswerRefusal, string> = {
	payment_not_found: 'No money has come by this reference.',
	not_disputed: 'No payer disputes this payment.',
	no_open_dispute:
		'No open dispute of this payment is kept here: it has ended, or was opened before disputes were kept.',
}

export const disputesToAnswer: OpsCommand = {
	name: 'disputes',
	summary: 'lists disputed payments, or gives the evidence about one',
	places: ['reference'],
	mayLackPlaces: true,
	options: {
		html: { type: 'string', about: 'writes the evidence into this new file, as a page to print' },
		answered: { type: 'boolean', about: 'you have answered it at Paystack: no alert tells of it any more' },
	},
	about:
		'Without a reference: the open disputes, the most urgent first; exit code 1 while one is not answered. With the reference of a payment, a visit or an order: what the database knows of it, for you to read and to send at Paystack. Nothing is sent from here. Reading it is written down for the shop. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed], options, env, now }) {
		const { html, answered } = options
		if (typed === undefined) {
			if (html !== undefined || answered === true)
				throw new UsageProblem('Name the payment: npm run ops -- disputes <reference>')
			return listed(await operatorRepositories(env).payments.disputes.disputedPayments(PAGE), now)
		}
		if (html !== undefined && answered === true)
			throw new UsageProblem('Ask for the page, or say that it is answered: not both at once.')
		const file = typeof html === 'string' ? html : null
		if (file !== null && existsSync(file))
			throw new UsageProblem(`${file} is there already: name another file.`)
		const givenReference = isPaymentReference(typed) ? typed : parseReference(typed)
		const deps = operatorRepositories(env)
		return answered === true
			? answeredResult(deps, givenReference, now)
			: evidenceResult(deps, { givenReference, file, now })
	},
}

const needWords: Record<DisputeNeed, (dueAt: Instant | null, now: Instant) => string> = {
	past_due: (dueAt, now) => `PAST DUE: ${dueAt === null ? '' : dueWords(dueAt, now)}`,
	unknown: () => 'DUE: look at the dashboard',
	due: (dueAt, now) => (dueAt === null ? '' : dueWords(dueAt, now)),
	ended: () => 'ended: decide about the money by hand',
	answered: () => 'answered',
}

function listed(found: readonly ListedDispute[], now: Instant): OpsResult {
	const inOrder = inOrderOfNeed(found, now).map((one) => ({ ...one, need: disputeNeed(one, now) }))
	const open = inOrder.filter(({ need }) => need !== 'answered')
	return {
		isWell: open.length === 0,
		lines: [
			...inOrder.map(({ need, dueAt, timeZone, ...one }) =>
				[
					needWords[need](dueAt, now),
					one.paymentReference,
					...(one.referenceNumber ? [one.referenceNumber] : []),
					formatMoney(one.amountKobo, one.currency),
					one.shopName,
					...(one.shopPhone ? [one.shopPhone] : []),
					`opened ${transactionLabelAt(timeZone, one.openedAt)}`,
					...(dueAt === null ? [] : [`due ${transactionLabelAt(timeZone, dueAt)}`]),
				].join('  '),
			),
			...(inOrder.length === 0 ? ['No disputes.'] : []),
		],
		data: {
			disputes: inOrder.map(({ need, dueAt, ...one }) => ({
				...one,
				dueAt,
				need,
				hoursLeft: dueAt === null ? null : Math.floor((dueAt - now) / HOUR_MS),
			})),
		},
	}
}

async function evidenceResult(
	deps: OperatorRepositories,
	{ givenReference, file, now }: { givenReference: string; file: string | null; now: Instant },
): Promise<OpsResult> {
	const read = await readDisputeEvidence(deps, { givenReference, now })
	if (!read.ok) return refusedWith(read.refusal, refusalLines)
	// Personal data: only the operator may read the file.
	if (file !== null) writeFileSync(file, evidencePage(read.value), { flag: 'wx', mode: 0o600 })
	return allWell(
		{ evidence: read.value, ...(file === null ? {} : { file }) },
		file === null
			? evidenceLines(read.value)
			: [`${file} has the evidence. Read it, then send it on the dashboard of Paystack.`],
	)
}

async function answeredResult(
	deps: OperatorRepositories,
	givenReference: string,
	now: Instant,
): Promise<OpsResult> {
	const done = await markDisputeAnswered(deps, { givenReference, now })
	if (!done.ok) return refusedWith(done.refusal, refusalLines)
	const { paymentReference } = done.value
	return allWell({ paymentReference }, [
		`${paymentReference}: answered. No alert tells of it until Paystack says how it ended.`,
	])
}

function evidenceLines({ title, facts, history, madeAt, place }: EvidenceDocument): string[] {
	return [
		title,
		`Made ${madeAt}. All times: ${place}.`,
		'',
		...facts.map(({ label, value }) => `${label}: ${oneLine(value)}`),
		'',
		...history.map(({ when, what }) => `${when}  ${oneLine(what)}`),
	]
}

/** One printable page that loads nothing. Escapes all data. */
function evidencePage({ title, facts, history, madeAt, place }: EvidenceDocument): string {
	const row = (head: string, words: string) =>
		`<tr><th scope="row">${escaped(head)}</th><td>${escaped(words)}</td></tr>`
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:1.5rem auto;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:1.5rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid #ccc;overflow-wrap:anywhere}
th{font-weight:600;width:13rem}tr{break-inside:avoid}
</style></head>
<body><h1>${escaped(title)}</h1>
<p>Made ${escaped(madeAt)}. All times: ${escaped(place)}.</p>
<h2>The payment</h2>
<table><tbody>${facts.map(({ label, value }) => row(label, value)).join('\n')}</tbody></table>
<h2>What happened</h2>
<table><tbody>${history.map(({ when, what }) => row(when, what)).join('\n')}</tbody></table>
</body></html>
`
}

/** Typed text cannot move the cursor or fake another line. */
function oneLine(text: string): string {
	return cleanLine(text)
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;')
}
