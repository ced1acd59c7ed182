import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { Guest } from './browser-guest.ts'
import type { LoadedPage } from './browser-like-client.ts'
import type { ScratchDatabase } from './scratch-database.ts'

/** Checkout in the last minutes of the guest's hold, without waiting: only then more time is offered (M6). */
export async function checkoutNearHoldEnd(
	guest: Guest,
	database: ScratchDatabase,
	page: LoadedPage,
): Promise<LoadedPage> {
	const draftId = page.document.querySelector('input[name="draft"]')?.getAttribute('value') ?? ''
	const endsAt = Date.now() + 2.5 * MINUTE_MS
	await database.change('UPDATE holds SET expires_at = ? WHERE draft_id = ?', String(endsAt), draftId)
	return guest.open('/booking/checkout')
}
