import type { TestSite } from '#tests/support/test-site.ts'

export type StoredVisit = {
	referenceNumber: string
	totalKobo: number
	tipKobo: number
	discountKobo: number
}

/** What the database has of a guest's bookings, the newest first. */
export async function storedVisits({ database }: TestSite, { email }: { email: string }) {
	const { rows } = await database.client.execute({
		sql: `SELECT reference_number, total_kobo, tip_kobo, discount_kobo FROM appointments
			WHERE client_id IN (SELECT id FROM clients WHERE email = ?) ORDER BY rowid DESC`,
		args: [email],
	})
	return rows.map(
		(row): StoredVisit => ({
			referenceNumber: String(row.reference_number),
			totalKobo: Number(row.total_kobo),
			tipKobo: Number(row.tip_kobo),
			discountKobo: Number(row.discount_kobo),
		}),
	)
}
