import type { AppointmentProblemKind } from '#app/kernel/vocabulary/booking.ts'

export const appointmentProblemWords: Record<AppointmentProblemKind, string> = {
	false_no_show: 'I was there, but it says I missed it',
	money: 'A problem with the money',
	other: 'Something else',
}
