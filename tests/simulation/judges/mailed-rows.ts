import type { World } from '../world.ts'

/** A mail that the provider took, and the message that it is of. */
export type Mailed = {
	at: number
	idempotencyKey: string
	subject: string
	text: string
	messageId: string
	kind: string
	payload: Record<string, unknown>
	/** Whose choice of topics counts: an account, else the address. */
	chooser: string
}

type Message = {
	id: string
	kind: string
	email: string
	payload: Record<string, unknown>
	reference: string | null
	chooser: string
}

/**
 * Each mail with its message: by the key that stands for it, or by its place in a batch, whose members go in the order
 * of their ids. Mails of messages that were erased since are left out.
 */
export async function mailedRows({ sql, mails }: World): Promise<Mailed[]> {
	const rows = await sql.rows(
		`SELECT message.id, message.kind, message.dedupe_key, message.recipient_email, message.payload, message.batch_key, visit.reference_number,
				coalesce(message.user_id, (SELECT id FROM users WHERE email = message.recipient_email AND email_verified_at IS NOT NULL),
					message.recipient_email) AS chooser
			FROM outbox message LEFT JOIN appointments visit ON visit.id = message.payload ->> 'appointmentId' ORDER BY message.id`,
	)
	const byKey = new Map<string, Message>()
	const batches = new Map<string, Message[]>()
	for (const row of rows) {
		const message: Message = {
			id: String(row.id),
			kind: String(row.kind),
			email: String(row.recipient_email),
			payload: JSON.parse(String(row.payload)),
			reference: row.reference_number === null ? null : String(row.reference_number),
			chooser: String(row.chooser),
		}
		byKey.set(String(row.dedupe_key), message)
		byKey.set(message.id, message)
		const key = String(row.batch_key)
		batches.set(key, [...(batches.get(key) ?? []), message])
	}
	const mailed: Mailed[] = []
	for (const { receivedAt, idempotencyKey, subject, text, to } of mails) {
		const [, batchKey] = /^batch:(.+)\/\d+$/.exec(idempotencyKey) ?? []
		const members = batches.get(batchKey ?? '') ?? []
		const place = members.findIndex(
			({ email, reference, kind }) =>
				to.includes(email) && (reference === null || text.includes(reference) || kind === 'how_was_it'),
		)
		const message = batchKey === undefined ? byKey.get(idempotencyKey) : members[place]
		// What comes before it in its batch was not sent: it was no longer true when the batch went at last.
		if (batchKey !== undefined) members.splice(0, place + 1)
		if (!message) continue
		const { id: messageId, kind, payload, chooser } = message
		mailed.push({
			at: receivedAt.getTime(),
			idempotencyKey,
			subject,
			text,
			messageId,
			kind,
			payload,
			chooser,
		})
	}
	return mailed
}
