import { readToken, signToken } from '#app/kernel/signed.server.ts'
import { type MessageTopic, messageTopics } from '#app/kernel/vocabulary/messaging.ts'

/** `subject`: an account's id, or a guest's email. */
export type MessageChoice = { subject: string; topic: MessageTopic }

/** The token of a mail's link: it opens this choice alone and never expires. */
export function signMessageChoice(
	secrets: readonly string[],
	{ subject, topic }: MessageChoice,
): Promise<string> {
	return signToken(secrets, 'message-choice', `${topic}:${subject}`)
}

/** Null unless one of the secrets signed the token. */
export async function readMessageChoice(
	secrets: readonly string[],
	token: string,
): Promise<MessageChoice | null> {
	const [, word, subject] =
		/^(\w+):(.+)$/.exec((await readToken(secrets, 'message-choice', token)) ?? '') ?? []
	const topic = messageTopics.find((one) => one === word)
	return topic && subject ? { subject, topic } : null
}
