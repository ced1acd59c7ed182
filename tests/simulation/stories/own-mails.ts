import type { Instant } from '#app/kernel/instant.ts'
import type { ReceivedMail } from '#scripts/sandbox/mail-pages.ts'
import type { World } from '../world.ts'

/** What arrived in one mailbox from then on, the newest first: a person reads these outside the requests. */
export function mailsTo({ mails }: World, email: string, since: Instant): ReceivedMail[] {
	const found: ReceivedMail[] = []
	for (let i = mails.length - 1; i >= 0; i--) {
		const mail = mails[i]
		if (!mail || mail.receivedAt.getTime() < since) break
		if (mail.to.includes(email)) found.push(mail)
	}
	return found
}

/** What the link of the newest mail that has such a link says; null without one. */
export function linkOfMail(mails: readonly ReceivedMail[], link: RegExp): string | null {
	for (const { text } of mails) {
		const [, part] = link.exec(text) ?? []
		if (part !== undefined) return part
	}
	return null
}
