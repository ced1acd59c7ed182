import { appointments } from '#db/schema/booking.ts'

export const createMovedRepository = () => ({
	requireSequence: (sequence: number) => refuseWhen('visit_changed', sequence),
	moveBlindly: (startsAt: number) => build.update(appointments).set({ startsAt }),
	moveAsRead: (startsAt: number) => [refuseWhen('visit_changed', startsAt), `UPDATE ${appointments} SET x`],
	completeBlindly: (id: string) => blindly(id),
})

function blindly(id: string) {
	return build.update(appointments).set({ id })
}
