import type { ReceivedMail } from '#scripts/sandbox/mail-pages.ts'
import { createMailService } from '#scripts/sandbox/mail-service.ts'

/** The sandbox's mail service without a server. `onMail` is told of each mail that it took, once for each key. */
export function createMailInProcess(onMail: (mail: ReceivedMail) => void) {
	const service = createMailService()
	let told = 0
	return {
		async answer(
			url: string,
			init: RequestInit,
			behaviour: 'answer' | 'fail' | 'lose' | 'limit' | 'refuse',
		): Promise<Response> {
			const { origin, pathname: path, searchParams: query } = new URL(url)
			const body = String(init.body ?? '')
			service.setBehaviour(behaviour)
			const answering = service.answer({
				method: init.method ?? 'GET',
				origin,
				path,
				query,
				headers: Object.fromEntries(new Headers(init.headers)),
				body,
				bytes: Buffer.from(body),
			})
			service.setBehaviour('answer')
			const answer = await answering
			for (const mail of service.mails.filter(({ number }) => number > told)) {
				told = mail.number
				onMail(mail)
			}
			if (answer === null || answer === 'cut') throw new TypeError('the line was cut')
			return new Response(answer.body, {
				status: answer.status,
				headers: { 'content-type': answer.contentType, ...answer.headers },
			})
		},
	}
}
