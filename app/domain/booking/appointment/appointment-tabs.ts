import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

/** My Appointments' tabs (C62), in order. */
export const appointmentTabs = ['pending', 'completed', 'cancelled'] as const
export type AppointmentTab = (typeof appointmentTabs)[number]

/** Past ones that the shop has not closed are pending too (C63). */
export function findTab(status: AppointmentStatus): AppointmentTab {
	if (status === 'COMPLETED') return 'completed'
	return status === 'CANCELLED' || status === 'NO_SHOW' ? 'cancelled' : 'pending'
}

export function statusesUnder(tab: AppointmentTab): AppointmentStatus[] {
	return appointmentStatuses.filter((status) => findTab(status) === tab)
}

/** The first tab for any other text. */
export function readAppointmentTab(text: string | null): AppointmentTab {
	return appointmentTabs.find((tab) => tab === text) ?? 'pending'
}
