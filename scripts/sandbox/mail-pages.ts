import { escaped, htmlPage } from './html-page.ts'

const behaviourWords: Record<MailBehaviour, string> = {
	answer: 'Take every mail',
	fail: 'Fail with 500',
	limit: 'Say "too many" (429)',
	refuse: 'Refuse the mail (422)',
	lose: 'Take it, and break the line',
	hold: 'Take it, and answer later',
}

/** The mails, newest first. The page works without script. */
export function mailListPage(mails: readonly ReceivedMail[], behaviour: MailBehaviour): string {
	const rows = [...mails]
		.reverse()
		.map(
			({ number, subject, to, receivedAt }) =>
				`<li><a href="/mails/${number}">${escaped(subject)}</a><br><small>to ${escaped(to.join(', '))}, ${receivedAt.toISOString()}</small></li>`,
		)
	const choices = mailBehaviours.map(
		(one) =>
			`<label><input type="radio" name="behaviour" value="${one}"${one === behaviour ? ' checked' : ''}> ${behaviourWords[one]}</label><br>`,
	)
	return htmlPage(
		'Mails',
		`<h1>Mails that the app has sent</h1>
<p>They go nowhere else: this is a sandbox for a mail provider. <a href="/">Look again</a> · <a href="/paystack">Payments</a> · <a href="/push">Push messages</a></p>
${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>None yet.</p>'}
<form method="post" action="/behaviour"><fieldset><legend>The next mails</legend>${choices.join('\n')}
<p><button>Set</button></p></fieldset></form>`,
	)
}

/** One mail without its HTML, with its links. */
export function mailPage({
	number,
	from,
	to,
	subject,
	text,
	headers,
	attachments,
	idempotencyKey,
}: ReceivedMail): string {
	return htmlPage(
		subject,
		`<p><a href="/">All mails</a> · <a href="/mails/${number}/html">As HTML</a></p>
<h1>${escaped(subject)}</h1>
<p>From ${escaped(from)}<br>To ${escaped(to.join(', '))}<br><small>${[idempotencyKey, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].map(escaped).join('<br>')}</small></p>
${attachments.map(({ filename }, place) => `<p>Attached: <a href="/mails/${number}/files/${place}">${escaped(filename)}</a></p>`).join('\n')}
<pre>${linked(text)}</pre>`,
	)
}

function linked(text: string): string {
	return escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}

export type ReceivedMail = {
	/** From 1. */
	number: number
	receivedAt: Date
	idempotencyKey: string
	from: string
	to: string[]
	subject: string
	text: string
	html: string
	/** Beside the headers that every mail has. */
	headers: Record<string, string>
	/** Small text files. */
	attachments: { filename: string; contentType: string; text: string }[]
}

/** `lose` and `hold` take the mail; `lose` then breaks the connection, `hold` answers at the next change. */
export const mailBehaviours = ['answer', 'fail', 'limit', 'refuse', 'lose', 'hold'] as const
export type MailBehaviour = (typeof mailBehaviours)[number]
