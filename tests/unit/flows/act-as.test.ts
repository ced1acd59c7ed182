import { expect, test } from 'vitest'
import { actAs } from '#app/flows/booking/act-on-appointment.server.ts'
import { refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

const deps = { booking: { appointments: { requireSequence: () => null } } } as unknown as Pick<
	Repositories,
	'booking'
>
const by = { kind: 'customer', appointmentId: 'one' } as const

test('a customer gets what is worded for them, and the refusal of another reader is a bug', async () => {
	expect(await actAs(deps, { by, now: 0 }, async () => refused('slot_taken'))).toEqual(refused('slot_taken'))
	expect(await actAs(deps, { by, now: 0 }, async () => refused('not_saved'))).toEqual(refused('not_saved'))
	await expect(actAs(deps, { by, now: 0 }, async () => refused('reason_missing'))).rejects.toThrow(
		'the customer was refused by reason_missing',
	)
})
