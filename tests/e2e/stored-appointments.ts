import type { Site } from '#scripts/site/site.ts'

export type StoredAppointment = {
	referenceNumber: string
	totalKobo: number
	tipKobo: number
	discountKobo: number
}

/** What the database has of a guest's bookings, the newest first. */
export async function storedAppointments({ database }: Site, { email }: { email: string }) {
	const rows = await database.rows(
		`SELECT reference_number, total_kobo, tip_kobo, discount_kobo FROM appointments
			WHERE client_id IN (SELECT id FROM clients WHERE email = ?) ORDER BY rowid DESC`,
		email,
	)
	return rows.map(
		(row): StoredAppointment => ({
			referenceNumber: String(row.reference_number),
			totalKobo: Number(row.total_kobo),
			tipKobo: Number(row.tip_kobo),
			discountKobo: Number(row.discount_kobo),
		}),
	)
}
