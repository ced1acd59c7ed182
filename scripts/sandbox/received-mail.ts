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
