import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary.ts'

/** The tabs of My Appointments (spec 2 §2), in their order. */
export const visitTabs = ['pending', 'completed', 'cancelled'] as const
export type VisitTab = (typeof visitTabs)[number]

/** SCHEDULED and CONFIRMED are pending, NO_SHOW stands with CANCELLED (spec 2 §4). */
export function tabOf(status: AppointmentStatus): VisitTab {
	if (status === 'COMPLETED') return 'completed'
	return status === 'CANCELLED' || status === 'NO_SHOW' ? 'cancelled' : 'pending'
}

export function statusesOf(tab: VisitTab): AppointmentStatus[] {
	return appointmentStatuses.filter((status) => tabOf(status) === tab)
}

/** The tab of an address; the first one for anything else. */
export function readVisitTab(text: string | null): VisitTab {
	return visitTabs.find((tab) => tab === text) ?? 'pending'
}
