import type { EvidenceDocument } from '#app/flows/payments/dispute-evidence.server.ts'
import { cleanLine } from '#app/kernel/clean-text.ts'

/** For a terminal. */
export function evidenceLines({ title, facts, history, madeAt, place }: EvidenceDocument): string[] {
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
export function evidencePage({ title, facts, history, madeAt, place }: EvidenceDocument): string {
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
