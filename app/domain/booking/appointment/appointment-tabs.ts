import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

/** The tabs of My Appointments (C62), in their order. */
export const appointmentTabs = ['pending', 'completed', 'cancelled'] as const
export type AppointmentTab = (typeof appointmentTabs)[number]

/**
 * SCHEDULED and CONFIRMED are pending, also past ones that their shop has not closed yet. NO_SHOW is
 * listed with CANCELLED (C63).
 */
export function tabOf(status: AppointmentStatus): AppointmentTab {
	if (status === 'COMPLETED') return 'completed'
	return status === 'CANCELLED' || status === 'NO_SHOW' ? 'cancelled' : 'pending'
}

/** The statuses that a tab lists. */
export function statusesOf(tab: AppointmentTab): AppointmentStatus[] {
	return appointmentStatuses.filter((status) => tabOf(status) === tab)
}

/** The tab that a URL names; the first tab for any other text. */
export function readAppointmentTab(text: string | null): AppointmentTab {
	return appointmentTabs.find((tab) => tab === text) ?? 'pending'
}
