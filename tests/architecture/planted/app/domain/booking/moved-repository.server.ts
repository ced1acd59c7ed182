import { appointments } from '#db/schema/booking.ts'

export const createMovedRepository = () => ({
	requireSequence: (sequence: number) => refuseWhen('visit_changed', sequence),
	moveBlindly: (startsAt: number) => build.update(appointments).set({ startsAt }),
	moveAsRead: (startsAt: number) => [refuseWhen('visit_changed', startsAt), `UPDATE ${appointments} SET x`],
	leaveBlindly: (id: string) => rawWrite(sql`UPDATE session_bookings SET id = ${id}`),
	completeBlindly: (id: string) => blindly(id),
})

function blindly(id: string) {
	return build.update(appointments).set({ id })
}

const pausedBlindly = rawWrite(sql`UPDATE subscriptions SET status = 'paused' ON CONFLICT (id) DO UPDATE SET x = 1`)
