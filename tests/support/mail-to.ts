import type { Mail } from '#app/domain/messaging/mail.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import type { BookingDeps } from './flow-deps.ts'

/** The mail of that kind about a visit, as it would be sent now. */
export async function mailTo(
	{ deps, rows, clock }: Pick<ScratchDatabase, 'rows'> & { deps: BookingDeps; clock: { now: Instant } },
	appointmentId: string,
	kind: string,
): Promise<Mail> {
	const [row] = await rows(
		`SELECT * FROM outbox WHERE kind = ? AND payload ->> 'appointmentId' = ?`,
		kind,
		appointmentId,
	)
	const composed = await messages
		.find((one) => one.kind === kind)
		?.prepare(
			{
				...deps,
				sender: { name: 'Wakati', origin: 'https://wakati.example', supportContact: null },
				cookieKeys: ['a-key-of-this-test-and-no-other-one'],
			},
			{
				chooser: null,
				payload: String(row?.payload),
				createdAt: Number(row?.created_at),
			},
			clock.now,
		)
	if (!composed?.ok) throw new Error(`no mail: ${composed?.refusal}`)
	return composed.value.letter
}
